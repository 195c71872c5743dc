import type { UpdateWaits } from '#wire/report.ts';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { AGAIN, pathOfPage } from '#office/pages/page.ts';
import { ButtonLink, AsItIs, FormChoice, Table, filled } from '#office/pages/parts.tsx';
import {
  type BoardAsked,
  type BoardEntry,
  LONGEST_SOUGHT,
  boardCounts,
  boardSorts,
  chosenOf,
  needOf,
  newestVersion,
} from './board.ts';
import { PrintersLine } from '#office/printers/PrintersLine.tsx';
import { isStuck } from '#office/printers/printView.tsx';
import { UpdatesBehind } from './updatesBehind.tsx';
import { type FloorWords, ScanFieldScript, badgeNote, changedNote } from './checkOut.tsx';
import { TakenOffNote } from './takeOff.tsx';
import { Attention, type FloorColumn, type FloorView, agoIn, floorCells, isLow, revokedText } from './floorCells.tsx';

const FLOOR = pathOfPage('floor');
/** The entries of one page: more are a tap away. */
const SHOWN = 100;
const TILES = ['person', 'waiting', 'quiet', 'out', 'all'] as const;

/** Makes the board: what needs somebody in a few figures, and a row for each handheld. Its script puts a newer list in its place. */
export async function boardPage(
  entries: readonly BoardEntry[],
  asked: BoardAsked,
  view: FloorView,
): Promise<ReactElement> {
  const {
    texts,
    now,
    showsWorkers,
    mayHold = false,
    holder,
    changed = '',
    takenOff = '',
    unplaced = 0,
    secondsApart,
  } = view;
  const { part, many } = await chosenOf(entries, asked, now, holder, SHOWN);
  const { q, show } = asked;
  const isFound = many > 0 || show !== 'all';
  const said =
    q === ''
      ? changedNote(changed, entries, texts, mayHold)
      : badgeNote({ q, holder, isFound }, entries, texts, mayHold);
  const note = showsWorkers ? said : undefined;
  const isAnyStuck = view.printersSeen?.standings.some(isStuck) === true;
  const rest = many - asked.from - SHOWN;
  return (
    <>
      <p
        id="stale"
        className="note said-repeat"
        role="status"
        data-in-seconds={texts.stale({ age: texts.ages.seconds({ seconds: '#' }) })}
        data-in-minutes={texts.stale({ age: texts.ages.minutes({ minutes: '#' }) })}
        hidden
      />
      {note}
      <TakenOffNote id={takenOff} all={entries} texts={texts} />
      <div className="board-head">
        <Tiles entries={entries} asked={asked} view={view} />
        <Finder asked={asked} view={view} isSaid={note !== undefined} />
      </div>
      <div data-live>
        {isAnyStuck && <PrintersLine seen={view.printersSeen} />}
        {secondsApart !== undefined && (
          <p className="note said-repeat">{texts.clocksApart({ seconds: Math.abs(secondsApart) })}</p>
        )}
        {unplaced > 0 && (
          <p className="note said-repeat">
            {texts.unplaced({ many: unplaced })} <a href={pathOfPage('ledger')}>{texts.unplacedThere}</a>
          </p>
        )}
        {part.length === 0 ? (
          <p>{entries.length === 0 ? texts.none : texts.noneFound}</p>
        ) : (
          <BoardTable entries={part} view={view} marksOf={marksAmong(entries, view)} />
        )}
        {!isAnyStuck && <PrintersLine seen={view.printersSeen} />}
        <UpdatesBehind entries={entries} view={view} />
        {rest > 0 && (
          <p>
            <ButtonLink to={addressOf({ ...asked, from: asked.from + SHOWN })}>{texts.more({ many: rest })}</ButtonLink>
          </p>
        )}
      </div>
    </>
  );
}

/** The styles of the figures that are not 0. */
const tileMoods: Readonly<Record<string, string>> = { person: ' is-bad', waiting: ' is-check', quiet: ' is-check' };

interface TilesProps {
  /** All of the floor. */
  readonly entries: readonly BoardEntry[];
  readonly asked: BoardAsked;
  readonly view: FloorView;
}

/** The figures of the floor, each with the way to the handhelds that it counts. */
function Tiles({ entries, asked, view: { texts, now, showsWorkers } }: TilesProps) {
  const counts = boardCounts(entries, now);
  return (
    <nav className="tiles" aria-label={texts.filters} data-live>
      {TILES.filter((show) => show !== 'out' || showsWorkers).map((show) => (
        <a
          className={`tile row${counts[show] === 0 ? '' : (tileMoods[show] ?? '')}`}
          href={addressOf({ ...asked, show, from: 0 })}
          aria-current={asked.show === show ? 'true' : undefined}
          key={show}
        >
          <span className="headline">{counts[show]}</span> {texts.tiles[show]}
        </a>
      ))}
    </nav>
  );
}

interface FinderProps {
  readonly asked: BoardAsked;
  readonly view: FloorView;
  /** `true`: what is searched for is answered above. It was a scan, and leaves the field to the next one. */
  readonly isSaid: boolean;
}

