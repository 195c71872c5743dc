import './answers.css';
import { type ReactNode, useState } from 'react';
import type { LookUp } from '#outbox/liveReads.ts';
import { type AnswerLine, type AnswerTable, answerLines } from './answerLines.ts';
import { answerValue } from './answerValue.ts';
import { CodeOrText, Verbatim } from './CodeLink.tsx';
import { Failable, PartFailed } from '#ui/Failable.tsx';
import { Fold } from '#ui/Fold.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { type Fact, FactList } from '#ui/Facts.tsx';
import { Problem } from '#ui/Problem.tsx';
import { ago } from '#i18n/ago.ts';
import { words } from '#i18n/words.ts';
import { part } from '#ui/part.tsx';
import { useNow } from '#ui/useNow.ts';
import { icons } from '#ui/icons.ts';

/** A chunk of its own, with what draws bars: few answers have a label in them. */
const Printout = part(() => import('./Printout.tsx'), 'Printout');

const MANY_LINES = 60;
const FIRST_ROWS = 20;
const MORE_ROWS = 100;

export interface AnswerSectionProps {
  readonly lookUp: 'none' | 'loading' | LookUp;
  readonly isBefore?: boolean | undefined;
  readonly lines?: number | undefined;
  /** Asks the same once more; absent: the screen has another button for it. */
  readonly onAgain?: () => void;
  readonly children?: ReactNode;
}

/** The part of a screen with what the service said; not there as long as nothing was asked. */
export function AnswerSection({ lookUp, lines, isBefore, onAgain, children }: AnswerSectionProps) {
  if (lookUp === 'none') return null;
  const hasEnded = lookUp !== 'loading';
  return (
    <section className="stack" aria-label={words('lookUp').answer}>
      <h3 className="section-head">{words('lookUp').answer}</h3>
      {isBefore && hasEnded && <Problem text={words('lookUp').before} />}
      <Answer lookUp={lookUp} lines={lines} />
      {children}
      {onAgain && hasEnded && (
        <Button icon={icons.again} onClick={onAgain}>
          {words('lookUp').again}
        </Button>
      )}
    </section>
  );
}

/** Shows the service's answer: JSON as labels and values, anything else as it came, with its age where it is not fresh. */
export function Answer({ lookUp, lines }: Pick<AnswerSectionProps, 'lines'> & { readonly lookUp: 'loading' | LookUp }) {
  const now = useNow();
  if (lookUp === 'loading') return <p className="hint">{words('lookUp').asking}</p>;
  const { answer, fresh, reason, detail } = lookUp;
  const age = ago(now - (answer?.at ?? 0));
  const heard = words('lookUp').fresh({ ago: age });
  const notFresh = reason === undefined ? words('lookUp').notFresh({ ago: age }) : `${heard} ${reason}`;
  return (
    <>
      {fresh ? (
        <p className="hint">{heard}</p>
      ) : (
        <Problem text={answer ? notFresh : (reason ?? words('lookUp').none)} />
      )}
      {detail !== undefined && <Fold title={words('lookUp').forIt}>{detail}</Fold>}
      {answer && <AnswerText text={answer.text} shown={lines} />}
    </>
  );
}

/** A result text of the service, readable and as it came. */
export function AnswerText({
  text,
  shown = MANY_LINES,
}: {
  readonly text: string | null;
  readonly shown?: number | undefined;
}) {
  if (text === null || text === '') return <p>{text === null ? words('lookUp').noText : words('lookUp').emptyText}</p>;
  return (
    <Failable of={text} renderFailed={(again) => <AsItCame text={text} again={again} />}>
      <Readable text={text} shown={shown} />
    </Failable>
  );
}

function AsItCame({ text, again }: { readonly text: string; readonly again: () => void }) {
  return (
    <>
      <PartFailed again={again} />
      <Verbatim text={text} />
    </>
  );
}

function Readable({ text, shown }: { readonly text: string; readonly shown: number }) {
  const hosts = useImageHosts();
  const lines = answerLines(text);
  if (!lines && answerValue(text, hosts).kind === 'text') return <Verbatim text={text} />;
  const rest = lines?.slice(shown) ?? [];
  return (
    <div>
      {lines ? <Lines lines={lines.slice(0, shown)} /> : <Value text={text} />}
      {rest.length > 0 && (
        <Fold title={words('lookUp').rest({ many: rest.length })}>
          <Lines lines={rest} />
        </Fold>
      )}
      <Fold title={words('lookUp').asSent}>
        <Verbatim text={text} />
      </Fold>
    </div>
  );
}

function useImageHosts(): readonly string[] {
  return useHandheld().site().imageHosts ?? [];
}

function Lines({ lines }: { readonly lines: readonly AnswerLine[] }) {
  const hosts = useImageHosts();
  const facts = lines.map(({ label, value, inner, table }): Fact => {
    if (table) return { label, value: <Table label={label} table={table} />, isWide: true };
    if (value === undefined) return { label, inner };
    const isWide = !['text', 'link'].includes(answerValue(value, hosts).kind);
    return { label, inner, value: <Value text={value} />, isWide };
  });
  return <FactList facts={facts} />;
}

/** Like objects beside each other; it scrolls sideways in itself, and its rows come in parts. */
function Table({ label, table }: { readonly label: string; readonly table: AnswerTable }) {
  const [shown, setShown] = useState(FIRST_ROWS);
  const left = table.rows.length - shown;
  return (
    <>
      {/* What scrolls takes the keys, also where nothing in it does (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="answer-table" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((row, index) => (
              // Rows may be equal; the place is what tells them apart.
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={table.columns[column]}>{cell !== undefined && <Value text={cell} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && <Button onClick={() => setShown(shown + MORE_ROWS)}>{words('answer').moreRows({ left })}</Button>}
    </>
  );
}

function Value({ text }: { readonly text: string }) {
  const value = answerValue(text, useImageHosts());
  switch (value.kind) {
    case 'text':
      return <CodeOrText text={text} />;
    case 'link':
      return <OutsideLink url={value.url} text={text} />;
    case 'image':
      return <Picture url={value.url} text={text} />;
    case 'cut':
      return <Problem text={words('print').cutOff} />;
    case 'zpl':
    case 'pdf':
      return <Printout value={value} text={text} />;
  }
}

function OutsideLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a className="answer-link" href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {text}
    </a>
  );
}

function Picture({ url, text }: { readonly url: string; readonly text: string }) {
  const [failed, setFailed] = useState(false);
  const isOutside = !url.startsWith('data:');
  return (
    <>
      {failed ? (
        <span className="hint">{words('answer').noPicture}</span>
      ) : (
        <img
          className="answer-picture"
          src={url}
          alt={words('answer').picture}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
      {isOutside && <OutsideLink url={url} text={text} />}
    </>
  );
}
