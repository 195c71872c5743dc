import { useId } from 'react';
import { Icon } from './Icon.tsx';

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** What is wrong with the value: one sentence. */
  readonly problem?: string | undefined;
}

/** A text of several lines with its label over it and what is wrong with it under it. */
export function TextArea({ label, value, onChange, hint, problem }: TextAreaProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].join(' ').trim();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input"
        rows={3}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {problem && (
          <p className="problem" id={`${id}-problem`}>
            <Icon name="warning" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </div>
  );
}
