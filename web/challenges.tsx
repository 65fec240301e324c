// What a reader can try to bring about, and what is done so far. The engine says what is; the tab forgets it.

import { Button } from './fields.tsx';
import type { Props } from './view.ts';

export function Challenges({ view: { lesson: { challenges }, done, forget } }: Props) {
  return (
    <>
      <ul>
        {challenges.map(({ name, title, hint, mistake }) => {
          const isDone = done.has(name);
          return (
            <li key={name} part={`challenge${isDone ? ' done' : ''}`}>
              <span class={isDone ? 'mark true' : 'mark'} aria-hidden="true">{isDone ? '✓' : '○'}</span>
              <span>{title}{mistake && <span class="none"> (choose a mistake)</span>}</span>
              {isDone && <span class="badge">done</span>}
              <details><summary>Hint</summary>{hint}</details>
            </li>
          );
        })}
      </ul>
      <div class="tools">
        <span class="none">{`${done.size} of ${challenges.length} done`}</span>
        <Button act={done.size > 0 && forget}>Start again</Button>
      </div>
    </>
  );
}
