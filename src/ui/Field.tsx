import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** One line that is always there. */
  readonly hint?: ReactNode;
  /** What is wrong with the value: one sentence. */
  readonly problem?: string | undefined;
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly enterKeyHint?: 'done' | 'next' | 'go';
  /** Whether a scan may be put into this field. */
  readonly acceptsScan?: boolean;
  /** Stands to the right of the input, such as a button that shows what is hidden. */
  readonly beside?: ReactNode;
  /** Whether what stands there is selected when it gets the focus: what is typed then takes its place. */
  readonly isReplaced?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text field with its label over it and what is wrong with it under it. Nothing it holds is learned by a keyboard. */
export function Field({
  label,
  value,
  onChange,
  hint,
  problem,
  beside,
  acceptsScan,
  isReplaced,
  ...input
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].join(' ').trim();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="field-row">
        <input
          id={id}
          className="input"
          type="text"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...(acceptsScan && { 'data-accept-scan': '' })}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(isReplaced && { onFocus: ({ target }) => target.select() })}
          aria-invalid={problem !== undefined}
          aria-describedby={described || undefined}
        />
        {beside}
      </div>
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

/** Puts the focus into the first field that is marked as wrong: its sentence may be out of sight, or unseen. */
export function focusInvalid(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
}
