import './answers.css';
import { useRef, useState } from 'react';
import { fitsAnswer } from '#contract/answerRule.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { judge } from '#contract/site.ts';
import type { AnswerRule } from '#contract/answerRule.ts';
import { readTaught } from '#device/taughtRules.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { type Preview, faultOf, fieldsOf, piecesOf, previewOf, wholeText } from './teaching.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { teachWords as words } from '#i18n/en/answer.ts';
import { useInSight } from '#ui/useInSight.ts';

export interface TeachProps {
  readonly operation: OperationName;
  readonly text: string;
}

/** Lets a supervisor say what an answer means, by the answer itself. */
export function Teach({ operation, text }: TeachProps) {
  const { answersOf, explain } = useHandheld();
  const supervisor = useSupervisor();
  const [texts, setTexts] = useState<readonly string[]>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const place = useRef<HTMLOutputElement>(null);
  useInSight(place, said);

  async function open(): Promise<void> {
    setSaid(undefined);
    setProblem(undefined);
    try {
      if (await supervisor.ask()) setTexts(await answersOf(operation));
    } catch (error) {
      setProblem(explain(error));
    }
  }

  return (
    <>
      {texts ? (
        <Rule
          operation={operation}
          text={text}
          texts={texts}
          onClose={(kept) => {
            setTexts(undefined);
            if (kept) setSaid(words.kept);
          }}
        />
      ) : (
        <Button icon="unclassified" onClick={() => void open()}>
          {words.teach}
        </Button>
      )}
      <output ref={place}>{said}</output>
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
    </>
  );
}

type Way = keyof typeof words.ways;

interface RuleProps extends TeachProps {
  readonly texts: readonly string[];
  readonly onClose: (kept: boolean) => void;
}

function Rule({ operation, text, texts, onClose }: RuleProps) {
  const { site, settings, kept, teach, explain } = useHandheld();
  const fields = fieldsOf(text);
  const [verdict, setVerdict] = useState<'accepted' | 'refused'>();
  const [way, setWay] = useState<Way>(fields.length > 0 ? 'field' : 'part');
  const [part, setPart] = useState('');
  const [field, setField] = useState<number>();
  const [pattern, setPattern] = useState('');
  const [problem, setProblem] = useState<string>();
  const told = toldBy({ way, part, pattern, text, field: field === undefined ? undefined : fields[field] });
  const rule: AnswerRule | undefined = verdict && told && { operation, ...told, verdict };
  const fault = way === 'pattern' || way === 'whole' ? told?.matches !== undefined && faultOf(told.matches) : undefined;
  const isUsable = rule !== undefined && !fault && fitsAnswer(rule, text) === true;
  const isEarlier = judge(site(), operation, text) !== 'unclassified';

  async function save(): Promise<void> {
    if (!rule || !isUsable) return;
    try {
      const taught = { ...rule, taughtBy: settings().userId, taughtAt: Date.now() };
      await teach([...(await readTaught(kept)), taught]);
      onClose(true);
    } catch (error) {
      setProblem(explain(error));
    }
  }

  const ways = (['part', 'field', 'whole', 'pattern'] as const).filter((one) => one !== 'field' || fields.length > 0);
  return (
    <Panel title={words.title}>
      {isEarlier && <Problem text={words.earlier} />}
      <Choice
        label={words.verdict}
        options={[
          ['accepted', words.accepted],
          ['refused', words.refused],
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <Choice label={words.by} options={ways.map((one) => [one, words.ways[one]])} value={way} onChange={setWay} />
      {way === 'part' && <Part text={text} part={part} onChange={setPart} />}
      {way === 'field' && (
        <div className="teach-fields">
          <Choice
            label={words.field}
            options={fields.map(({ pointer, value }, index) => [
              String(index),
              words.says.json(pointer === '' ? '""' : pointer, JSON.stringify(value)),
            ])}
            value={field === undefined ? undefined : String(field)}
            onChange={(index) => setField(Number(index))}
          />
        </div>
      )}
      {way === 'pattern' && (
        <Field
          label={words.pattern}
          hint={words.patternHint}
          value={pattern}
          onChange={setPattern}
          problem={fault === 'bad' ? words.badPattern : fault === 'slow' ? words.slowPattern : undefined}
        />
      )}
      <output>
        {!rule ? (
          <p className="hint">{words.nothing}</p>
        ) : fault ? null : !isUsable ? (
          <Problem text={words.notHere} />
        ) : (
          <Shown preview={previewOf(site(), operation, rule, texts)} all={texts.length} />
        )}
      </output>
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
      <div className="buttons">
        <Button size="big" onClick={() => onClose(false)}>
          {words.cancel}
        </Button>
        {isUsable && (
          <Button size="big" kind="primary" icon="done" onClick={() => void save()}>
            {words.save}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** A run of words, chosen by its first and its last one; it may be written too. */
function Part({
  text,
  part,
  onChange,
}: {
  readonly text: string;
  readonly part: string;
  readonly onChange: (part: string) => void;
}) {
  const pieces = piecesOf(text);
  const [ends, setEnds] = useState<readonly [number, number]>();

  function tap(index: number): void {
    const next: readonly [number, number] =
      ends && ends[0] === ends[1] ? [Math.min(ends[0], index), Math.max(ends[1], index)] : [index, index];
    setEnds(next);
    onChange(text.slice(pieces[next[0]]?.from, pieces[next[1]]?.to));
  }

  return (
    <>
      <p className="label">{words.part}</p>
      <div className="pieces">
        {pieces.map((piece, index) => (
          <button
            type="button"
            className="piece"
            key={piece.from}
            aria-pressed={ends !== undefined && index >= ends[0] && index <= ends[1]}
            onClick={() => tap(index)}
          >
            {piece.text}
          </button>
        ))}
      </div>
      <Field label={words.partText} value={part} onChange={onChange} />
    </>
  );
}

function Shown({ preview, all }: { readonly preview: Preview; readonly all: number }) {
  return (
    <>
      <p>{words.preview(all)}</p>
      <ul>
        {(['accepted', 'refused', 'unclassified', 'known'] as const)
          .filter((kind) => preview[kind] > 0)
          .map((kind) => (
            <li key={kind}>{words.previewOf[kind](preview[kind])}</li>
          ))}
      </ul>
    </>
  );
}

interface Told {
  readonly way: Way;
  readonly part: string;
  readonly pattern: string;
  readonly text: string;
  readonly field: ReturnType<typeof fieldsOf>[number] | undefined;
}

/** What the rule holds to, as far as it was chosen. */
function toldBy({ way, part, pattern, text, field }: Told): Omit<AnswerRule, 'verdict' | 'operation'> | undefined {
  switch (way) {
    case 'part':
      return part === '' ? undefined : { contains: part };
    case 'field':
      return field && { json: field.pointer, equals: field.value };
    case 'whole':
      return { matches: wholeText(text) };
    case 'pattern':
      return pattern === '' ? undefined : { matches: pattern };
  }
}
