import type { FastifyInstance, FastifyRequest } from 'fastify';
import { daysLeft, endingLine } from '#http/edge/expiry.ts';
import type { Prints } from '#ledger/prints.ts';
import { rarely } from '#ledger/within.ts';
import { replyWithJson } from '#http/answer.ts';
import type { OwnFacts } from '#gateway/served/ownRoutes.ts';
import type { SiteState } from '#gateway/served/siteFile.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import { type WarningFacts, type WarningKind, warningsNow } from './warnings.ts';

export interface HealthFacts extends Pick<OwnFacts, 'ledger' | 'upstreamKind' | 'version'>, WarningFacts {
  readonly running: () => number;
  /** Returns the bytes of large replies that are held. */
  readonly replyBytes: () => number;
  /** Tells whether the gateway is stopping: what runs ends, and nothing new begins. */
  readonly isDraining: () => boolean;
  readonly siteState: () => SiteState;
  /** Counts the labels that somebody waits for, by printer. */
  readonly labels: Prints['counts'];
  /** Tells how alerts stand; absent where nobody is told. */
  readonly alerts?: AlertsStanding | undefined;
}

/** The standing of alerts, as this gateway saw it last. */
export interface AlertsStanding {
  /** Counts those that are open, and the messages that wait. */
  standing(): Readonly<Record<'open' | 'waiting', number>>;
  /** Returns a sentence for each receiver that takes nothing. */
  lines(): readonly string[];
}

/** Tells whether to tell whoever asks more than one word. Never throws. */
export type HealthReader = (request: FastifyRequest) => Promise<boolean>;

/** Milliseconds for which an answer of the ledger is good, and for which it is waited for. */
const ASK_EVERY_MS = 1_000;
const ASK_LIMIT_MS = 3_000;

/**
 * Adds `/gateway/health` for people (a stranger gets one word of it and the status), `/gateway/health/live` for whoever restarts the process, and `/gateway/health/ready`
 * for whoever sends calls to it. A gateway is ready without the service too: handhelds keep their calls then, and no other
 * gateway could do better.
 */
export function addHealthRoutes(app: FastifyInstance, facts: HealthFacts, mayReadAll: HealthReader): void {
  const { ledger, upstreamKind: upstream, version, check } = facts;

  app.get('/gateway/health', async (request, reply) => {
    const isStranger = !(await mayReadAll(request));
    try {
      const [counts] = await Promise.all([ledger.counts(), isStranger || check?.look()]);
      if (isStranger) return replyWithJson(reply, { status: 'ok' });
      const ledgerFacts = {
        epoch: ledger.epoch,
        received: counts.received,
        dispatching: counts.dispatching,
        outcomeUnknown: counts['outcome-unknown'],
      };
      const service = check && { service: serviceIn(check) };
      const rest = {
        running: facts.running(),
        ledger: ledgerFacts,
        ...service,
        ...certificatesIn(facts),
        ...warningsIn(facts),
      };
      return replyWithJson(reply, { status: 'ok', version, upstream, ...rest });
    } catch (error) {
      app.log.error({ err: error }, 'the ledger cannot be read');
      const rest = isStranger ? {} : { version, upstream, running: facts.running() };
      return replyWithJson(reply.code(503), { status: 'failing', ...rest });
    }
  });

  app.get('/gateway/health/live', (_request, reply) => replyWithJson(reply, { status: 'ok', version }));

  const probe = rarely(() => ledger.probe(Date.now()), ASK_EVERY_MS, ASK_LIMIT_MS);
  let wasReady = true;
  app.get('/gateway/health/ready', async (_request, reply) => {
    const reasons: string[] = [];
    if (facts.isDraining()) reasons.push('The gateway is stopping.');
    await probe().catch((error: unknown) => {
      reasons.push('The ledger cannot be read and written.');
      if (wasReady) app.log.error({ err: error }, 'the ledger cannot be read and written');
    });
    wasReady = reasons.length === 0;
    // A wrong site file is told, and the gateway stays ready with the last good one: all that share the file would be away.
    const { problem } = facts.siteState();
    const said =
      problem === undefined
        ? siteDoubt(facts.siteState())
        : { site: 'The file cannot be used; the last good one is. The log says why.' };
    // Calls wait and are answered: a proxy that took them elsewhere would take them to the same database.
    const short = facts.connections?.().short;
    const database = short === undefined ? {} : { database: short };
    if (wasReady) return replyWithJson(reply, { status: 'ok', version, ...said, ...database });
    return replyWithJson(reply.code(503), { status: 'not ready', version, reasons });
  });
}

/** Returns whether the service answers now, each state with its time, and what it said of itself when it was asked last. */
function serviceIn({ reachability, report }: UpstreamCheck): object | string {
  const asked = report();
  return asked ? { ...reachability.said(), ...asked } : 'not asked yet';
}

/** Returns a sentence where gateways of one ledger have different site files, or rules of the file are laid aside. */
function siteDoubt({ differs, aside }: SiteState): { readonly site?: string } {
  if (differs) return { site: 'Another gateway of this ledger has another site file: handhelds get either by turns.' };
  const places = aside.map(({ place }) => place).join(', ');
  return places === '' ? {} : { site: `Not used: ${places}. /gateway/setup says why.` };
}

/** The kinds that stand in no other part of `/gateway/health`. */
const TOLD_HERE: ReadonlySet<WarningKind> = new Set(['lines-lost', 'connections-short', 'disk-full']);

/** Returns sentences on what no other part tells, where somebody has to be told. */
function warningsIn(facts: HealthFacts): { readonly warnings?: readonly string[] } {
  const told = warningsNow(facts).filter(({ kind }) => TOLD_HERE.has(kind));
  const warnings = [...told.map(({ line }) => line), ...(facts.alerts?.lines() ?? [])];
  return warnings.length === 0 ? {} : { warnings };
}

/** Returns when each certificate ends, by its owner, with a sentence where somebody has to be told. */
function certificatesIn({ certificates }: HealthFacts): { readonly certificates?: object } {
  const now = Date.now();
  const said = certificates().map((one) => {
    const warning = endingLine(one, now);
    const expires = new Date(one.expiresAt).toISOString();
    return [
      one.owner,
      { expires, daysLeft: daysLeft(one, now), names: one.names, ...(warning !== undefined && { warning }) },
    ];
  });
  return said.length === 0 ? {} : { certificates: Object.fromEntries(said) as object };
}
