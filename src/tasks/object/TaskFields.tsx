import { checkDecimal } from '#contract/call.ts';
import { ScalePanel } from '#tasks/weight/ScalePanel.tsx';
import { optionsOf, unitsOf } from '#tasks/task/fieldCheck.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import type { TaskField } from '#tasks/task/task.ts';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { words } from '#i18n/words.ts';

export interface TaskFieldsProps {
  readonly fields: readonly TaskField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, string>>;
  /** Names of the fields whose value came from the service. */
  readonly found?: readonly string[];
  readonly onChange: (name: string, text: string) => void;
}

/** Shows the fields beside the scan. A scanner that types into a field is kept out of it and arrives as a scan. */
export function TaskFields({ fields, texts, problems, found = [], onChange }: TaskFieldsProps) {
  const { site } = useHandheld();
  const weight = fields.find(({ input }) => input === 'decimal');
  const unit = fields.find(({ input }) => input === 'choice');
  return (
    <>
      {fields.map((field) => {
        const { name, input } = field;
        const text = texts[name] ?? '';
        const shared = { label: field.label(), problem: problems[name], onChange: (to: string) => onChange(name, to) };
        return input === 'choice' ? (
          <Choice key={name} {...shared} options={optionsOf(site())} value={text === '' ? undefined : text} />
        ) : (
          <Field
            key={name}
            {...shared}
            value={text}
            hint={hintOf(field, text, found.includes(name))}
            inputMode={input === 'decimal' ? 'decimal' : input === 'int' ? 'numeric' : 'text'}
            enterKeyHint="done"
            isReplaced={input === 'decimal' || input === 'int'}
          />
        );
      })}
      {weight && (
        <ScalePanel
          units={unit ? unitsOf(site()) : (site().weightUnits ?? [])}
          chosen={unit ? texts[unit.name] : site().weightUnits?.[0]?.value}
          onTake={(taken) => {
            onChange(weight.name, taken.text);
            if (unit && taken.unit) onChange(unit.name, taken.unit.value);
          }}
        />
      )}
    </>
  );
}

function hintOf(field: TaskField, text: string, isFound: boolean): string | undefined {
  if (field.found !== undefined) return isFound ? words('object').found : words('object').notFound;
  if (field.stored !== undefined && (text === '' || isFound)) return words('object')[text === '' ? 'erases' : 'found'];
  const hint = field.hint?.();
  if (field.input !== 'decimal') return hint ?? (field.optional && words('object').optional);
  try {
    return words('object').sentAs({ text: checkDecimal(field.label(), text) });
  } catch {
    return hint; // not a number yet; what is wrong is said when it is to be saved
  }
}
