import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import { FieldProblem } from './Problem.tsx';
import { icons } from './icons.ts';
import { settingsWords } from '#i18n/words/settings.ts';

export interface ChoiceProps<V extends string> {
  readonly caption: string;
  readonly hint?: string;
  readonly options: readonly (readonly [value: V, word: ReactNode])[];
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
  /** The fault in it; the first one gets the focus of `focusInvalid`. */
  readonly problem?: string | undefined;
}

/** One of a few, all of them in sight. */
export function Choice<V extends string>({ caption, hint, options, value, onChange, problem }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset
      className="field"
      data-invalid={problem === undefined ? undefined : true}
      aria-describedby={problem && `${name}-p`}
    >
      <legend className="label">{caption}</legend>
      <div className={options.length === 3 ? 'choices choices-three' : 'choices'}>
        {options.map(([option, word]) => (
          <label className="choice" key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span className="button">
              <Icon of={icons.done} />
              {word}
            </span>
          </label>
        ))}
      </div>
      {hint && <p className="hint">{hint}</p>}
      <FieldProblem text={problem} id={`${name}-p`} />
    </fieldset>
  );
}

export interface SelectProps<V extends string> {
  readonly caption: string;
  /** Those with a group stand together under its name. */
  readonly options: readonly (readonly [value: V, word: string, group?: string | undefined])[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** One of many, by the browser's own list. */
export function Select<V extends string>({ caption, options, value, onChange }: SelectProps<V>) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {caption}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => {
          const next = options.find(([option]) => option === event.target.value);
          if (next) onChange(next[0]);
        }}
      >
        {[...new Set(options.map(([, , group]) => group))].map((name) => {
          const those = options.flatMap(([option, word, group]) =>
            group === name ? (
              <option key={option} value={option}>
                {word}
              </option>
            ) : (
              []
            ),
          );
          if (name === undefined) return those;
          return (
            <optgroup key={name} label={name}>
              {those}
            </optgroup>
          );
        })}
      </select>
    </div>
  );
}

export interface SwitchProps {
  readonly caption: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A setting that is on or off at once. */
export function Switch({ caption, hint, on, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <span className="label" id={`${id}-label`}>
          {caption}
        </span>
        {hint && (
          <span className="hint">
            <br />
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-checked={on}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch-track" aria-hidden="true">
        <span>{settingsWords()[on ? 'on' : 'off']}</span>
      </span>
    </label>
  );
}
