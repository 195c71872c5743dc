import { Fragment, type ReactNode } from 'react';
import type { Language } from '#contract/languages.ts';
import type { Verdict } from '#site/judging.ts';
import { type DecisionWord, type MistakeWord, callOfKey } from '#contract/decision.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import type { ReadNotes } from '#ledger/callNotesReader.ts';
import { type LedgerWords, addressCalled, calledOf } from '#office/pages/pageWords.ts';
import { callAddress } from '#office/pages/page.ts';
import { DECIDE_PATH, PendingPart, type PendingView, Undoable, isUndecided, pendingOf } from './pendingPart.tsx';
import { AsItIs, AsSent, PostForm, Table, Time, filled } from '#office/pages/parts.tsx';

/** The words, the time and the names with which a page shows the ledger. */
export interface LedgerView extends PendingView {
  /** Unix ms. */
  readonly now: number;
  readonly language: Language;
  /** The zone of the site's days: the files say times in it, beside UTC. */
  readonly zone: string;
  /** The names of the enrolled handhelds, by their numbers. */
  readonly names: ReadonlyMap<string, string>;
  /** The numbers of those that are revoked. */
  readonly revoked: ReadonlySet<string>;
  /** The names of the site's workers, by their ids. */
  readonly workers: ReadonlyMap<string, string>;
  /** The words for what an answer means. */
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** Reads a call's answer by the site's rules; `undefined`: there is none, or it is too long. */
  readonly readingOf: (line: LedgerLine) => Verdict | undefined;
  /** Returns what the service said in a call's answer; empty: there is none, or it is too long. */
  readonly wordsOf: (line: LedgerLine) => string;
  /** Returns a refusal in the workers' words; `undefined`: the site has none for it. */
  readonly refusalInWordsOf: (line: LedgerLine) => string | undefined;
  /** The site has the ledger keep codes. */
  readonly keepsCodes: boolean;
  /** The operations that nobody uses here and of which the newest calls have none: they are not offered. */
  readonly off: ReadonlySet<string>;
  /** The words that hold about the calls that are shown and were said to be a mistake, by the calls' keys. */
  readonly mistaken?: ReadonlyMap<string, MistakeWord>;
  /** All that workers added to the calls that are shown, by the calls' ids. */
  readonly noted?: ReadonlyMap<string, ReadNotes>;
}

type Column = keyof LedgerWords['columns'];

/** The columns that need no name beside them in a card. */
const bare: ReadonlySet<Column> = new Set(['operation', 'key']);
/** The columns that may be broken anywhere, so that the words beside them need not be. */
const breaks: ReadonlySet<Column> = new Set(['detail', 'asker', 'codes']);
/** The letters of what the service said that a list shows. */
const MOST_WORDS = 80;
/** The columns that are left out where no call has anything of them. */
const seldom: ReadonlySet<Column> = new Set(['worker', 'codes', 'decide']);

interface CallsTableProps {
  readonly columns: readonly Column[];
  readonly lines: readonly LedgerLine[];
  readonly view: LedgerView;
}

/** A table of calls, one a row. */
export function CallsTable({ columns, lines, view }: CallsTableProps) {
  const isShown = (column: Column): boolean =>
    !seldom.has(column) || lines.some((line) => cells[column](line, view) !== undefined);
  const shown = columns.filter(isShown);
  const rows = lines.map((line) =>
    shown.map((column) => ({
      shown: cells[column](line, view),
      tag: {
        ...(bare.has(column) && { 'data-name': undefined }),
        ...(breaks.has(column) && { 'data-long': true as const }),
      },
    })),
  );
  return <Table names={shown.map((column) => view.texts.columns[column])} rows={rows} />;
}

