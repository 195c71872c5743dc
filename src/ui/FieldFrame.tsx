import { type ReactNode, useId } from 'react';
import { Problem } from './Problem.tsx';

/** What stands around any input. */
export interface FieldFrameProps {
  readonly label: string;
  /** One line that is always there. */
  readonly hint?: ReactNode;
  /** What is wrong with the value: one sentence. */
  readonly problem?: string | undefined;
}

/** An input with its label over it and what is wrong with it under it. @param children - draws the input with these. */
export function FieldFrame({
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
