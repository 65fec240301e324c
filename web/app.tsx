// The playground as a whole: waiting with the author's fallback, failed, or live.

import { isEngineError, type FailureCode } from './failures.ts';
import { Button, Select } from './fields.tsx';
import { Inputs } from './inputs.tsx';
import { Lines } from './lines.tsx';
import type { Failure } from './messages.ts';
import { Mistake } from './mistake.tsx';
import { Panel } from './panel.tsx';
import { panels, type Explained } from './panels.tsx';
import type { Session } from './session.ts';
import { Start } from './start.tsx';
import type { Props, View } from './view.ts';

function Head({ view }: Props) {
  const { lesson, program } = view;
  const same = JSON.stringify({ ...program, variant: '' });
  const preset = lesson.programs.find(({ program }) => JSON.stringify({ ...program, variant: '' }) === same);
  return (
    <>
      <div class="head" part="head">
        <div class="name" part="name">
          <strong>{lesson.title}</strong>
          {!view.compact && <p>{lesson.summary}</p>}
        </div>
        <div class="tools">
          {lesson.programs.length > 1 && (
            <Select id="preset" label="program" chosen={preset?.name ?? ''}
              choices={[...(preset ? [] : ['']), ...lesson.programs.map(({ name }) => name)]}
              names={[...(preset ? [] : ['edited']), ...lesson.programs.map(({ title }) => title)]}
              onChoose={(name) => {
                const chosen = lesson.programs.find((preset) => preset.name === name);
                if (chosen) view.preset(chosen.program);
              }} />
          )}
          {lesson.variants.length > 0 && (
            <Select id="variant" label="contract" chosen={program.variant}
              choices={['', ...lesson.variants.map(({ name }) => name)]}
              names={['the right one', ...lesson.variants.map(({ title }) => `mistake: ${title}`)]}
              onChoose={(variant) => view.edit({ ...program, variant })} />
          )}
          <span class="buttons">
            <Button act={view.undo}>Undo</Button>
            <Button act={view.redo}>Redo</Button>
            <Button act={view.reset}>Reset</Button>
          </span>
        </div>
      </div>
      <Mistake view={view} />
    </>
  );
}

function Live({ view }: Props) {
  const placed = (where: Explained['place']) => panels
    .filter(({ place, shows }) => place === where && shows(view))
    .map(({ name, title, Content }) => <Panel key={name} name={name} title={title}><Content view={view} /></Panel>);
  return (
    <>
      <Head view={view} />
      <div class="columns">
        <div class="column">
          <Lines view={view} />
          {placed('output')}
        </div>
        <div class="column">
          <Inputs view={view} />
          {!view.compact && <Start view={view} />}
          {placed('inputs')}
        </div>
      </div>
      {placed('below')}
    </>
  );
}

/** What another try on the same page can't change. */
const hopeless: FailureCode[] = ['unsupported', 'csp', 'file-url'];

function Problem({ failure, retry }: { failure: Failure; retry: (() => void) | undefined }) {
  const { file = '', status = 0, detail = '' } = isEngineError(failure) ? failure : {};
  return (
    <div class="problem" part="problem" role="alert">
      <p><strong>The live part is not working</strong></p>
      <p>{failure.message}</p>
      {file && <p><code>{file}</code>{status > 0 && ` (HTTP status ${status})`}</p>}
      {detail && <details><summary>Details</summary><pre>{detail}</pre></details>}
      {isEngineError(failure) && !hopeless.includes(failure.code) && <Button act={retry}>{retry ? 'Try again' : 'Trying again…'}</Button>}
    </div>
  );
}

function Waiting({ session, offered }: { session: Session; offered: boolean }) {
  const { state, failure, progress } = session;
  const { loaded = 0, total } = progress ?? {};
  return (
    <div class="waiting" part="waiting">
      {offered && !failure && <Button act={state === 'idle' && (() => void session.load())}>Try it live</Button>}
      {state === 'loading' && (
        <>
          <label for="progress">Loading the live version…</label>
          <progress id="progress" part="progress" max={total ?? 1} value={total === undefined ? undefined : Math.min(loaded, total)} />
        </>
      )}
    </div>
  );
}

export interface AppProps {
  session: Session;
  view: View | undefined;
  /** Light, dark, both as the reader likes, or whatever the page has. */
  theme: string;
  /** Whether to offer a button that loads the engine. */
  offered: boolean;
}

export function App({ session, view, theme, offered }: AppProps) {
  const { state, failure, notice } = session;
  return (
    <div class={`root ${theme}${view ? ' live' : ''}${view?.compact ? ' compact' : ''}`} part="root" lang="en">
      <slot hidden={view !== undefined} />
      {(state === 'loading' || (offered && state === 'idle')) && <Waiting session={session} offered={offered} />}
      {failure && <Problem failure={failure} retry={state === 'failed' ? () => void session.load() : undefined} />}
      {notice && (
        <p class="wrong notice" part="notice" role="note">
          {`What the page asks for can't be shown: ${/^[\w.[\]]+$/.test(notice.path) ? `${notice.path}: ` : ''}${notice.message}. ${session.own ? 'This is the lesson\'s own program' : 'The program stays as it was'}.`}
        </p>
      )}
      {view && <Live view={view} />}
      <div class="sr" role="status">{session.said}</div>
    </div>
  );
}
