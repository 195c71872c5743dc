import type { FastifyBaseLogger } from 'fastify';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { oneLine } from '#http/tidied.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { DatabaseRow } from '#ledger/statements.ts';
import { createLossCount } from '#settings/losses.ts';
import { type Person, fullName } from '#http/rights/roles.ts';

/** The things that can be done, with their lines in the log. */
const LINES = {
  'sign-in': 'somebody signed in',
  'sign-in-refused': 'a sign-in was refused',
  'sign-out': 'somebody signed out',
  'page-refused': 'a page or an action was refused',
  'code-made': 'a set-up code was made',
  'handheld-enrolled': 'an enrolment is in the trail',
  'handheld-moved': 'an enrolment under another number is in the trail',
  'handheld-left': 'that a handheld left is in the trail',
  'handheld-revoked': 'a handheld was revoked',
  'all-handhelds-revoked': 'every handheld was revoked',
  'return-code-made': 'a return code was made',
  'return-code-ended': 'the return code was ended',
  'handheld-returned': 'a handheld came back by the return code',
  'return-refused': 'a handheld was refused with the return code',
  'handheld-renamed': 'a handheld was renamed',
  'handheld-checked-out': 'a handheld was checked out',
  'handheld-back': 'a handheld came back',
  'handheld-taken-off': 'a revoked handheld was taken off the floor',
  'handheld-send-asked': 'a handheld was asked to send its queue',
  'handheld-report-asked': 'a handheld was asked for its report',
  'handheld-held': 'a handheld was held',
  'handheld-hold-ended': 'the hold of a handheld was ended',
  'print-said': 'what became of a label was said at the desk',
  'print-moved': 'a label was moved to another printer',
  'printer-tried': 'a printer was tried',
  'update-asked': 'the handhelds were asked to take the newest version',
  'call-decided': 'a call was decided at the desk',
  'decision-undone': 'a decision of the desk was undone',
  'site-changed': 'the site file was changed by the set-up',
  'namespace-used': 'the namespace was taken over by the set-up',
  'account-made': 'an account was made',
  'role-changed': 'the role of an account was changed',
  'link-made': 'a link that sets a password was made',
  'password-set': 'a password was set by a link',
  'account-removed': 'an account was removed',
  'ledger-exported': 'calls of the ledger were exported',
  'audit-exported': 'the audit trail was exported',
  'person-erased': 'what was kept of somebody was erased',
} as const;

export type AuditAction = keyof typeof LINES;

/** Reading that is noted: of one person in one minute it is one line, whatever was read. Of all else a line has one subject. */
const READINGS: ReadonlySet<AuditAction> = new Set(['ledger-exported', 'audit-exported']);
const MINUTE_MS = 60_000;
/** The lines of the running minute that are known again, at most. */
const MOST_LINES = 1_000;
/** Refusals, which anybody can make as many as they like. */
const REFUSALS: ReadonlySet<AuditAction> = new Set(['sign-in-refused', 'page-refused', 'return-refused']);
/** The refusals that are kept: a hundred after a quiet time, then one each ten seconds. */
const REFUSALS_KEPT = { perSecond: 0.1, burst: 100 };
const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_SUBJECT = 300;
const LONGEST_NAME = 100;
/** The most lines that are forgotten in one go: some milliseconds' work. */
const AT_ONCE = 200;

/** One thing that somebody did. */
export interface AuditEntry {
  readonly number: number;
  /** Unix ms, by the gateway's clock. */
  readonly at: number;
  /** Sure time, Unix ms: it was no earlier. Absent: an older gateway wrote the line. */
  readonly sure?: number;
  /** Absent: the first account, this machine, or somebody who is not known. */
  readonly account?: number;
  /** The name as it was then; empty: not known. */
  readonly name: string;
  readonly address: string;
  readonly action: string;
  /** The thing that it was done to, or why it was refused. */
  readonly subject: string;
  /** The refusals before it that were not kept, as there were too many. */
  readonly unkept: number;
  /** The number of times that they did it in the minute of `at`. */
  readonly times: number;
}

/** The one who did it, as far as it is known. */
export type Doer = Pick<Person, 'address'> & Partial<Pick<Person, 'name' | 'account' | 'source' | 'session'>>;

function statements(table: (name: string) => string) {
  const audit = table('audit');
  const columns = 'number, at, sure, account, name, address, action, subject, unkept, times';
  return {
    add: `insert into ${audit} (at, account, name, address, action, subject, unkept, sure) values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning number`,
    again: `update ${audit} set times = times + 1 where number = $1`,
    newest: `select ${columns} from ${audit} where number < $1 order by number desc limit $2`,
    newestOf: `select ${columns} from ${audit} where action = $1 order by number desc limit $2`,
    // Of an older gateway's lines nothing but ledger time is known.
    forget: `delete from ${audit} where number in (select number from ${audit} where coalesce(sure, at) < $1 limit $2)`,
  };
}

