import type { ReactNode } from 'react';
import { DECISION_TEXTS, callOfKey } from '#contract/decision.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { oneLine } from '#http/tidied.ts';
import type { ReadDecision } from '#ledger/decisionsReader.ts';
import type { LedgerEntry, LedgerMistake } from '#ledger/ledgerReader.ts';
import type { ReadNotes } from '#ledger/callNotesReader.ts';
import { pathOfPage } from '#office/pages/page.ts';
import { AsItIs, FormInput, Time, filled } from '#office/pages/parts.tsx';
import {
  DecideForm,
  type LedgerView,
  SaidNote,
  UndoneNote,
  askerText,
  cells,
  insteadOf,
  tookOf,
  wireOf,
} from './callTable.tsx';
import { PendingOfCall } from './pendingPart.tsx';
import { BackToStart } from './ledgerPage.tsx';
import { MistakeOfCall, SettledNote } from './mistakesPart.tsx';
import { NotesOfCall } from './notesPart.tsx';

/** One thing of a call's line of time. */
interface Happened {
  /** Unix ms; absent: of now. */
  readonly at?: number;
  readonly title: ReactNode;
  readonly more?: ReactNode;
  readonly mood?: 'good' | 'check' | 'bad';
}

/** A call as its page shows it. */
export interface ShownCall {
  /** Each key under which it was sent, the first first. */
  readonly keys: readonly LedgerEntry[];
  readonly decisions: readonly ReadDecision[];
  /** Absent: nobody said that it was a mistake. */
  readonly mistake?: LedgerMistake | undefined;
  /** Absent: nobody added anything to it. */
  readonly added?: ReadNotes | undefined;
  /** The labels of it that went to printers, as they are shown; absent: there are none. */
  readonly labels?: ReactNode;
  /** It was settled just now. */
  readonly isSettled?: boolean;
  /** That of its keys which was decided just now. */
  readonly said?: LedgerEntry | undefined;
  /** That of which a word was undone just now. */
  readonly undone?: LedgerEntry | undefined;
  /** Reads the text of an answer; `undefined`: it is too long. */
  readonly answerOf: (entry: LedgerEntry) => string | undefined;
}

interface CallPageProps {
  readonly call: ShownCall;
  readonly view: LedgerView;
}

/** The page of one call: what it is, how it stands, and all that the ledger has of it in one line of time. */
export function CallPage({ call, view: anyView }: CallPageProps) {
  const { keys, decisions, said, undone, mistake, added, labels, isSettled, answerOf } = call;
  const view = { ...anyView, isOne: true };
  const { texts, keepsCodes } = view;
  const sendings = keys.filter((entry, at) => !isClosing(entry, keys[at - 1]));
  const now = sendings.at(-1);
  if (!now) return <BackToStart texts={texts} />;
  const line = inOrder([
    ...sendings.map((entry) => sendingOf(entry, answerOf, view)),
    decisions.map((decision) => decisionOf(decision, view)),
  ]);
  return (
    <>
      <SaidNote line={said} view={view} />
      <UndoneNote line={undone} view={view} />
      {isSettled && <SettledNote mistake={mistake} view={view} />}
      <HowItStands now={now} said={said} view={view} />
      {mistake && <MistakeOfCall mistake={mistake} view={view} />}
      {added && <NotesOfCall of={added} callKey={now.key} view={view} />}
      {labels}
      <h2>{texts.line}</h2>
      <ol className="steps">
        {line.map(({ at, title, more, mood }, index) => (
          <li className={mood ? `row is-${mood}` : 'row'} key={index}>
            {at !== undefined && (
              <p className="hint">
                <Time at={at} />
              </p>
            )}
            <h3>
              <span>{title}</span>
            </h3>
            {more}
          </li>
        ))}
      </ol>
      <p className="hint">{keepsCodes ? texts.notKept : `${texts.notKept} ${texts.noCodesKept}`}</p>
      <BackToStart texts={texts} />
    </>
  );
}

