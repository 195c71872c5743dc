import { randomUUID } from 'node:crypto';
import type { DeskHold } from '#contract/deskHold.ts';
import { isObject, jsonIn } from '#contract/json.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { createSharedTexts } from '#ledger/sharedText.ts';
import { type DeskAsks, type DeskWish, LONGEST_REPORT, deskAsksIn } from '#wire/desk.ts';

const ASKS = 'desk_asks_';
const REPORT = 'desk_report_';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds for which a wish stands: a handheld that is off so long is asked for nothing any more. */
const WISH_STANDS_MS = DAY_MS;
/** Milliseconds for which a report is kept. */
const REPORT_KEPT_MS = 7 * DAY_MS;

/** A wish with when it was said, Unix ms. */
export interface StandingWish extends DeskWish {
  readonly at: number;
}

/** The desk's words to one handheld as they stand. */
export interface DeskStanding {
  readonly hold?: DeskHold;
  readonly send?: StandingWish;
  readonly report?: StandingWish;
}

/** A report that came. */
export interface CameReport {
  readonly by: string;
  /** Unix ms. */
  readonly at: number;
  readonly text: string;
}

/** The names of what may be forgotten, each with its text. */
function statements(table: (name: string) => string) {
  const meta = table('meta');
  return {
    all: `select name, value from ${meta} where name like '${ASKS}%' or name like '${REPORT}%'`,
    forget: `delete from ${meta} where name = $1 and value = $2`,
  };
}

export type DeskAsking = ReturnType<typeof createDeskAsks>;

/**
 * Makes the memory of what the desk asks of single handhelds, which each hears with its hello. It is kept beside the ledger's calls, for
 * each gateway of it. A handheld goes by the name of its row.
 */
export function createDeskAsks(ledger: Pick<Ledger, 'notes' | 'now' | 'beside'>) {
  const { notes, now } = ledger;
  const texts = createSharedTexts(ledger, 'desk');
  const { run } = ledger.beside('deskold', statements);
  /** Reads what stands for a handheld now: what is over is left out. @throws where the ledger is away */
  const standing = async (row: string): Promise<DeskStanding> => standingIn(await notes.read(ASKS + row), now());

  function standingIn(text = '', at: number): DeskStanding {
    const { hold, send, report } = deskAsksIn(jsonIn(text)) ?? {};
    const isDue = (wish: DeskWish | undefined): wish is StandingWish => {
      const { at: said } = (wish ?? {}) as Partial<StandingWish>;
      return typeof said === 'number' && at - said < WISH_STANDS_MS;
    };
    return {
      ...(hold && hold.until > at && { hold }),
      ...(isDue(send) && { send }),
      ...(isDue(report) && { report }),
    };
  }

  /** Changes what stands: a supervisor's word and a report that comes may meet, and both count. */
  const change = (row: string, next: (before: DeskStanding) => DeskStanding): Promise<void> =>
    texts.change(ASKS + row, (before) => JSON.stringify(next(standingIn(before, now()))));
  const wishOf = (by: string): StandingWish => ({ id: randomUUID(), by, at: now() });

  return {
    standing,
    /** Returns what a handheld hears with its hello; `undefined` where the ledger is away. Never throws. */
    async asksOf(row: string): Promise<DeskAsks | undefined> {
      const stands = await standing(row).catch(() => undefined);
      if (!stands) return undefined;
      const { hold, send, report } = stands;
      const told = ({ id, by }: StandingWish): DeskWish => ({ id, by });
      return { ...(hold && { hold }), ...(send && { send: told(send) }), ...(report && { report: told(report) }) };
    },
    /** Has a handheld send nothing for a while. @param forMs - milliseconds. */
    hold: (row: string, by: string, why: string, forMs: number): Promise<void> =>
      change(row, (before) => ({ ...before, hold: { by, why, until: now() + forMs } })),
    endHold: (row: string): Promise<void> => change(row, ({ hold: _over, ...rest }) => rest),
    /** Asks a handheld to send now what waits on it. */
    askSend: (row: string, by: string): Promise<void> => change(row, (before) => ({ ...before, send: wishOf(by) })),
    /** Asks a handheld for a report. */
    askReport: (row: string, by: string): Promise<void> => change(row, (before) => ({ ...before, report: wishOf(by) })),
    /** Keeps a report that was asked for, in place of the one before. @returns whether it was wanted. */
    async takeReport(row: string, id: string, text: string): Promise<boolean> {
      const { report } = await standing(row);
      if (report?.id !== id) return false;
      const came: CameReport = { by: report.by, at: now(), text: text.slice(0, LONGEST_REPORT) };
      await notes.write(REPORT + row, JSON.stringify(came));
      await change(row, ({ report: asked, ...rest }) => ({
        ...rest,
        ...(asked && asked.id !== id && { report: asked }),
      }));
      return true;
    },
    /** Returns the last report; `undefined`: none, or a week ago. @throws where the ledger is away */
    async reportOf(row: string): Promise<CameReport | undefined> {
      const came = reportIn(await notes.read(REPORT + row));
      return came && now() - came.at < REPORT_KEPT_MS ? came : undefined;
    },
    /** Forgets reports that are a week old, and words of which none stands any more. @param sure - sure time, Unix ms. @returns how many. */
    async forget(sure: number): Promise<number> {
      let many = 0;
      for (const { name, value } of (await run('all')).rows) {
        const [text, isReport] = [String(value), String(name).startsWith(REPORT)];
        const came = isReport ? reportIn(text) : undefined;
        const isKept = isReport
          ? came && sure - came.at < REPORT_KEPT_MS
          : Object.keys(standingIn(text, sure)).length > 0;
        if (!isKept) many += (await run('forget', String(name), text)).count;
      }
      return many;
    },
  };
}

function reportIn(text: string | undefined): CameReport | undefined {
  const came = jsonIn(text ?? '');
  if (!isObject(came)) return undefined;
  const { by, at, text: said } = came;
  return typeof by === 'string' && typeof at === 'number' && typeof said === 'string'
    ? { by, at, text: said }
    : undefined;
}