/** The field into which a badge, a handheld's label or a text goes, and the order beside it. */
function Finder({ asked: { q, show, sort }, view: { texts, showsWorkers, mayHold = false }, isSaid }: FinderProps) {
  const sought = showsWorkers ? texts.search : texts.searchName;
  const sorts = Object.fromEntries(boardSorts.map((one) => [one, texts.sorts[one]]));
  return (
    <form className="finder" method="get" action={FLOOR}>
      <input
        type="search"
        name="q"
        defaultValue={isSaid ? undefined : q}
        maxLength={LONGEST_SOUGHT}
        autoComplete="off"
        aria-label={sought}
        placeholder={sought}
        autoFocus={mayHold}
        data-scans={mayHold || undefined}
      />
      {mayHold && <ScanFieldScript />}
      <input type="hidden" name="show" value={show} />
      <details className="panel" open={sort !== 'trouble'}>
        <summary className="button">{texts.sort}</summary>
        <FormChoice caption={texts.sort} name="sort" choices={sorts} chosen={sort} />
        <button className="button button-primary">{texts.doFind}</button>
      </details>
    </form>
  );
}

/** Returns the address at which a part of the board comes anew by itself. */
export function addressAgain(asked: BoardAsked): string {
  return addressOf(asked, { [AGAIN]: '1' });
}

/** Returns the address of a part of the board. @param more - members of the query beside. */
function addressOf({ q, show, sort, from }: BoardAsked, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(show !== 'all' && { show }),
    ...(sort !== 'trouble' && { sort }),
    ...(from > 0 && { from: String(from) }),
    ...more,
  }).toString();
  return query === '' ? FLOOR : `${FLOOR}?${query}`;
}

/** The columns of the board, whatever stands in them: none moves as another empties. */
const columns = ['name', 'person', 'waiting', 'toCheck', 'oldest', 'seen', 'who', 'battery', 'marks'] as const;

/** The columns whose figure stands before its word on a narrow screen. */
const figures: ReadonlySet<FloorColumn> = new Set(['person', 'waiting', 'toCheck']);

/** The columns of so few words that they are not broken. */
const short: ReadonlySet<FloorColumn> = new Set(['oldest', 'seen']);

/** The columns that need no name beside them in a card. */
const bare: ReadonlySet<FloorColumn> = new Set(['name', 'marks']);

interface BoardTableProps {
  readonly entries: readonly BoardEntry[];
  readonly view: FloorView;
  readonly marksOf: MarksOf;
}

function BoardTable({ entries, view, marksOf }: BoardTableProps) {
  const shown = columns.filter((column) => column !== 'who' || view.showsWorkers);
  const rows = entries.map((entry) =>
    shown.map((column) => ({
      shown: column === 'marks' ? marksOf(entry) : floorCells[column](entry, view),
      tag: {
        ...(bare.has(column) && { 'data-name': undefined }),
        className: short.has(column) ? 'age' : undefined,
        'data-figure': figures.has(column) || undefined,
        'data-seen': column === 'seen' || undefined,
        'data-who': column === 'who' || undefined,
        'data-calm': isCalm(column, entry, view.now) || undefined,
      },
    })),
  );
  return (
    <Table
      names={shown.map((column) => view.texts.columns[column])}
      rows={rows}
      className="board"
      rowTags={entries.map((entry) => ({ className: moods[needOf(entry, view.now)] }))}
    />
  );
}

/** Tells whether a cell says nothing that anybody has to look at: a narrow screen leaves it out. */
function isCalm(column: FloorColumn, entry: BoardEntry, now: number): boolean {
  return (column === 'battery' && !isLow(entry)) || (column === 'oldest' && needOf(entry, now) === 2);
}

type MarksOf = (entry: BoardEntry) => ReactNode;

/**
 * Makes what marks a handheld by what is not as it is elsewhere on the floor; all of it stands on its own page. `undefined` where it is as
 * the others.
 */
function marksAmong(all: readonly BoardEntry[], view: FloorView): MarksOf {
  const { texts } = view;
  const newest = newestVersion(all);
  const hasWarehouses = new Set(all.map(({ warehouse }) => warehouse).filter(Boolean)).size > 1;
  return (entry) => {
    const { report, toldAt, revokedAt } = entry;
    const { version = newest } = report ?? {};
    const place = { warehouse: hasWarehouses ? floorCells.warehouse(entry, view) : undefined };
    const living: Readonly<Record<string, ReactNode>> = {
      paused: report?.paused && <Attention>{texts.pauses[report.paused]}</Attention>,
      told: toldMark(toldAt, floorCells.told(entry, view), texts),
      kept: report?.kept === false ? <Attention>{texts.mayBeCleared}</Attention> : undefined,
      app: newerMark(report?.update, version === newest ? '' : version, texts),
      ...place,
    };
    const revoked = <Attention>{revokedText(entry, texts, agoIn(view, revokedAt))}</Attention>;
    const marks = revokedAt === 0 ? living : { revoked, ...place };
    const said = Object.entries(marks).filter(([, mark]) => mark !== undefined);
    if (said.length === 0) return undefined;
    return said.map(([name, mark], index) => (
      <Fragment key={name}>
        {index > 0 && ' '}
        <span data-mark={name}>{mark}</span>
      </Fragment>
    ));
  };
}

/** Says why a handheld does not take a newer version, or else that its version is not the one of the others. */
function newerMark(waits: UpdateWaits | undefined, other: string, texts: FloorWords): ReactNode {
  if (waits) return <Attention>{texts.updateWaits[waits]}</Attention>;
  if (other === '') return undefined;
  return <Attention>{filled(texts.otherVersion, { version: <AsItIs text={other} /> })}</Attention>;
}

/** Says since when a handheld has told nothing, with the name of that: it has no column on the board. */
function toldMark(toldAt: number, told: ReactNode, { columns: names }: FloorWords): ReactNode {
  if (told === undefined || toldAt === 0) return told;
  return (
    <>
      {names.told}: {told}
    </>
  );
}

/** The styles of handhelds by how soon they need somebody. */
const moods = ['is-bad', 'is-check', undefined] as const;