/** The cells of a call by column; `undefined` where the call has nothing of it. */
export const cells: Readonly<Record<Column, (line: LedgerLine, view: LedgerView) => ReactNode>> = {
  received: (line) => <Time at={line.receivedAt} />,
  asker: ({ asker }, view) => (asker === undefined ? undefined : <AsItIs text={askerText(asker, view)} />),
  worker: ({ worker = '' }, { workers }) => {
    const name = workers.get(worker) ?? '';
    return (name === '' ? worker : `${name} (${worker})`) || undefined;
  },
  codes: ({ codes = '' }) => (codes === '' ? undefined : <Codes codes={codes.split(' → ')} />),
  age: (line, { now, texts }) => ageText(texts, now - line.receivedAt),
  operation: ({ operation }, { language }) => (
    <Operation operation={operation} called={calledOf(operation, language)} />
  ),
  state(line, view) {
    const outcome = lineOutcome(line, view);
    const mood = { refused: 'said-wrong', 'outcome-unknown': 'said-repeat' }[outcome as string];
    const word =
      outcome === 'answered' ? wordOfAnswer(line, view) : { ...view.texts.states, ...view.texts.said }[outcome];
    return mood === undefined ? word : <strong className={`check ${mood}`}>{word}</strong>;
  },
  decide(line, view) {
    const pending = pendingOf(line, view);
    if (pending) return <PendingPart line={line} pending={pending} view={view} />;
    const word = saidIn(line, view.texts.wasSaid);
    if (word === undefined) return isToDecide(line, view) ? <DecideForm line={line} view={view} /> : undefined;
    return (
      <p id="said" className="buttons">
        {word}
      </p>
    );
  },
  key: ({ key }, view) => (
    <>
      <CallLink of={key} />
      <MistakeMark callKey={key} view={view} />
      <NotesMark callKey={key} view={view} />
    </>
  ),
  detail(line, view) {
    const { texts } = view;
    if (lineOutcome(line, view) === 'refused') return refusalIn(line, view);
    const wire = line.state === 'outcome-unknown' ? wireOf(line) : '';
    const instead = insteadOf(line, texts);
    if (wire === '') return instead;
    return (
      <>
        {instead}{' '}
        <span className="wire" translate="no">
          {wire}
        </span>
      </>
    );
  },
  took: (line, { texts }) => (tookOf(line) === undefined ? undefined : `${tookOf(line)} ${texts.units.ms}`),
};

/** Says what an answer means that is no refusal, in the handheld's words; that there is one where no rule can read it. */
export function wordOfAnswer(line: LedgerLine, { texts, readingOf }: LedgerView): string {
  const words: Readonly<Record<string, string>> = texts.read;
  return words[readingOf(line) ?? ''] ?? texts.states.answered;
}

/** Says why the service refused: in the workers' words, then in its own; `undefined`: it said nothing. */
function refusalIn(line: LedgerLine, view: LedgerView): ReactNode {
  const words = answerShown(line, view);
  if (words === undefined) return undefined;
  const said = view.refusalInWordsOf(line);
  return (
    <>
      {said !== undefined && `${said} `}
      {words}
    </>
  );
}

/** Shows what the service said, shortened to what a list has room for; `undefined`: it said nothing. */
export function answerShown(line: LedgerLine, { wordsOf }: LedgerView): ReactNode {
  const words = wordsOf(line);
  return words === '' ? undefined : <AsItIs text={shortened(withoutFiles(words))} />;
}

/** Names an operation by the workers' word, where there is one, and by its own. */
function Operation({ operation, called }: { readonly operation: string; readonly called: string | undefined }) {
  if (called === undefined) return <strong>{operation}</strong>;
  return (
    <>
      <strong>{called}</strong>{' '}
      <span className="wire" lang="en">
        {operation}
      </span>
    </>
  );
}

/**
 * Says what came in place of an answer; of a call of before it was kept as a word, in the sentence of that time. `undefined`: an answer
 * came, or nothing is known.
 */
