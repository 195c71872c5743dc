import './object.css';
import { NumberPad } from '#tasks/weight/NumberPad.tsx';
import { ScalePanel } from '#tasks/weight/ScalePanel.tsx';
import { sentAs, unitOf } from './objectPrompt.ts';
import { optionsOf, unitsOf } from '#tasks/task/fieldCheck.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import type { TaskField } from '#tasks/task/task.ts';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Fold } from '#ui/Fold.tsx';
import { inHandWords } from '#i18n/words/inHand.ts';

export interface TaskFieldsProps {
  readonly fields: readonly TaskField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, string>>;
  /** Names of the fields whose value came from the service. */
  readonly found?: readonly string[];
  /** The sentence about the number that is known, beside its field. */
  readonly known?: string | undefined;
  readonly onChange: (name: string, text: string) => void;
  /** Called on Enter in the field of a number. */
  readonly onEnter: () => void;
}

/** Shows the fields beside the scan, those that may stay empty folded until something is written in one. A scanner that types into a field is kept out of it and arrives as a scan. */
export function TaskFields({ fields, texts, problems, found = [], known, onChange, onEnter }: TaskFieldsProps) {
  const { site } = useHandheld();
  const weight = fields.find(({ input }) => input === 'decimal');
  const unit = fields.find(({ input }) => input === 'choice');
  const others = fields.filter((field) => field !== weight && field !== unit);
  const free = others.filter(({ optional }) => optional);
  const isOwn = ({ name }: TaskField): boolean =>
    problems[name] !== undefined || ((texts[name] ?? '') !== '' && !found.includes(name));
  const draw = (field: TaskField) => {
    const { name, input } = field;
    const text = texts[name] ?? '';
    const shared = { caption: field.caption(), problem: problems[name], onChange: (to: string) => onChange(name, to) };
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
        {...((input === 'decimal' || input === 'int') && { isReplaced: true, onEnter })}
        beside={field === weight && !unit && <Beside unit={unitOf({ fields }, site(), texts)} known={known} />}
      />
    );
  };
  return (
    <>
      {weight && (
        <div className="weighing">
          <div className="weigh">
            {draw(weight)}
            {unit && draw(unit)}
          </div>
          <NumberPad text={texts[weight.name] ?? ''} onChange={(text) => onChange(weight.name, text)} />
        </div>
      )}
      {others.filter(({ optional }) => !optional).map(draw)}
      {free.length > 0 && (
        <Fold title={free.map((field) => field.caption()).join(', ')} open={free.some(isOwn) || undefined}>
          {free.map(draw)}
        </Fold>
      )}
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
  if (field.found !== undefined) return isFound ? inHandWords().found : inHandWords().notFound;
  if (field.stored !== undefined && (text === '' || isFound)) return inHandWords()[text === '' ? 'erases' : 'found'];
  if (field.input !== 'decimal') return field.hint?.() ?? (field.optional && inHandWords().optional);
  const sent = sentAs(field.caption(), text);
  return sent === undefined || sent === text ? undefined : inHandWords().sentAs({ text: sent });
}

function Beside({ unit, known }: { readonly unit: string | undefined; readonly known: string | undefined }) {
  return (
    <span className="beside">
      {unit !== undefined && <b>{unit}</b>}
      {known !== undefined && <span className="hint">{known}</span>}
    </span>
  );
}
