import { randomUUID } from 'node:crypto';
import { attempt } from '#contract/attempt.ts';
import { makeCall } from '#contract/call.ts';
import { groupPaths, isOperationName, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { judge } from '#contract/judging.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Enrolment } from '#gateway/devices/enrolment.ts';
import { IDEMPOTENCY_KEY, type Ledger, type LedgerState, fingerprintOf } from '#gateway/ledger/ledger.ts';
import { type LedgerAsked, backToStart, callPage, codePage, foundPage, ledgerPage } from './ledgerPage.ts';
import type { LedgerView } from './callTable.ts';
import { classify } from '#wire/classify.ts';
import type { WireNames } from '#wire/names.ts';
import {
  NEWEST_PLACE,
  type LedgerLine,
  type LedgerPlace,
  type LedgerReader,
  walkBack,
} from '#gateway/ledger/ledgerReader.ts';
import { enteredOf } from '#gateway/pages/pageWords.ts';
import { enteredIn, pagePlace } from '#gateway/pages/page.ts';
import type { Asking, Made, PersonPages } from '#gateway/people/personPages.ts';

const LEDGER = pagePlace('ledger');
const DECIDE = pagePlace('ledger', '/decide');
const UNCONFIRMED = 100;
const STATES: readonly string[] = ['received', 'dispatching', 'answered', 'outcome-unknown'] satisfies LedgerState[];

/**
 * Adds `/gateway/ledger`, where the ledger is read. It changes nothing but what a supervisor decides about an unconfirmed call. Codes
 * are posted, so that they are in no address and no log.
 *
 * @param enrolment - absent where no handheld is asked for a token: a call then shows an address in place of a name.
 */
export function addLedgerRoutes(
  pages: PersonPages,
  ledger: Pick<Ledger, 'decide'>,
  reader: LedgerReader,
  enrolment: Enrolment | undefined,
  site: () => SiteConfiguration,
  names: WireNames,
): void {
  /** Makes a page that tells of a ledger that cannot be read. */
  const reading = (make: (asking: LedgerAsking) => Promise<Made>) => async (asking: Asking) => {
    const { request, facts, mayPost } = asking;
    try {
      // Where the names cannot be read, the page shows the numbers.
      const devices = (await enrolment?.list().catch(() => [])) ?? [];
      const called = new Map(devices.map(({ number, name }) => [String(number), name]));
      const workers = new Map((site().workers ?? []).map(({ userId, name }) => [userId, name ?? '']));
      const isRefused = (line: LedgerLine): boolean => wasRefused(line, site(), names);
      return await make({
        ...asking,
        reader,
        view: {
          now: Date.now(),
          names: called,
          workers,
          isRefused,
          mayDecide: mayPost(DECIDE.path),
          language: facts.language,
          texts: facts.words.ledger,
        },
      });
    } catch (error) {
      request.log.error({ err: error }, 'the ledger cannot be read');
      return { inside: backToStart(facts.words.ledger), problem: facts.words.ledger.away, status: 503 };
    }
  };
  pages.page(LEDGER, reading(pageAtAddress));
  pages.form(LEDGER, reading(pageByCode));
  pages.form(
    DECIDE,
    reading((asking) => decideHere(ledger, asking)),
  );
}

/** Decides about a call, and leads back to the ledger; a word that came late is said to be that, on the call's page. */
async function decideHere(
  ledger: Pick<Ledger, 'decide'>,
  { fields, person, note, reader, view }: LedgerAsking,
): Promise<Made> {
  const { call = '', says, version = '', why = '' } = fields;
  const entry = await reader.entry(call);
  if (!entry || (says !== 'done' && says !== 'not-done') || !/^[0-9]{1,6}$/.test(version)) {
    return { inside: backToStart(view.texts), problem: view.texts.unknownKey, status: 404 };
  }
  const word = { id: randomUUID(), key: entry.key, says, version: Number(version), by: person.name } as const;
  const reason = why.trim().slice(0, 500);
  const { holds } = await ledger.decide({ ...word, ...(reason !== '' && { why: reason }) }, Date.now());
  await note('call-decided', `${entry.key}: ${says}${holds ? '' : ', late'}`);
  if (holds) return { to: LEDGER.path };
  const now = (await reader.entry(call)) ?? entry;
  return { inside: callPage(now, await reader.decisionsOf(call), view), problem: view.texts.late, status: 409 };
}

/** Tells whether the service refused a call, by the site's rules as they are now. */
function wasRefused(
  { operation, status = 0, contentType = '', reply }: LedgerLine,
  site: SiteConfiguration,
  names: WireNames,
): boolean {
  if (!reply || !isOperationName(operation)) return false;
  const outcome = classify({ status, contentType, body: reply }, names);
  return outcome.kind === 'answered' && judge(site, operation, outcome.text) === 'refused';
}

type Day = Pick<LedgerAsked, 'day' | 'zone'>;

interface LedgerAsking extends Asking {
  readonly reader: LedgerReader;
  readonly view: LedgerView;
}

/** Shows one call, a search, or the newest calls, as the address asks. */
async function pageAtAddress({ fields: query, reader, view }: LedgerAsking): Promise<Made> {
  const operation = operationNames.find((name) => name === query['by']);
  if (operation) return codePage(operation, {}, undefined, view);
  if (query['call'] !== undefined) {
    const entry = await reader.entry(query['call']);
    if (entry) return callPage(entry, await reader.decisionsOf(entry.key), view);
    return { inside: backToStart(view.texts), problem: view.texts.unknownKey, status: 404 };
  }
  const asked = readAsked(query);
  if (asked.key !== undefined) return foundPage(asked, { lines: await reader.byKey(asked.key) }, view);
  const { state, operation: wanted, asker, ...rest } = asked;
  const wish = { state: state as LedgerState | undefined, operation: wanted, asker, from: startOf(asked) };
  const journal = await walkBack(reader, wish, placeIn(query['before']) ?? endOf(asked));
  if (state ?? wanted ?? rest.day ?? query['before']) return foundPage(asked, journal, view);
  const open = await reader.unconfirmed(UNCONFIRMED + 1, asker);
  const unconfirmed = open.slice(0, UNCONFIRMED);
  const isMore = open.length > UNCONFIRMED;
  return ledgerPage(asked, { unconfirmed, isMore, journal }, view);
}

/** Shows the calls whose codes were all entered. */
async function pageByCode({ fields, reader, view }: LedgerAsking): Promise<Made> {
  const { by, before, ...rest } = fields;
  const operation = operationNames.find((name) => name === by);
  if (!operation) return backToStart(view.texts);
  const when = readDay(rest);
  const entered = { ...enteredIn(operation, rest), ...when };
  try {
    const wish = { fingerprint: fingerprintFor(operation, rest), from: startOf(when) };
    const found = await walkBack(reader, wish, placeIn(before) ?? endOf(when));
    return codePage(operation, entered, found, view);
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    const problem = `${enteredOf(error.parameter, view.language)}: ${error.expected}`;
    return { inside: codePage(operation, entered, undefined, view), problem, status: 422 };
  }
}

/** Returns the fingerprint of the call that the app makes of these fields. @throws InvalidParameter */
function fingerprintFor(operation: OperationName, fields: Readonly<Record<string, string>>): string {
  const { parameters } = makeCall(operation, enteredIn(operation, fields));
  return fingerprintOf(`${groupPaths[operationOf(operation).group]}/${operation}`, parameters);
}

/** Reads a search; what does not fit is left out. */
function readAsked({ key, state, operation, asker, ...rest }: Readonly<Record<string, string>>): LedgerAsked {
  return {
    ...(key !== undefined && /^[\w.-]{1,100}$/.test(key.trim()) && { key: key.trim() }),
    ...(state !== undefined && STATES.includes(state) && { state }),
    ...(operationNames.some((name) => name === operation) && operation !== undefined && { operation }),
    ...(asker !== undefined && /^[0-9a-f.:]{1,45}$/i.test(asker) && { asker }),
    ...readDay(rest),
  };
}

/** Reads a day, where one is asked for, with its zone. */
function readDay({ day = '', zone = '' }: Readonly<Record<string, string>>): Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return {};
  return { day, ...(isZone(zone) && { zone }) };
}

