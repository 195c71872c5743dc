import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldProblem } from './Problem.tsx';

type OfInput = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete' | 'enterKeyHint'>;

export interface FieldProps extends OfInput {
  readonly caption: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of a text of several lines; absent: it is one. */
  readonly rows?: number;
  /** `true`: a scan takes the place of what stands in this field. */
  readonly acceptsScan?: boolean;
  /** `true`: it is for what a person types alone: a scan never enters it. */
  readonly isTyped?: boolean;
  /** Stands to the right of the input, such as a button that shows what is hidden. */
  readonly beside?: ReactNode;
  /** `true`: what stands there is selected when it gets the focus: what is typed then takes its place. */
  readonly isReplaced?: boolean;
  readonly onEnter?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text field with its caption over it, and what is wrong with it under it. */
export function Field({
  caption,
  hint,
  problem,
  onChange,
  rows,
  beside,
  acceptsScan,
  isTyped,
  isReplaced,
  onEnter,
  ...own
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].join(' ').trim();
  const input = {
    id,
    ...learnsNothing,
    className: 'input',
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {caption}
      </label>
      {rows === undefined ? (
        <div className="field-row">
          <input
            type="text"
            {...input}
            {...own}
            {...(acceptsScan && { 'data-accept-scan': '' })}
            {...(isTyped && { 'data-typed': '' })}
            {...(onEnter && { onKeyDown: ({ key }) => key === 'Enter' && onEnter() })}
            {...(isReplaced && { onFocus: ({ target }) => target.select() })}
          />
          {beside}
        </div>
      ) : (
        <textarea {...input} rows={rows} value={own.value} />
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldProblem text={problem} id={`${id}-problem`} />
    </div>
  );
}

/** Nothing that an input holds is learned or changed by a keyboard. */
const learnsNothing = { autoComplete: 'off', autoCorrect: 'off', autoCapitalize: 'none', spellCheck: false };

/** Puts the focus into the first field that is marked as wrong: its sentence may be out of sight, or unseen. */
export function focusInvalid(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
}
