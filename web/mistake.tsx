// Which mistake the program is run with, how many of its answers are wrong, and the way back.

import { Button } from './fields.tsx';
import type { Props } from './view.ts';

export function Mistake({ view }: Props) {
  const { lesson, program, outcome } = view;
  const mistake = lesson.variants.find(({ name }) => name === program.variant);
  if (!mistake) return null;
  const wrong = outcome.steps.filter(({ right }) => right !== undefined).length;
  return (
    <div class="mistake" part="mistake" role="note">
      <p><strong>{`A mistake, on purpose: ${mistake.title}.`}</strong> {mistake.says}</p>
      <p>
        <b>{wrong === 0 ? 'All answers are the right ones here.' : `${wrong} answer${wrong > 1 ? 's are' : ' is'} wrong.`}</b>
        {' '}
        <Button act={() => view.edit({ ...program, variant: '' })}>Back to the right contract</Button>
      </p>
    </div>
  );
}
