// The edits a reader makes to a program, each giving another program. None of them judges what was typed.

import type { Field, Lesson } from './messages.ts';
import type { Program, Step, Texts } from './program.ts';

const defaults = (fields: Field[]): Texts => Object.fromEntries(fields.map((field) => [field.name, field.default]));

/** The program with what it leaves to the lesson filled in: options, row and connections. */
export function fill(lesson: Lesson, program: Program): Program {
  const own = lesson.programs[0]?.program;
  return {
    ...program,
    options: { ...defaults(lesson.options), ...program.options },
    row: program.row ?? own?.row,
    steps: program.steps.map((step) => ({ ...step, connection: step.connection || (lesson.connections[0] ?? '') })),
  };
}

function setStep(program: Program, i: number, change: Partial<Step>): Program {
  return { ...program, steps: program.steps.map((step, at) => (at === i ? { ...step, ...change } : step)) };
}

/** Changes a step's label, connection or inputs; inputs that are not named stay. */
export function changeStep(program: Program, i: number, { inputs, ...change }: Partial<Step>): Program {
  return setStep(program, i, { ...change, inputs: { ...program.steps[i]?.inputs, ...inputs } });
}

/** Gives a step another operation: fields that both have keep their texts, and so does a label of the reader's own. */
export function changeOp(lesson: Lesson, program: Program, i: number, name: string): Program {
  const step = program.steps[i];
  const op = lesson.ops.find((op) => op.name === name);
  if (!step || !op) return program;
  const was = lesson.ops.find((op) => op.name === step.op);
  const inputs = Object.fromEntries(op.fields.map((field) => [field.name, step.inputs[field.name] ?? field.default]));
  return setStep(program, i, { op: name, label: step.label === was?.label ? op.label : step.label, inputs });
}

/** Inserts a new step; where a step with this operation stands before, it begins with that one's inputs. */
export function addStep(lesson: Lesson, program: Program, at: number, name: string): Program {
  const op = lesson.ops.find((op) => op.name === name);
  if (!op) return program;
  const like = program.steps.slice(0, at).findLast((step) => step.op === name);
  const connection = program.steps[at - 1]?.connection ?? lesson.connections[0] ?? '';
  const step = { op: name, label: op.label, connection, inputs: like?.inputs ?? defaults(op.fields) };
  return { ...program, steps: program.steps.toSpliced(at, 0, step) };
}

/** Takes a step out. */
export function removeStep(program: Program, i: number): Program {
  return { ...program, steps: program.steps.toSpliced(i, 1) };
}

/** Moves a step; there must be a step at both places. */
export function moveStep(program: Program, from: number, to: number): Program {
  const step = program.steps[from];
  if (!step || to < 0 || to >= program.steps.length) return program;
  return { ...program, steps: program.steps.toSpliced(from, 1).toSpliced(to, 0, step) };
}

/** Sets a field of the first step that has it, as an attribute does; undefined where no step has one. */
export function setFirst(program: Program, name: string, text: string): Program | undefined {
  const i = program.steps.findIndex((step) => Object.hasOwn(step.inputs, name));
  return i < 0 ? undefined : changeStep(program, i, { inputs: { [name]: text } });
}
