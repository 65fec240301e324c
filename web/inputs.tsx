// The inputs of the chosen step.

import { changeOp, changeStep, moveStep, removeStep } from './edits.ts';
import { Button, Choice, LessonField, TextField } from './fields.tsx';
import { Panel } from './panel.tsx';
import type { Props } from './view.ts';

export function Inputs({ view }: Props) {
  const { lesson, program, selected, step, error, compact, digits } = view;
  const op = lesson.ops.find(({ name }) => name === step?.op);
  if (!step) return null;
  const path = `steps[${selected}].`;
  const wrong = (name: string) => (error?.path === path + name ? error.message : undefined);
  const last = program.steps.length - 1;
  const move = (by: number) => selected + by >= 0 && selected + by <= last &&
    (() => view.arrange(moveStep(program, selected, selected + by), selected + by));
  const settle = () => view.settle();
  const fields = op?.fields.map((field) => (
    <LessonField key={field.name} id={`input-${field.name}`} field={field} digits={digits} text={step.inputs[field.name] ?? ''}
      error={wrong(field.name)} onDone={settle}
      onText={(text, event) => view.edit(changeStep(program, selected, { inputs: { [field.name]: text } }), event && path + field.name, event)} />
  ));
  const tools = !compact && (
    <div class="tools" role="group" aria-label="This step">
      <Button act={move(-1)} label="Move up">↑</Button>
      <Button act={move(1)} label="Move down">↓</Button>
      <Button act={() => view.arrange(removeStep(program, selected), selected)}>Remove</Button>
    </div>
  );
  return (
    <Panel name="inputs" title={`Step ${selected + 1} of ${program.steps.length}${compact ? `: ${step.op}` : ''}`} tools={tools}>
      {op && !compact && <p class="help">{op.name}: {op.help}</p>}
      {!compact && (
        <div class="who">
          {lesson.ops.length > 1 && (
            <Choice id="op" label="operation" choices={lesson.ops.map(({ name }) => name)} chosen={step.op} error={wrong('op')}
              onChoose={(name) => view.edit(changeOp(lesson, program, selected, name))} />
          )}
          {lesson.connections.length > 1 && (
            <Choice id="connection" label="connection" choices={lesson.connections} chosen={step.connection} error={wrong('connection')}
              onChoose={(connection) => view.edit(changeStep(program, selected, { connection }))} />
          )}
        </div>
      )}
      <div class="grid">
        {fields}
        {op?.fields.some(({ kind }) => kind === 'int') && (
          <button type="button" class="keyboard" aria-pressed={!digits} onClick={view.toggleDigits}>Keyboard with letters and −</button>
        )}
        {!compact && (
          <TextField id="label" size="all" label="label, printed before the answer" text={step.label} error={wrong('label')} onDone={settle}
            onText={(label, event) => view.edit(changeStep(program, selected, { label }), `${path}label`, event)} />
        )}
      </div>
    </Panel>
  );
}
