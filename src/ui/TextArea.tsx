import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export interface TextAreaProps extends FieldFrameProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text of several lines. */
export function TextArea({ value, onChange, ...frame }: TextAreaProps) {
  return (
    <FieldFrame {...frame}>
      {(input) => <textarea {...input} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />}
    </FieldFrame>
  );
}
