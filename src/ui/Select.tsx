import { useId } from 'react';

export interface SelectProps<V extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: V, word: string])[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** One of many, by the browser's own list. */
export function Select<V extends string>({ label, options, value, onChange }: SelectProps<V>) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
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
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
