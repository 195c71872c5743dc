import './answers.css';
import { useRef, useState } from 'react';
import { fitsAnswer } from '#contract/answerRule.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { judge } from '#contract/judging.ts';
import type { AnswerRule } from '#contract/answerRule.ts';
import { readTaught } from '#device/taughtRules.ts';
import { useSettings, useLookUps, useKeeping } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Alert.tsx';
import {
  type AnswerField,
  type Chosen,
  type Preview,
  faultOf,
  fieldsOf,
  piecesOf,
  previewOf,
  toldBy,
} from '#contract/teaching.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Problem } from '#ui/Problem.tsx';
import { words } from '#i18n/words.ts';
import { useInSight } from '#ui/useInSight.ts';

export interface TeachProps {
  readonly operation: OperationName;
  readonly text: string;
}

/** Lets a supervisor say what an answer means, by the answer itself. */
export function Teach({ operation, text }: TeachProps) {
  const { answersOf } = useLookUps();
  const supervisor = useSupervisor();
  const { problem, attempt } = useAttempt();
  const [texts, setTexts] = useState<readonly string[]>();
  const [said, setSaid] = useState<string>();
  const place = useRef<HTMLOutputElement>(null);
  useInSight(place, said);

  function open(): void {
    setSaid(undefined);
    void attempt(async () => {
      if (await supervisor.ask()) setTexts(await answersOf(operation));
    });
  }
  function close(kept: boolean): void {
    setTexts(undefined);
    if (kept) setSaid(words('teach').kept);
  }

  return (
    <>
      {texts ? (
        <Rule operation={operation} text={text} texts={texts} onClose={close} />
      ) : (
        <Button icon="unclassified" onClick={open}>
          {words('teach').teach}
        </Button>
      )}
      <output ref={place}>{said}</output>
      <Alert text={problem} />
    </>
  );
}

interface RuleProps extends TeachProps {
  readonly texts: readonly string[];
  readonly onClose: (kept: boolean) => void;
}

function Rule({ operation, text, texts, onClose }: RuleProps) {
  const { site, settings, teach } = useSettings();
  const { kept } = useKeeping();
  const { problem, attempt } = useAttempt();
  const fields = fieldsOf(text);
  const [verdict, setVerdict] = useState<'accepted' | 'refused'>();
  const [chosen, choose] = useState<Chosen>({ way: fields.length > 0 ? 'field' : 'part', part: '', pattern: '' });
  const told = toldBy(chosen, text);
  const rule: AnswerRule | undefined = verdict && told && { operation, ...told, verdict };
  const fault = told?.matches === undefined ? undefined : faultOf(told.matches);
  const isUsable = rule !== undefined && !fault && fitsAnswer(rule, text) === true;

  function save(): void {
    if (!rule || !isUsable) return;
    void attempt(async () => {
      const taught = { ...rule, taughtBy: settings().userId, taughtAt: Date.now() };
      await teach([...(await readTaught(kept)), taught]);
      onClose(true);
    });
  }

  return (
    <Panel title={words('teach').title}>
      {judge(site(), operation, text) !== 'unclassified' && <Problem text={words('teach').earlier} />}
      <Choice
        label={words('teach').verdict}
        options={[
          ['accepted', words('teach').accepted],
          ['refused', words('teach').refused],
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <WayChoice text={text} fields={fields} chosen={chosen} fault={fault} onChange={choose} />
      <output>
        {!rule ? (
          <p className="hint">{words('teach').nothing}</p>
        ) : fault ? null : !isUsable ? (
          <Problem text={words('teach').notHere} />
        ) : (
          <Shown preview={previewOf(site(), operation, rule, texts)} all={texts.length} />
        )}
      </output>
      <Alert text={problem} />
      <div className="buttons">
        <Button size="big" onClick={() => onClose(false)}>
          {words('teach').cancel}
        </Button>
        {isUsable && (
          <Button size="big" kind="primary" icon="done" onClick={save}>
            {words('teach').save}
          </Button>
        )}
      </div>
    </Panel>
  );
}

interface WayChoiceProps {
  readonly text: string;
  readonly fields: readonly AnswerField[];
  readonly chosen: Chosen;
  readonly fault: ReturnType<typeof faultOf>;
  readonly onChange: (chosen: Chosen) => void;
}

/** By what of the answer the rule knows it. */
function WayChoice({ text, fields, chosen, fault, onChange }: WayChoiceProps) {
  const { way, part, pattern, field } = chosen;
  const ways = (['part', 'field', 'whole', 'pattern'] as const).filter((one) => one !== 'field' || fields.length > 0);
  return (
    <>
      <Choice
        label={words('teach').by}
        options={ways.map((one) => [one, words('teach').ways[one]])}
        value={way}
        onChange={(next) => onChange({ ...chosen, way: next })}
      />
      {way === 'part' && <Part text={text} part={part} onChange={(next) => onChange({ ...chosen, part: next })} />}
      {way === 'field' && (
        <div className="teach-fields">
          <Choice
            label={words('teach').field}
            options={fields.map(({ pointer, value }, index) => [
              String(index),
              words('teach').says.json({ pointer: pointer === '' ? '""' : pointer, value: JSON.stringify(value) }),
            ])}
            value={field && String(fields.findIndex(({ pointer }) => pointer === field.pointer))}
            onChange={(index) => onChange({ ...chosen, field: fields[Number(index)] })}
          />
        </div>
      )}
      {way === 'pattern' && (
        <Field
          label={words('teach').pattern}
          hint={words('teach').patternHint}
          value={pattern}
          onChange={(next) => onChange({ ...chosen, pattern: next })}
          problem={fault && (fault === 'bad' ? words('teach').badPattern : words('teach').slowPattern)}
        />
      )}
    </>
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
      <p className="label">{words('teach').part}</p>
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
      <Field label={words('teach').partText} value={part} onChange={onChange} />
    </>
  );
}

function Shown({ preview, all }: { readonly preview: Preview; readonly all: number }) {
  return (
    <>
      <p>{words('teach').preview({ all })}</p>
      <ul>
        {(['accepted', 'refused', 'unclassified', 'known'] as const)
          .filter((kind) => preview[kind] > 0)
          .map((kind) => (
            <li key={kind}>{words('teach').previewOf[kind]({ many: preview[kind] })}</li>
          ))}
      </ul>
    </>
  );
}
