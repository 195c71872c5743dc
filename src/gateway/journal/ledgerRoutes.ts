import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KEY_PARAMETER, makeCall } from '#contract/call.ts';
import { groupPaths, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { Enrolment } from '#gateway/devices/enrolment.ts';
import { IDEMPOTENCY_KEY, type LedgerState, fingerprintOf } from '#gateway/ledger/ledger.ts';
import {
  type LedgerAsked,
  type LedgerView,
  callPage,
  codePage,
  foundPage,
  ledgerPage,
  noLedgerPage,
} from './ledgerPage.ts';
import { type LedgerPlace, type LedgerReader, walkBack } from '#gateway/ledger/ledgerReader.ts';
import { ledgerTexts } from './ledgerTexts.ts';
import { pathOfPage, replyWithPage } from '#gateway/pages/page.ts';
import { type Supervisor, fieldsOf } from '#gateway/pages/supervisorRoutes.ts';

const LEDGER = pathOfPage('ledger');
const DAY_MS = 24 * 60 * 60 * 1000;
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
  /** The names are beside the point: without them the numbers are shown. */
  async function look(): Promise<LedgerView> {
    const devices = (await enrolment?.list().catch(() => [])) ?? [];
    return { now: now(), names: new Map(devices.map(({ number, name }) => [String(number), name])) };
  }

  app.get<{ Querystring: Record<string, unknown> }>(LEDGER, async (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    return guarded(request, reply, async () => {
      const query = textsIn(request.query);
      const { by, call } = query;
      const operation = operationNames.find((name) => name === by);
      const facts = supervisor.factsOf(request);
      if (operation) return codePage(facts, operation, {}, undefined, await look());
      if (call !== undefined) {
        const entry = await reader.entry(call);
        if (entry) return callPage(facts, entry, await look());
        const { unknownKey } = ledgerTexts(facts.language);
        reply.code(404);
        return noLedgerPage({ ...facts, problem: unknownKey });
      }
      const asked = readAsked(query);
      if (asked.key !== undefined) {
        return foundPage(facts, asked, { lines: await reader.byKey(asked.key) }, await look());
      }
      const { state, operation: of, day } = asked;
      const wish = {
        ...(state !== undefined && { state: state as LedgerState }),
        ...(of !== undefined && { operation: of }),
        ...(day !== undefined && { from: Date.parse(day) }),
      };
      const part = await walkBack(reader, wish, placeIn(query['before']) ?? endOf(day));
      if (Object.keys(asked).length > 0 || query['before']) return foundPage(facts, asked, part, await look());
      const open = await reader.unconfirmed(UNCONFIRMED + 1);
      const unconfirmed = open.slice(0, UNCONFIRMED);
      return ledgerPage(facts, asked, { unconfirmed, isMore: open.length > UNCONFIRMED, journal: part }, await look());
    });
  });

  app.post(LEDGER, async (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    return guarded(request, reply, async () => {
      const { by, before, ...rest } = fieldsOf(request);
      const operation = operationNames.find((name) => name === by);
      if (!operation) return noLedgerPage(supervisor.factsOf(request));
      const day = readDay(rest['day']);
      const entered = { ...enteredIn(operation, rest), ...(day !== undefined && { day }) };
      try {
        const fingerprint = fingerprintFor(operation, rest);
        const wish = { fingerprint, ...(day !== undefined && { from: Date.parse(day) }) };
        const found = await walkBack(reader, wish, placeIn(before) ?? endOf(day));
        return codePage(supervisor.factsOf(request), operation, entered, found, await look());
      } catch (error) {
        if (!(error instanceof InvalidParameter)) throw error;
        reply.code(422);
        return codePage(supervisor.factsOf(request, error.message), operation, entered, undefined, await look());
      }
    });
  });

  /** A ledger that is away is said to be, on the page itself. */
  async function guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string>,
  ): Promise<FastifyReply> {
    try {
      return replyWithPage(reply, await make());
    } catch (error) {
      request.log.error({ err: error }, 'the ledger cannot be read');
      const facts = supervisor.factsOf(request);
      const { away } = ledgerTexts(facts.language);
      return replyWithPage(reply.code(503), noLedgerPage({ ...facts, problem: away }));
    }
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
function readAsked({ key, state, operation, day }: Readonly<Record<string, string>>): LedgerAsked {
  const date = readDay(day);
  return {
    ...(key !== undefined && /^[\w.-]{1,100}$/.test(key.trim()) && { key: key.trim() }),
    ...(state !== undefined && STATES.includes(state) && { state }),
    ...(operationNames.some((name) => name === operation) && operation !== undefined && { operation }),
    ...(date !== undefined && { day: date }),
  };
}

function readDay(day: string | undefined): string | undefined {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** The end of a day, from which it is read back. */
function endOf(day: string | undefined): LedgerPlace {
  return day === undefined ? NEWEST : { receivedAt: Date.parse(day) + DAY_MS, key: '' };
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
