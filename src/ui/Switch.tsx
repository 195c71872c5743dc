import { useId } from 'react';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly words: { readonly on: string; readonly off: string };
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A setting that is on or off at once. */
export function Switch({ label, hint, words, on, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <span className="label" id={`${id}-label`}>
          {label}
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
        <span>{on ? words.on : words.off}</span>
      </span>
    </label>
  );
}