/** Returns the start of a day, Unix ms. */
function startOf({ day, zone }: Day): number | undefined {
  return day === undefined ? undefined : dayStart(day, zone);
}

/** Returns the end of a day, from which it is read back. */
function endOf({ day, zone }: Day): LedgerPlace {
  return day === undefined ? NEWEST_PLACE : { receivedAt: dayStart(day, zone, 1), key: '' };
}

function placeIn(text: string | undefined): LedgerPlace | undefined {
  const [, at, key] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at !== undefined && key !== undefined && IDEMPOTENCY_KEY.test(key)
    ? { receivedAt: Number(at), key }
    : undefined;
}

/** Returns when a day such as `2026-11-21`, or one so many days later, begins in a zone that `isZone` knows; Unix ms. */
export function dayStart(day: string, zone = 'UTC', more = 0): number {
  const midnight = Date.parse(day) + more * 24 * 60 * 60 * 1000;
  const near = midnight - offsetAt(midnight, zone);
  return midnight - offsetAt(near, zone);
}

/** Tells whether a text names a time zone, such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  return /^[\w+/-]{1,64}$/.test(text) && attempt(() => offsetAt(0, text)) !== undefined;
}

/** Returns how far a zone's clocks are ahead of UTC, in ms. @param at - Unix ms. @throws RangeError where there is no such zone. */
function offsetAt(at: number, zone: string): number {
  const said = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(at);
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(said) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
