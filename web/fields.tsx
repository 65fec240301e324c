// The controls that inputs, rows and options are made of.

import type { ComponentChildren } from 'preact';
import type { Field as Described } from './messages.ts';

/** Browsers and password managers leave a text exactly as typed. */
const untouched = {
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
  // As an attribute: the property is a boolean in some browsers and missing in others.
  ref: (input: HTMLInputElement | null) => input?.setAttribute('autocorrect', 'off'),
} as const;

/** What is wrong with a field. */
function Wrong({ id, error }: { id: string; error: string | undefined }) {
  return error ? <p class="wrong" id={`${id}-error`}>{error}</p> : null;
}

interface FieldProps {
  /** Unlike any other in the playground. */
  id: string;
  label: ComponentChildren;
  text: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Of typing, the event says whether an input method is still composing; a choice has none. */
  onText: (text: string, event?: Event) => void;
  onDone: () => void;
  /** Whether to ask for a keyboard of digits. */
  digits?: boolean;
  /** How many of the form's columns it takes: one, two or all. */
  size?: '' | 'wide' | 'all';
  children?: ComponentChildren;
}

/** A field for a text. A number is a text too: nothing but the lesson reads it. */
export function TextField({ id, label, text, error, disabled, onText, onDone, digits, size = '', children }: FieldProps) {
  return (
    <div class={`field ${size}`} part="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        part="input"
        type="text"
        dir="auto"
        inputmode={digits ? 'numeric' : 'text'}
        enterkeyhint="done"
        {...untouched}
        value={text}
        defaultValue={text} // which WebKit goes back to in a page that it brings back, as autocomplete is off
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onInput={(event) => onText(event.currentTarget.value, event)}
        onCompositionEnd={(event) => onText(event.currentTarget.value, event)}
        onChange={onDone}
      />
      {children}
      {/[\r\n]/.test(text) && <p class="help">It has line breaks, which a field leaves out once you type.</p>}
      <Wrong id={id} error={error} />
    </div>
  );
}

interface ChoiceProps {
  id: string;
  label: ComponentChildren;
  choices: readonly string[];
  /** What to call the choices, where not by their own names. */
  names?: readonly string[];
  chosen: string;
  error?: string | undefined;
  onChoose: (choice: string) => void;
}

/** One of a few, side by side, or of many, in a list. */
export function Choice(props: ChoiceProps) {
  const { id, label, choices, names = choices, chosen, error, onChoose } = props;
  if (choices.length > 3) return <Select {...props} />;
  return (
    <fieldset class="field" part="field">
      <legend>{label}</legend>
      <div class="segments">
        {choices.map((choice, i) => (
          <label key={choice}>
            <input type="radio" name={id} value={choice} checked={choice === chosen} onChange={() => onChoose(choice)} />
            <span>{names[i]}</span>
          </label>
        ))}
      </div>
      <Wrong id={id} error={error} />
    </fieldset>
  );
}

/** One of many. */
export function Select({ id, label, choices, names = choices, chosen, error, onChoose }: ChoiceProps) {
  return (
    <div class="field" part="field">
      <label for={id}>{label}</label>
      <select id={id} part="input" value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map((choice, i) => <option key={choice} value={choice} selected={choice === chosen}>{names[i]}</option>)}
      </select>
      <Wrong id={id} error={error} />
    </div>
  );
}

interface LessonFieldProps extends Pick<FieldProps, 'id' | 'text' | 'error' | 'onText' | 'onDone'> {
  field: Described;
  digits: boolean;
}

/** The control for a field of a lesson. */
export function LessonField({ field, digits, text, onText, ...rest }: LessonFieldProps) {
  if (field.kind === 'choice') {
    return <Choice {...rest} label={field.label} choices={field.choices} chosen={text} onChoose={(choice) => onText(choice)} />;
  }
  const size = { int: '', token: 'wide', text: 'all' } as const;
  return <TextField {...rest} label={field.label} text={text} onText={onText} digits={field.kind === 'int' && digits} size={size[field.kind]} />;
}

/** A button that stays where it is, and keeps the focus, while it can't be used. */
export function Button({ act, label, children }: {
  act: (() => void) | undefined | false;
  label?: string;
  children: ComponentChildren;
}) {
  return (
    <button type="button" part="button" aria-label={label} aria-disabled={act ? undefined : true} onClick={() => act && act()}>
      {children}
    </button>
  );
}
