import type { ReactNode } from 'react';
import { pathOfPage } from '#office/pages/page.ts';
import { Time } from '#office/pages/parts.tsx';
import { MOMENT_MS, QUIET_MS, type BoardEntry, openOn } from './board.ts';
import {
  type EntryInView,
  agoIn,
  floorCells,
  isLow,
  personFigure,
  revokedText,
  toCheckFigure,
  waitingFigure,
} from './floorCells.tsx';

/** One thing that is wrong with a handheld, and what to do about it. */
interface Trouble {
  readonly mood: 'bad' | 'check';
  readonly what: ReactNode;
  readonly help: ReactNode;
}

interface TroublesProps extends EntryInView {
  /** The ledger has answers of it that are read as refused. */
  readonly hasRefused?: boolean | undefined;
}

/** Shows what is wrong with a handheld, the worst first, each with what to do about it; in a sentence that nothing is. */
export function Troubles({ entry, view, hasRefused = false }: TroublesProps) {
  const { texts } = view;
  const troubles = troublesOf(entry, view, hasRefused);
  return (
    <section>
      <h2>{texts.troubles}</h2>
      {troubles.length === 0 && <p>{entry.toldAt === 0 ? texts.nothingTold : texts.well}</p>}
      {troubles.length > 0 && (
        <ol className="steps">
          {troubles.map(({ mood, what, help }, index) => (
            <li className={`row is-${mood}`} key={index}>
              <h3>
                <span>{what}</span>
              </h3>
              {help}
            </li>
          ))}
        </ol>
      )}
      {isDecided(entry) && <p className="hint">{texts.decidedSince}</p>}
    </section>
  );
}

/** Tells whether something is wrong with a handheld that its page says what to do about. */
export function hasTroubles({ entry, view }: EntryInView): boolean {
  return troublesOf(entry, view, false).length > 0;
}

function troublesOf(entry: BoardEntry, view: EntryInView['view'], hasRefused: boolean): readonly Trouble[] {
  const { texts, now } = view;
  const { help, columns } = texts;
  const { device, person, toCheck, report, revokedAt, seenAt } = entry;
  const found: Trouble[] = [];
  const add = (isSo: boolean, mood: Trouble['mood'], what: ReactNode, toDo: ReactNode): void => {
    if (isSo) found.push({ mood, what, help: toDo });
  };
  const ledger = `${pathOfPage('ledger')}?asker=${device}`;
  const isRevoked = revokedAt !== 0;
  add(isRevoked, 'bad', revokedText(entry, texts, <Time at={revokedAt} />), <p>{help.revoked}</p>);
  add(
    person > 0,
    'bad',
    personFigure(person, texts),
    <>
      <p>
        {isRevoked ? help.personRevoked : texts.personHelp}
        {toCheck > 0 && ` ${texts.checkThere}`}
      </p>
      {hasRefused && (
        <p>
          <a href={`${ledger}&state=refused`}>{texts.refusedThere}</a>
        </p>
      )}
    </>,
  );
  add(
    toCheck > 0,
    'check',
    toCheckFigure(toCheck, texts),
    <>
      <p>{help.toCheck}</p>
      <p>
        <a href={ledger}>{help.toLedger}</a>
      </p>
    </>,
  );
  if (isRevoked) {
    // It is quiet and sends nothing, as it was meant to be.
    add((report?.waiting ?? 0) > 0, 'bad', waitingFigure(report?.waiting, texts), <p>{help.waitingRevoked}</p>);
    return found;
  }
  add(
    report?.paused !== undefined,
    'check',
    named(columns.paused, floorCells.paused(entry, view)),
    report?.paused && <p>{texts.pauseHelp[report.paused]}</p>,
  );
  const isQuiet = now - seenAt >= QUIET_MS;
  add(
    isQuiet,
    'check',
    named(columns.seen, floorCells.seen(entry, view)),
    <p>{seenAt === 0 ? help.never : help.quiet}</p>,
  );
  const isStuck = openOn(entry) > 0 && entry.oldestSince > 0 && now - entry.oldestSince >= MOMENT_MS;
  add(
    (report?.waiting ?? 0) > 0 && (isQuiet || isStuck) && report?.paused === undefined,
    'check',
    <>
      {waitingFigure(report?.waiting, texts)}
      {isStuck && ` · ${columns.oldest}: ${agoIn(view, entry.oldestSince)}`}
    </>,
    <p>{help.waiting}</p>,
  );
  add(isLow(entry), 'check', named(columns.battery, floorCells.battery(entry, view)), <p>{help.battery}</p>);
  add(
    report?.update !== undefined,
    'check',
    report?.update && texts.updateWaits[report.update],
    report?.update && <p>{texts.updateWhy[report.update]}</p>,
  );
  add(report?.kept === false, 'check', named(columns.kept, floorCells.kept(entry, view)), <p>{help.kept}</p>);
  return found;
}

function named(column: string, said: ReactNode): ReactNode {
  return (
    <>
      {column}: {said}
    </>
  );
}

/** Tells whether the desk has decided since the handheld said that something needs a person, and it will hear of that. */
function isDecided({ report, isDecidedSince, revokedAt }: BoardEntry): boolean {
  return revokedAt === 0 && (report?.person ?? 0) > 0 && isDecidedSince;
}
