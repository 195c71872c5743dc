import { randomUUID } from 'node:crypto';
import { CannotStart } from '#settings/cannotStart.ts';
import { type MoveMark, moveCommand } from '#ledger/moveMark.ts';
import { type MovedRow, type MovedTable, type TableSum, createSum, rowKeyOf, movedTables } from './moveTables.ts';

/** All of a ledger that is in no table of rows. */
export interface MovedWhole {
  /** The texts of `meta` by name: epoch, times, gaps, notes, the salt of the key's generation. */
  readonly meta: ReadonlyMap<string, string>;
  /** The last number that was given out, by table. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The site file that the set-up wrote; `undefined`: there is none. */
  readonly site: string | undefined;
}

/** Either end of a move, for this process alone while it is open. */
export interface MoveEnd extends MoveSource, MoveTarget {
  readonly kind: 'sqlite' | 'postgres';
  /** Its place, as people are told. */
  readonly place: string;
  mark(): Promise<MoveMark | undefined>;
  /** Reads the rows that follow a key, as many as a page has. @param after - empty: from the first. */
  page(table: MovedTable, after: readonly (string | number)[]): Promise<readonly MovedRow[]>;
  close(): Promise<void>;
}

/** The end that a ledger goes from. */
export interface MoveSource {
  /** Keeps gateways out of a source that is read, until it is closed. @throws CannotStart where it is none, or in use. */
  hold(): Promise<void>;
  /** Returns what is another as soon as a gateway has been at work on it. */
  stamp(): Promise<string>;
  /** Brings it up to date as a start does, and ends what was on its way. @throws CannotStart where it is newer, damaged or in use. */
  settle(): Promise<void>;
  whole(): Promise<MovedWhole>;
  /** Closes it for good: it was moved away. On disk when it resolves. */
  leave(mark: MoveMark): Promise<void>;
}

/** The end that a ledger comes to. */
export interface MoveTarget {
  /** Returns the names of the moves that it came by. */
  stems(): Promise<readonly string[]>;
  /** Returns the tables that have rows: nothing is moved over them. */
  used(): Promise<readonly string[]>;
  /** Makes it an empty closed ledger, over whatever half of one is there. On disk when it resolves. */
  begin(mark: MoveMark): Promise<void>;
  /** Tells whether a half of this version's tables is there, to go on with. */
  goesOn(): Promise<boolean>;
  /** Returns the key of the last row; empty: it has none. */
  last(table: MovedTable): Promise<readonly (string | number)[]>;
  /** Adds rows: all of them are on disk when it resolves, or none. */
  add(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** Opens it to gateways, with the proof that it goes on where the source ended. */
  finish(whole: MovedWhole, stem: string): Promise<void>;
}

export interface MovePorts {
  /** Told of each page that is on disk. */
  readonly onPage?: (table: string, rows: number) => void;
  /** Told of each table that was found the same at both ends. */
  readonly onSame?: (table: string, sum: TableSum) => void;
}

/**
 * Moves a stopped ledger, with all that is kept beside it, into an empty one of the other kind.
 *
 * Rows go in the order of their keys, a page a transaction: so whatever is at the target is the beginning of a table, and a move
 * that was killed goes on behind it. Until all is there and was compared, no gateway starts on the target; then the source is
 * closed, and only then the target opens. At no moment can gateways start on both.
 *
 * @throws CannotStart with one line on why it does not move; the source is as it was then.
 */
export async function moveLedger(source: MoveEnd, target: MoveEnd, ports: MovePorts = {}): Promise<void> {
  const mark = await markOf(source, target);
  if ((await source.mark()) === undefined) {
    for (const table of movedTables) await copy(source, target, table, ports);
    await compare(source, target, mark, ports);
    await source.leave({ ...mark, state: 'left', other: target.place });
  }
  await target.finish(await source.whole(), mark.id);
}

/** Finds the move that goes on, or begins one. @returns the mark of the target. */
async function markOf(source: MoveEnd, target: MoveEnd): Promise<MoveMark> {
  const [left, half] = [await source.mark(), await target.mark()];
  const isSame = half?.state === 'filling' && half.other === source.place;
  if (left?.state === 'left') {
    if (isSame && half.id === left.id) return half;
    const already = (await target.stems()).includes(left.id) ? ' already' : '';
    throw new CannotStart(`The ledger of ${source.place} was moved to ${left.other}${already}: nothing was moved.`);
  }
  if (left) throw new CannotStart(`${source.place} is half moved itself, from ${left.other}: nothing was moved.`);
  if (half?.state === 'filling' && !isSame) {
    throw new CannotStart(`${target.place} is half moved from ${half.other}: name an empty ${nameOf(target)}.`);
  }
  if (half?.state === 'left' && target.kind === 'postgres') {
    throw new CannotStart(`The ledger of ${target.place} was moved to ${half.other}: name an empty database.`);
  }
  await source.hold();
  if (isSame && half.stamp === (await source.stamp()) && (await target.goesOn())) return half;
  const used = half?.state === 'left' ? [] : await target.used();
  if (!isSame && used.length > 0) {
    throw new CannotStart(
      `${target.place} has rows in ${used.join(', ')}: name an empty ${nameOf(target)}, as nothing is moved over them.`,
    );
  }
  await source.settle();
  const mark: MoveMark = { state: 'filling', id: randomUUID(), other: source.place, stamp: await source.stamp() };
  await target.begin(mark);
  return mark;
}

function nameOf({ kind }: MoveEnd): string {
  return kind === 'sqlite' ? 'DATA_DIR' : 'database';
}

async function copy(source: MoveEnd, target: MoveEnd, table: MovedTable, { onPage }: MovePorts): Promise<void> {
  let key = await target.last(table);
  for (;;) {
    const rows = await source.page(table, key);
    const last = rows.at(-1);
    if (!last) return;
    await target.add(table, rows);
    key = rowKeyOf(table, last);
    onPage?.(table.name, rows.length);
  }
}

/** Compares every table. @throws CannotStart where one differs: what is at the target is begun anew then. */
async function compare(source: MoveEnd, target: MoveEnd, mark: MoveMark, { onSame }: MovePorts): Promise<void> {
  for (const table of movedTables) {
    const [from, to] = [await sumOf(source, table), await sumOf(target, table)];
    if (from.count !== to.count || from.sum !== to.sum) {
      await target.begin({ ...mark, stamp: '' });
      throw new CannotStart(
        `${table.name} has ${from.count} rows at ${source.place} and ${to.count} at ${target.place}, or differs in them: ${moveCommand(target.kind)} begins anew.`,
      );
    }
    onSame?.(table.name, from);
  }
}

/** Counts the rows of a table at one end, with their checksum. */
async function sumOf(end: Pick<MoveEnd, 'page'>, table: MovedTable): Promise<TableSum> {
  const sum = createSum();
  let key: readonly (string | number)[] = [];
  for (;;) {
    const rows = await end.page(table, key);
    const last = rows.at(-1);
    if (!last) return sum.end();
    sum.add(rows);
    key = rowKeyOf(table, last);
  }
}