/** Shows a call as its newest key stands, and the form by which the desk decides. */
function HowItStands({
  now,
  said,
  view,
}: Pick<ShownCall, 'said'> & { readonly now: LedgerEntry; readonly view: LedgerView }) {
  const { texts } = view;
  const codes = cells.codes(now, view);
  const worker = cells.worker(now, view);
  return (
    <section className="panel">
      <p className="headline">{cells.operation(now, view)}</p>
      {codes !== undefined && <p className="headline">{codes}</p>}
      <p className="headline">{cells.state(now, view)}</p>
      <dl>
        {worker !== undefined && (
          <>
            <dt>{texts.columns.worker}</dt>
            <dd>{worker}</dd>
          </>
        )}
        <dt>{texts.columns.key}</dt>
        <dd>
          <code>{now.key}</code>
        </dd>
      </dl>
      {said === undefined && <PendingOfCall line={now} view={view} />}
      <DecideForm line={now} view={view}>
        <input type="hidden" name="on" value="call" />
        <FormInput caption={texts.why} name="why" autoComplete="off" maxLength={500} />
      </DecideForm>
    </section>
  );
}

/** Tells whether a row was entered by a decision, and no request for it ever came. */
function isEntered({ receivedAt, settledAt, dispatchedAt, decided }: LedgerEntry): boolean {
  return decided !== undefined && dispatchedAt === undefined && settledAt === receivedAt;
}

/** Tells whether a row only closes the next key of a call that was done or given up. */
function isClosing(entry: LedgerEntry, before: LedgerEntry | undefined): boolean {
  return isEntered(entry) && before?.decided !== undefined && before.decided === entry.decided;
}

/** Puts several lines of time into one. Each keeps its own order, whatever the clocks said. */
function inOrder(lists: readonly (readonly Happened[])[]): readonly Happened[] {
  const placed = lists.flatMap((list) => {
    let latest = 0;
    return list.map((happened) => {
      latest = Math.max(latest, happened.at ?? Number.MAX_SAFE_INTEGER);
      return { latest, happened };
    });
  });
  return placed.toSorted((one, other) => one.latest - other.latest).map(({ happened }) => happened);
}

/** Says under which key of the call a thing happened; nothing for the first. */
function Titled({ generation, children }: { readonly generation: number; readonly children: ReactNode }) {
  return (
    <>
      {children}
      {generation > 1 && (
        <>
          {' '}
          <code>.g{generation}</code>
        </>
      )}
    </>
  );
}

/** Makes the line of time of one key: it came, it left once, and how that ended. */
function sendingOf(entry: LedgerEntry, answerOf: ShownCall['answerOf'], view: LedgerView): readonly Happened[] {
  const { steps } = view.texts;
  const { generation } = callOfKey(entry.key);
  const titled = (said: string) => <Titled generation={generation}>{said}</Titled>;
  if (isEntered(entry)) return [{ at: entry.receivedAt, title: titled(steps.neverCame) }];
  const arrived = { at: entry.receivedAt, title: titled(generation === 1 ? steps.arrived : steps.arrivedAgain) };
  const { dispatchedAt } = entry;
  const { said, ...how } = endOf(entry, answerOf, view);
  const ended = { ...how, title: titled(said) };
  if (dispatchedAt === undefined) return [arrived, ended];
  const more = (
    <p>
      <SentFor entry={entry} view={view} />
    </p>
  );
  return [arrived, { at: dispatchedAt, title: titled(steps.sent), more }, ended];
}

/** The moods of a call by what its answer is read as. */
const moods = { accepted: 'good', refused: 'bad', 'key-refused': 'bad', unclassified: undefined } as const;

