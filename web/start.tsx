// What a program starts from: the stored row, and the lesson's options.

import { Choice, LessonField, TextField } from './fields.tsx';
import { Panel } from './panel.tsx';
import type { Props } from './view.ts';

const NULL = '\ud800';

export function Start({ view }: Props) {
  const { lesson, program, error, digits } = view;
  const { row, options } = program;
  const wrong = (path: string) => (error?.path === path ? error.message : undefined);
  const settle = () => view.settle();
  if (!row && lesson.options.length === 0) return null;
  return (
    <Panel name="start" title={row ? `Starts from this row of ${lesson.table}` : 'Options'}>
      <div class="grid">
        {row && lesson.columns.map(({ name, integer, nullable, choices }) => {
          const path = `row.${name}`;
          const label = <>{name}<span class="sr"> of the starting row</span></>; // a step may have a field of this name
          const cell = row[name] ?? null;
          const set = (cell: string | null) => ({ ...program, row: { ...row, [name]: cell } });
          if (choices.length > 0) {
            // Half of a surrogate pair stands for NULL: no column can hold one.
            const all = [...new Set([...choices, ...(nullable ? [NULL] : []), cell ?? NULL])];
            return (
              <Choice key={name} id={`row-${name}`} label={label} choices={all} names={all.map((choice) => (choice === NULL ? 'NULL' : choice))}
                chosen={cell ?? NULL} error={wrong(path)} onChoose={(choice) => view.edit(set(choice === NULL ? null : choice))} />
            );
          }
          return (
            <TextField key={name} id={`row-${name}`} label={label} text={cell ?? ''} disabled={cell === null && nullable}
              size={integer ? '' : 'wide'} digits={integer && digits} error={wrong(path)} onDone={settle}
              onText={(text, event) => view.edit(set(text), path, event)}>
              {nullable && (
                <label class="null">
                  <input type="checkbox" checked={cell === null} aria-label={`${name} of the starting row is NULL`}
                    onChange={(event) => view.edit(set(event.currentTarget.checked ? null : ''))} />
                  NULL
                </label>
              )}
            </TextField>
          );
        })}
        {lesson.options.map((field) => (
          <LessonField key={field.name} id={`option-${field.name}`} field={field} digits={digits} text={options[field.name] ?? ''}
            error={wrong(field.name)} onDone={settle}
            onText={(text, event) => view.edit({ ...program, options: { ...options, [field.name]: text } }, event && field.name, event)} />
        ))}
      </div>
    </Panel>
  );
}
