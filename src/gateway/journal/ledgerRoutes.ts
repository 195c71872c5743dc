import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KEY_PARAMETER, makeCall } from '#contract/call.ts';
import { groupPaths, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { dayStart, isZone } from './dayStart.ts';
import type { Enrolment } from '#gateway/devices/enrolment.ts';
import { IDEMPOTENCY_KEY, type LedgerState, fingerprintOf } from '#gateway/ledger/ledger.ts';
import { type LedgerAsked, callPage, codePage, foundPage, ledgerPage, noLedgerPage } from './ledgerPage.ts';
import type { LedgerView } from './callTable.ts';
import { type LedgerPlace, type LedgerReader, walkBack } from '#gateway/ledger/ledgerReader.ts';
import { enteredOf, pageWords } from '#gateway/pages/pageWords.ts';
import { type PageFacts, pathOfPage, replyWithPage } from '#gateway/pages/page.ts';
import { type Supervisor, fieldsOf } from '#gateway/pages/supervisorRoutes.ts';

const LEDGER = pathOfPage('ledger');
const UNCONFIRMED = 100;
const STATES: readonly string[] = ['received', 'dispatching', 'answered', 'outcome-unknown'] satisfies LedgerState[];
const NEWEST: LedgerPlace = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

/**
 * `/gateway/ledger`: what the ledger knows, for a supervisor. It reads and changes nothing. What was entered is posted,
 * so that it is in no address and no log.
 *
 * @param now - Unix ms.
 * @param enrolment - absent where no handheld is asked for a token: then a call has an address instead of a name.
 */
export function addLedgerRoutes(
  app: FastifyInstance,
  supervisor: Supervisor,
  reader: LedgerReader,
  now: () => number,
  enrolment?: Enrolment,
): void {
  /** A handler for those who may see the page. A ledger that is away is said to be, on the page itself. */
  const guarded =
    (make: (asking: Asking) => Promise<Made>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
      const facts = supervisor.factsOf(request);
      try {
        // The names are beside the point: without them the numbers are shown.
        const devices = (await enrolment?.list().catch(() => [])) ?? [];
        const names = new Map(devices.map(({ number, name }) => [String(number), name]));
        const { page, status = 200 } = await make({
          request,
          reader,
          facts,
          view: { now: now(), names, language: facts.language },
        });
        return replyWithPage(reply.code(status), page);
      } catch (error) {
        request.log.error({ err: error }, 'the ledger cannot be read');
        const { away } = pageWords('ledger', facts.language);
        return replyWithPage(reply.code(503), noLedgerPage({ ...facts, problem: away }));
      }
    };
  app.get(LEDGER, guarded(pageAtAddress));
  app.post(LEDGER, guarded(pageByCode));
}

type Day = Pick<LedgerAsked, 'day' | 'zone'>;

/** Who asks for what, and what the answer needs. */
interface Asking {
  readonly request: FastifyRequest;
  readonly reader: LedgerReader;
  readonly facts: PageFacts;
  readonly view: LedgerView;
}

interface Made {
  readonly page: string;
  /** @defaultValue 200 */
  readonly status?: number;
}

/** One call, a search, or what is newest: as the address says. */
async function pageAtAddress({ request, reader, facts, view }: Asking): Promise<Made> {
  const query = textsIn(request.query as Record<string, unknown>);
  const operation = operationNames.find((name) => name === query['by']);
  if (operation) return { page: codePage(facts, operation, {}, undefined, view) };
  if (query['call'] !== undefined) {
    const entry = await reader.entry(query['call']);
    if (entry) return { page: callPage(facts, entry, view) };
    return { page: noLedgerPage({ ...facts, problem: pageWords('ledger', facts.language).unknownKey }), status: 404 };
  }
  const asked = readAsked(query);
  if (asked.key !== undefined) {
    return { page: foundPage(facts, asked, { lines: await reader.byKey(asked.key) }, view) };
  }
  const { state } = asked;
  const wish = { state: state as LedgerState | undefined, operation: asked.operation, from: startOf(asked) };
  const journal = await walkBack(reader, wish, placeIn(query['before']) ?? endOf(asked));
  if (Object.keys(asked).length > 0 || query['before']) return { page: foundPage(facts, asked, journal, view) };
  const open = await reader.unconfirmed(UNCONFIRMED + 1);
  const unconfirmed = open.slice(0, UNCONFIRMED);
  const isMore = open.length > UNCONFIRMED;
  return { page: ledgerPage(facts, asked, { unconfirmed, isMore, journal }, view) };
}

/** The calls of which everything was entered. */
async function pageByCode({ request, reader, facts, view }: Asking): Promise<Made> {
  const { by, before, ...rest } = fieldsOf(request);
  const operation = operationNames.find((name) => name === by);
  if (!operation) return { page: noLedgerPage(facts) };
  const when = readDay(rest);
  const entered = { ...enteredIn(operation, rest), ...when };
  try {
    const wish = { fingerprint: fingerprintFor(operation, rest), from: startOf(when) };
    const found = await walkBack(reader, wish, placeIn(before) ?? endOf(when));
    return { page: codePage(facts, operation, entered, found, view) };
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    const wrong = { ...facts, problem: `${enteredOf(error.parameter, facts.language)}: ${error.expected}` };
    return { page: codePage(wrong, operation, entered, undefined, view), status: 422 };
  }
}

/** The fingerprint of the call that the app makes of what was entered. @throws InvalidParameter */
function fingerprintFor(operation: OperationName, fields: Readonly<Record<string, string>>): string {
  const { parameters } = makeCall(operation, enteredIn(operation, fields));
  return fingerprintOf(`${groupPaths[operationOf(operation).group]}/${operation}`, parameters);
}

/** What was entered, by parameter; a field that was not sent is empty. */
function enteredIn(operation: OperationName, fields: Readonly<Record<string, string>>): Record<string, string> {
  const names = operationOf(operation).parameters.map(([name]) => name);
  return Object.fromEntries(
    names.filter((name) => name !== KEY_PARAMETER).map((name) => [name, fields[`in-${name}`] ?? '']),
  );
}

/** What is asked for, and fits; the rest is as if it were not said. */
function readAsked({ key, state, operation, ...rest }: Readonly<Record<string, string>>): LedgerAsked {
  return {
    ...(key !== undefined && /^[\w.-]{1,100}$/.test(key.trim()) && { key: key.trim() }),
    ...(state !== undefined && STATES.includes(state) && { state }),
    ...(operationNames.some((name) => name === operation) && operation !== undefined && { operation }),
    ...readDay(rest),
  };
}

/** A day, where one is asked for, and the zone that it is one in. */
function readDay({ day = '', zone = '' }: Readonly<Record<string, string>>): Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return {};
  return { day, ...(isZone(zone) && { zone }) };
}

/** @returns Unix ms. */
function startOf({ day, zone }: Day): number | undefined {
  return day === undefined ? undefined : dayStart(day, zone);
}

/** The end of a day, from which it is read back. */
function endOf({ day, zone }: Day): LedgerPlace {
  return day === undefined ? NEWEST : { receivedAt: dayStart(day, zone, 1), key: '' };
}

function placeIn(text: string | undefined): LedgerPlace | undefined {
  const [, at, key] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at !== undefined && key !== undefined && IDEMPOTENCY_KEY.test(key)
    ? { receivedAt: Number(at), key }
    : undefined;
}

function textsIn(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}
