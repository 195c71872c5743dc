import type { LookUp } from '#outbox/liveReads.ts';
import { type AnswerLine, answerLines } from '#tasks/answerLines.ts';
import { Code } from '#ui/Code.tsx';
import { type Fact, Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Problem } from '#ui/Problem.tsx';
import { lookUpWords as words } from '#ui/lookUpMessages.ts';
import { timeWords } from '#ui/timeMessages.ts';

const MANY_LINES = 60;

export interface AnswerProps {
  readonly lookUp: 'asking' | LookUp;
  /** Unix ms. */
  readonly now: number;
  /** Lines that are shown at once. @default 60 */
  readonly lines?: number;
}

/** What the service says: JSON as labels and values, anything else as it came, with its age where it is not fresh. */
export function Answer({ lookUp, now, lines }: AnswerProps) {
  if (lookUp === 'asking') return <p className="hint">{words.asking}</p>;
  const { answer, fresh, reason } = lookUp;
  if (!answer) return <Problem text={reason ?? words.none} />;
  const age = timeWords.ago(now - answer.at);
  return (
    <div className="stack">
      {fresh ? <p className="hint">{words.fresh(age)}</p> : <Problem text={words.notFresh(age)} />}
      <AnswerText text={answer.text} {...(lines !== undefined && { shown: lines })} />
    </div>
  );
}

/** A result text of the service, readable and as it came. */
export function AnswerText({ text, shown = MANY_LINES }: { readonly text: string | null; readonly shown?: number }) {
  if (text === null || text === '') return <p>{text === null ? words.noText : words.emptyText}</p>;
  const lines = answerLines(text, words);
  if (!lines) return <pre className="verbatim">{text}</pre>;
  const rest = lines.slice(shown);
  return (
    <div>
      <Facts facts={lines.slice(0, shown).map(factOf)} />
      {rest.length > 0 && (
        <details>
          <Summary text={words.rest(rest.length)} />
          <Facts facts={rest.map(factOf)} />
        </details>
      )}
      <details>
        <Summary text={words.asSent} />
        <pre className="verbatim">{text}</pre>
      </details>
    </div>
  );
}

function factOf({ label, value, inner }: AnswerLine): Fact {
  return { label, inner, ...(value !== undefined && { value: <Code text={value} /> }) };
}

function Summary({ text }: { readonly text: string }) {
  return (
    <summary>
      <Icon name="more" />
      {text}
    </summary>
  );
}
