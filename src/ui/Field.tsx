import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode, Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export interface FieldProps extends FieldFrameProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly enterKeyHint?: 'done' | 'next' | 'go';
  /** Whether a scan takes the place of what stands in this field. */
  readonly acceptsScan?: boolean;
  /** Whether it is for what a person types alone: a scan never enters it. */
  readonly isTyped?: boolean;
  /** Stands to the right of the input, such as a button that shows what is hidden. */
  readonly beside?: ReactNode;
  /** Whether what stands there is selected when it gets the focus: what is typed then takes its place. */
  readonly isReplaced?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text field of one line. */
export function Field({
  label,
  hint,
  problem,
  value,
  onChange,
  beside,
  acceptsScan,
  isTyped,
  isReplaced,
  ...own
}: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(input) => (
        <div className="field-row">
          <input
            type="text"
            {...input}
            {...own}
            {...(acceptsScan && { 'data-accept-scan': '' })}
            {...(isTyped && { 'data-typed': '' })}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...(isReplaced && { onFocus: ({ target }) => target.select() })}
          />
          {beside}
        </div>
      )}
    </FieldFrame>
  );
}

/** Puts the focus into the first field that is marked as wrong: its sentence may be out of sight, or unseen. */
export function focusInvalid(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
}
