// Requests against payloads: what was submitted, and what became of it.

import { answerOf, StepButton } from './step-table.tsx';
import type { Props } from './view.ts';

export { default as css } from './figure-steps.css';

/** The different texts, in the order in which they first came. */
const distinct = (texts: (string | undefined)[]) => [...new Set(texts.filter((text) => text !== undefined))];

export function Replay({ view }: Props) {
  const { program: { steps }, result } = view;
  const rows = result?.rows ?? [];
  const requests = distinct([...steps.map(({ inputs }) => inputs['request']), ...rows.map((row) => String(row['request']))]);
  const payloads = distinct([...steps.map(({ inputs }) => inputs['payload']), ...rows.map((row) => String(row['payload']))]);
  const Name = ({ text }: { text: string }) => <span class="name-of" title={text} dir="auto">{text || '(empty)'}</span>;
  if (requests.length === 0) return <p class="none">Nothing is submitted.</p>;
  return (
    <figure part="figure">
      <div class="scroll">
        <table class="steps" aria-label="What was submitted, and what was answered">
          <thead>
            <tr>
              <th scope="col">request \ payload</th>
              {payloads.map((payload) => <th key={payload} scope="col"><Name text={payload} /></th>)}
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request}>
                <th scope="row"><Name text={request} /></th>
                {payloads.map((payload) => {
                  const jobs = rows.filter((row) => row['request'] === request && row['payload'] === payload);
                  return (
                    <td key={payload} class={jobs.length > 0 ? 'is-stored' : ''}>
                      {steps.map(({ inputs, op }, i) => inputs['request'] === request && inputs['payload'] === payload && (
                        <div key={i}><StepButton view={view} i={i} /> {op !== 'submit' && <><code>{op}</code>{' '}</>}{answerOf(view, i)}</div>
                      ))}
                      {jobs.map(({ id }) => <div key={id} class="badge">stored: job {id}</div>)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>{`Framed is what is stored after step ${view.selected + 1}. A number chooses its step.`}</figcaption>
    </figure>
  );
}