export type Audit = ReturnType<typeof createAudit>;

/**
 * Makes the audit trail: who did what at the gateway's pages. It is added to, and forgotten by age; nothing in it is changed, which the
 * database refuses too.
 *
 * @param days - days for which it is kept. @param now - milliseconds of a clock that does not jump. @param wall - Unix ms.
 */
export function createAudit(
  { beside, tell, sure }: Pick<Ledger, 'beside' | 'tell' | 'sure'>,
  days: number,
  log: FastifyBaseLogger,
  now: () => number,
  wall: () => number = Date.now,
) {
  const { run } = beside('audit', statements);
  /**
   * Returns the time that is put down, Unix ms: ledger time, unless it is ahead of the clock, as it stays where that once ran ahead. No clock
   * puts it before sure time.
   */
  const timeNow = async (surely: number): Promise<number> => Math.max(surely, Math.min(await tell(), wall()));
  const limit = createRateLimit(REFUSALS_KEPT, now);
  let unkept = 0;
  const lost = createLossCount('audit');
  /** The lines of this minute by what is the same in them, each with its number once it is written. */
  let lines = new Map<string, Promise<unknown>>();
  let minute = 0;

  /** Writes a line, or counts once more in the line that has the same already. @throws where it cannot be written. */
  async function keep(action: AuditAction, who: Doer, subject: string, before: number): Promise<void> {
    const { account = null, address } = who;
    const name = oneLine(fullName(who), LONGEST_NAME);
    const told = oneLine(subject, LONGEST_SUBJECT);
    const what = READINGS.has(action) ? [account, name, action] : [account, name, action, address, told];
    const same = JSON.stringify(what);
    const running = Math.floor(now() / MINUTE_MS);
    if (running !== minute || lines.size >= MOST_LINES) lines = new Map();
    minute = running;
    const there = before === 0 ? lines.get(same) : undefined;
    const number = there && (await there.catch(() => undefined));
    if (number !== undefined) {
      await run('again', Number(number));
      return;
    }
    const write = async (): Promise<unknown> => {
      const surely = sure();
      const values = [await timeNow(surely), account, name, address, action, told, before, surely] as const;
      return (await run('add', ...values)).rows[0]?.['number'];
    };
    const line = write();
    lines.set(same, line);
    await line;
  }

  return {
    /** Days for which it is kept. */
    days,

    /**
     * Keeps what somebody did, and has it in the log. Where the database cannot keep it, the log alone has it, and says so. Call it after
     * what was done.
     */
    async note(action: AuditAction, who: Doer, subject = '', facts: object = {}): Promise<void> {
      const { account, address, session } = who;
      const isRefusal = REFUSALS.has(action);
      const said = { ...facts, address, session, ...(account !== undefined && { account }) };
      log[isRefusal || /revoked|removed|changed/.test(action) ? 'warn' : 'info'](said, LINES[action]);
      if (isRefusal && limit.take('') > 0) {
        unkept += 1;
        return;
      }
      const before = unkept;
      unkept = 0;
      try {
        await keep(action, who, subject, before);
      } catch (error) {
        unkept += before;
        lost.lose(codeOf(error));
        log.error({ err: error, action }, 'what somebody did cannot be kept in the audit trail');
      }
    },

    /** Returns how many entries could not be kept. */
    losses: lost.read,

    /** Lists the entries before a number, the newest first. @param most - how many at most. */
    async list(before: number, most: number): Promise<readonly AuditEntry[]> {
      return (await run('newest', before, most)).rows.map(toEntry);
    },

    /** Lists the newest entries of one kind. */
    newestOf: async (action: AuditAction, most: number): Promise<readonly AuditEntry[]> =>
      (await run('newestOf', action, most)).rows.map(toEntry),

    /** Forgets a slice of what is too old. */
    forget: async (sureNow: number): Promise<number> => (await run('forget', sureNow - days * DAY_MS, AT_ONCE)).count,
  };
}

/** Returns the few words that say why the database did not keep it, which hold no value. */
function codeOf(error: unknown): string {
  const { code = 'no answer' } = error as NodeJS.ErrnoException;
  return code;
}

function toEntry(row: DatabaseRow): AuditEntry {
  return {
    number: Number(row['number']),
    at: Number(row['at']),
    ...(row['sure'] !== null && { sure: Number(row['sure']) }),
    ...(row['account'] !== null && { account: Number(row['account']) }),
    name: oneLine(String(row['name']), LONGEST_NAME), // an older gateway's too
    address: String(row['address']),
    action: String(row['action']),
    subject: oneLine(String(row['subject']), LONGEST_SUBJECT),
    unkept: Number(row['unkept']),
    times: Number(row['times']),
  };
}