function endOf(
  entry: LedgerEntry,
  answerOf: ShownCall['answerOf'],
  view: LedgerView,
): Omit<Happened, 'title'> & { readonly said: string } {
  const { state, settledAt, dispatchedAt } = entry;
  const { verdicts, readingOf, refusalInWordsOf, texts } = view;
  const { steps } = texts;
  if (state === 'received') return { said: steps.notSent };
  if (state === 'dispatching') return { said: steps.onItsWay };
  const at = settledAt === undefined ? {} : { at: settledAt };
  if (dispatchedAt === undefined) return { ...at, said: steps.neverLeft };
  if (state === 'outcome-unknown')
    return { ...at, said: steps.unconfirmed, mood: 'check', more: <CameInPlace entry={entry} view={view} /> };
  const verdict = readingOf(entry);
  const mood = verdict && moods[verdict];
  const inWords = refusalInWordsOf(entry);
  const more = (
    <>
      {verdict && (
        <p>
          {steps.read} <strong>{verdicts[verdict]}</strong>
        </p>
      )}
      {inWords !== undefined && <p>{inWords}</p>}
      <pre>{withoutFiles(answerOf(entry) ?? `${entry.body ?? ''}…`)}</pre>
      <WireFacts entry={entry} view={view} />
    </>
  );
  return { ...at, said: steps.answered, ...(mood && { mood }), more };
}

interface EntryProps {
  readonly entry: LedgerEntry;
  readonly view: LedgerView;
}

/** Says what came in place of an answer, in a sentence, as it came, and folded for IT. */
function CameInPlace({ entry, view }: EntryProps) {
  const { cause, detail = '', body } = entry;
  const { texts } = view;
  const said = insteadOf(entry, texts);
  return (
    <>
      {said !== undefined && <p>{said}</p>}
      <WireFacts entry={entry} view={view} />
      {cause !== undefined && (
        <details>
          <summary className="button">{texts.forIt}</summary>
          <p className="verbatim" lang="en">
            {detail}
          </p>
        </details>
      )}
      {body !== undefined && (
        <>
          <p className="hint">{texts.shortened}</p>
          <pre>{withoutFiles(body)}</pre>
        </>
      )}
    </>
  );
}

/** Says as what the reply came, and for how long the service had the call. */
function WireFacts({ entry, view: { texts } }: EntryProps) {
  const took = tookOf(entry);
  const wire = wireOf(entry);
  if (took === undefined) return null;
  return (
    <p className="hint">
      {wire !== '' && (
        <>
          <AsItIs text={wire} /> ·{' '}
        </>
      )}
      {took} {texts.units.ms}
    </p>
  );
}

/** Names the handheld for which a call was sent, with the way to it on the floor. */
function SentFor({ entry: { asker, state, decided }, view }: EntryProps) {
  const { texts, names, revoked } = view;
  if (asker === undefined) return texts.steps.noHandheld;
  const name = <AsItIs text={askerText(asker, view)} />;
  // a revoked one is there while its calls are to be checked
  const isOpen = state === 'outcome-unknown' && decided === undefined;
  const isOnFloor = names.has(asker) && (isOpen || !revoked.has(asker));
  return (
    <>
      {texts.columns.asker}:{' '}
      {isOnFloor ? <a href={`${pathOfPage('floor')}/one?id=d${encodeURIComponent(asker)}`}>{name}</a> : name}
    </>
  );
}

/** Makes what a person said of a call, and whether it counts. */
function decisionOf({ key, says, by, asker, why, holds, saidAt }: ReadDecision, view: LedgerView): Happened {
  const { texts, workers } = view;
  const { generation } = callOfKey(key);
  const told = oneLine(by, DECISION_TEXTS.by);
  const name = workers.get(by);
  const there = <AsItIs text={name ? `${name} (${told})` : told} />;
  // By whom is what the gateway knows: at the desk a person, else a handheld, which tells any name that it likes.
  const title = (
    <Titled generation={generation}>
      <AsItIs text={asker === undefined ? told : askerText(asker, view)} />: <strong>{texts.said[says]}</strong>
    </Titled>
  );
  const more = (
    <>
      <p className="hint">{asker === undefined ? texts.steps.atDesk : filled(texts.steps.told, { name: there })}</p>
      {why !== undefined && (
        <p>
          {texts.why}: {why}
        </p>
      )}
      {!holds && (
        <p>
          <strong>{texts.cameLate}</strong>
        </p>
      )}
    </>
  );
  return { at: saidAt, title, more };
}