export function insteadOf(
  { state, cause, detail = '', decided, dispatchedAt }: LedgerLine,
  { instead }: LedgerWords,
): ReactNode {
  if (state === 'answered') return undefined; // what was said before its answer came is over: an older gateway leaves it there
  if (decided && dispatchedAt === undefined) return undefined; // its sentence is that of the decision, which the state says
  const said = cause === undefined ? undefined : (instead[cause] as string | undefined); // a newer gateway may know more
  return said ?? (detail === '' ? undefined : <AsSent text={detail} />);
}

/** Returns the status and the content type of what came, as they came. */
export function wireOf({ status, contentType = '' }: LedgerLine): string {
  return [status === undefined ? '' : `HTTP ${status}`, contentType].filter(Boolean).join(' · ');
}

/** Returns for how long the service had a call, in milliseconds. */
export function tookOf({ dispatchedAt, settledAt }: LedgerLine): number | undefined {
  return dispatchedAt === undefined || settledAt === undefined ? undefined : settledAt - dispatchedAt;
}

/** Returns what became of a call: a refusal is one everywhere, and a person's word stands for what nobody knows. */
export function lineOutcome(
  line: LedgerLine,
  { readingOf }: Pick<LedgerView, 'readingOf'>,
): LedgerLine['state'] | DecisionWord | 'refused' {
  const { state, decided } = line;
  const reading = readingOf(line);
  if (reading === 'refused' || reading === 'key-refused') return 'refused';
  return state === 'outcome-unknown' ? (decided ?? state) : state;
}

/** Tells whether whoever looks has to decide about a call. */
function isToDecide(line: LedgerLine, view: LedgerView): boolean {
  return view.mayDecide && isUndecided(line) && !pendingOf(line, view);
}

interface DecideFormProps {
  readonly line: LedgerLine;
  readonly view: LedgerView;
  /** Fields before its buttons. */
  readonly children?: ReactNode;
}

/** The two buttons by which the desk decides; nothing where nobody has to, or not whoever looks. */
export function DecideForm({ line, view, children }: DecideFormProps) {
  const { texts, asker } = view;
  if (!isToDecide(line, view)) return null;
  return (
    <PostForm action={DECIDE_PATH} hidden={{ call: line.key, ...(asker !== undefined && { asker }) }}>
      {children}
      <p className="buttons">
        {(['done', 'not-done'] as const).map((says) => (
          <button className="button" name="says" value={says} key={says}>
            {texts.wasSaid[says]}
          </button>
        ))}
      </p>
    </PostForm>
  );
}

/** Returns the words for what a person has said of a call of which nobody knew, where somebody has. */
function saidIn<Word>(
  { state, decided }: LedgerLine,
  words: Readonly<Record<'done' | 'not-done', Word>>,
): Word | undefined {
  return state === 'outcome-unknown' && (decided === 'done' || decided === 'not-done') ? words[decided] : undefined;
}

/** The note that says of which call a word was undone just now; nothing where none was. */
export function UndoneNote({ line, view }: { readonly line: LedgerLine | undefined; readonly view: LedgerView }) {
  if (!line || !isToDecide(line, view)) return null;
  return (
    <p className="note said-repeat now-said" role="status">
      {filled(view.texts.pending.undone, { call: <CallName line={line} view={view} /> })}
    </p>
  );
}

/** The note that says which call was decided just now, and how, and for how long that can be undone; nothing where none was. */
export function SaidNote({ line, view }: { readonly line: LedgerLine | undefined; readonly view: LedgerView }) {
  const pending = line && pendingOf(line, view);
  if (pending) {
    const { nowSaid, pending: words } = view.texts;
    return (
      <div className="note said-saved now-said">
        <p role="status">{filled(nowSaid.done, { call: <CallName line={line} view={view} /> })}</p>
        <Undoable line={line} pending={pending} view={view}>
          {words.hint({ seconds: pending.seconds })}
        </Undoable>
      </div>
    );
  }
  const sentence = line && saidIn(line, view.texts.nowSaid);
  if (!line || !sentence) return null;
  const mood = saidIn(line, { done: 'said-saved', 'not-done': 'said-repeat' });
  return (
    <p className={`note ${mood} now-said`} role="status">
      {filled(sentence, { call: <CallName line={line} view={view} /> })}
    </p>
  );
}

