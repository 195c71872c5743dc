import { useMemo, useState } from 'react';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { type AnswerField, type ChosenRule, type faultOf, piecesOf } from '#site/teaching.ts';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { teachWords } from '#i18n/words/teach.ts';

interface WayChoiceProps {
  readonly text: string;
  readonly fields: readonly AnswerField[];
  readonly chosen: ChosenRule;
  readonly fault: ReturnType<typeof faultOf>;
  readonly onChange: (chosen: ChosenRule) => void;
}

/** Asks by which part of the answer the rule is to know it. */
export function WayChoice({ text, fields, chosen, fault, onChange }: WayChoiceProps) {
  const { way, part, pattern, field } = chosen;
  const ways = (['part', 'field', 'whole', 'pattern'] as const).filter((one) => one !== 'field' || fields.length > 0);
  return (
    <>
      <Choice
        caption={teachWords().by}
        options={ways.map((one) => [one, teachWords().ways[one]])}
        value={way}
        onChange={(next) => onChange({ ...chosen, way: next })}
      />
      {way === 'part' && <Part text={text} part={part} onChange={(next) => onChange({ ...chosen, part: next })} />}
      {way === 'field' && (
        <div className="teach-fields">
          <Choice
            caption={teachWords().field}
            options={fields.map(({ pointer, value }, index) => [
              String(index),
              teachWords().says.json({ pointer: pointer === '' ? '""' : pointer, value: JSON.stringify(value) }),
            ])}
            value={field && String(fields.findIndex(({ pointer }) => pointer === field.pointer))}
            onChange={(index) => onChange({ ...chosen, field: fields[Number(index)] })}
          />
        </div>
      )}
      {way === 'pattern' && (
        <Field
          caption={teachWords().pattern}
          hint={teachWords().patternHint}
          value={pattern}
          onChange={(next) => onChange({ ...chosen, pattern: next })}
          problem={fault && (fault === 'bad' ? teachWords().badPattern : teachWords().slowPattern)}
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
  const read = useMemo(() => withoutFiles(text), [text]);
  const pieces = piecesOf(read);
  const [ends, setEnds] = useState<readonly [number, number]>();

  function tap(index: number): void {
    const next: readonly [number, number] =
      ends && ends[0] === ends[1] ? [Math.min(ends[0], index), Math.max(ends[1], index)] : [index, index];
    setEnds(next);
    onChange(read.slice(pieces[next[0]]?.from, pieces[next[1]]?.to));
  }

  return (
    <>
      <p className="label">{teachWords().part}</p>
      <div className="buttons">
        {pieces.map((piece, index) => (
          <button
            type="button"
            className="button piece"
            key={piece.from}
            aria-pressed={ends !== undefined && index >= ends[0] && index <= ends[1]}
            onClick={() => tap(index)}
          >
            {piece.text}
          </button>
        ))}
      </div>
      <Field caption={teachWords().partText} value={part} onChange={onChange} />
    </>
  );
}
