import { type FormField, jsonProblem } from './operationForm.ts';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { operationWords as words } from '#i18n/en/operation.ts';

export interface ParameterFieldProps {
  readonly field: FormField;
  readonly text: string;
  readonly problem: string | undefined;
  /** Whether the site lets no code be typed here. */
  readonly onlyScanned: boolean;
  readonly onChange: (text: string) => void;
}

/** A parameter by its wire name and its type. Under it stands what is wrong; of JSON at once. */
export function ParameterField({ field, text, problem, onlyScanned, onChange }: ParameterFieldProps) {
  const { name, type, json, known } = field;
  const isLocked = onlyScanned && type === 'string' && !known;
  const shared = {
    label: name,
    value: text,
    hint: isLocked ? words.onlyScanned : known ? words.known : json ? words[json] : words.types[type],
    onChange: (next: string) => {
      if (!isLocked) onChange(next);
    },
  };
  return (
    <div data-parameter={name}>
      {json ? (
        <TextArea {...shared} problem={problem ?? jsonProblem(field, text)} />
      ) : (
        <Field
          {...shared}
          problem={problem}
          inputMode={type === 'int' ? 'numeric' : type === 'decimal' ? 'decimal' : 'text'}
          enterKeyHint="done"
        />
      )}
    </div>
  );
}