/** Names a call in a sentence: by its codes, else by its operation and key, and its handheld. */
export function CallName({ line, view }: { readonly line: LedgerLine; readonly view: LedgerView }) {
  const { texts, language, names } = view;
  const { key, operation, asker } = line;
  const call = cells.codes(line, view) ?? (
    <>
      {calledOf(operation, language) ?? operation} <ShortKey of={key} />
    </>
  );
  const handheld = asker !== undefined && <AsItIs text={names.get(asker) ?? askerText(asker, view)} />;
  return handheld ? filled(texts.callOf, { call, handheld }) : call;
}

/** Cuts what the service said to what a list has room for. */
function shortened(words: string): string {
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}

/** The way to a call's page, by its key. */
export function CallLink({ of: key }: { readonly of: string }) {
  return (
    <a href={callAddress(key)} title={key}>
      <ShortKey of={key} />
    </a>
  );
}

/** In a row: that its call was said to be a mistake, and what the desk has made of that; nothing where nobody has said so. */
function MistakeMark({ callKey, view: { mistaken, texts } }: { readonly callKey: string; readonly view: LedgerView }) {
  const word = mistaken?.get(callKey);
  if (!word) return null;
  const { title, settle } = texts.mistakes;
  return (
    <>
      <br />
      {word === 'mistake' ? (
        <strong className="check said-repeat">{title}</strong>
      ) : (
        <span className="hint">
          {title} · {settle[word]}
        </span>
      )}
    </>
  );
}

/** In a row: that something was added to its call, and how much; nothing where nothing was. */
function NotesMark({ callKey, view: { noted, texts } }: { readonly callKey: string; readonly view: LedgerView }) {
  const added = noted?.get(callOfKey(callKey).callId);
  if (!added) return null;
  const { notes, pictures } = added;
  const parts = [
    notes.length > 0 && texts.notes.note,
    pictures.length > 0 && texts.notes.pictures({ count: pictures.length }),
  ];
  return (
    <>
      <br />
      <span className="hint">{parts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Shows a key by its first eight letters, in one line. */
function ShortKey({ of }: { readonly of: string }) {
  return <code className="whole">{of.slice(0, 8)}</code>;
}

/** Shows codes in their order. None is broken at its hyphens, unless it is longer than a card. */
function Codes({ codes }: { readonly codes: readonly string[] }) {
  return codes.map((code, index) => (
    // The place is what tells them apart: two may be equal.
    <Fragment key={index}>
      {index > 0 && ' → '}
      {code !== '' && <code className={code.length > 24 ? undefined : 'whole'}>{code}</code>}
    </Fragment>
  ));
}

/** Names a handheld by its name and number; where no token is asked for, by the address that the call came from. */
export function askerText(asker: string, { texts, names }: LedgerView): string {
  const name = names.get(asker);
  if (name !== undefined) return texts.handheld({ number: asker, name });
  if (/^[0-9]+$/.test(asker)) return texts.unnamed({ number: asker });
  return addressCalled(asker, texts);
}

/** Tells how long ago, in the two largest units. */
function ageText({ units }: LedgerWords, ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const amounts = [
    [Math.floor(s / 86_400), units.d],
    [Math.floor(s / 3_600) % 24, units.h],
    [Math.floor(s / 60) % 60, units.min],
    [s % 60, units.s],
  ] as const;
  const first = amounts.findIndex(([amount]) => amount > 0);
  const shown = first === -1 ? amounts.slice(-1) : amounts.slice(first, first + 2);
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}
