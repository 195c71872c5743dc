import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { Problem } from './Problem.tsx';

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

export interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
}

/** An input with its label over it and what is wrong with it under it. @param children - draws the input with these. */
function FieldFrame({
  label,
  hint,
  problem,
  children,
}: FieldFrameProps & { readonly children: (input: ReturnType<typeof inputOf>) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].join(' ').trim();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(inputOf(id, described, problem))}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div aria-live="polite">{problem && <Problem text={problem} id={`${id}-problem`} />}</div>
    </div>
  );
}

/** Nothing that an input holds is learned or changed by a keyboard. */
function inputOf(id: string, described: string, problem: string | undefined) {
  return {
    id,
    className: 'input',
    autoComplete: 'off',
    autoCorrect: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
  };
}

export interface TextAreaProps extends FieldFrameProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextArea({ value, onChange, ...frame }: TextAreaProps) {
  return (
    <FieldFrame {...frame}>
      {(input) => <textarea {...input} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />}
    </FieldFrame>
  );
}
