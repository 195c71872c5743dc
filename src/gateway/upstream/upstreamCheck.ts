import { secondsApart } from '#contract/clocks.ts';
import { type GroupName, groupNames } from '#contract/catalogue.ts';
import { type Agreement, type Expected, type Learnt, type ServiceSetting, agreementsOf } from './agreement.ts';
import { type GroupAnswer, type AskedService, type Described, askGroup, askWsdl } from './askService.ts';
import { createLook, createReachability, hasAnswered } from './reachability.ts';
import type { UpstreamTls } from './upstreamTls.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindingNames } from '#wire/bindings.ts';
import { groupAddress } from '#wire/groupAddress.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';

const TIMEOUT_MS = 10_000;
/** The times between two checks, in milliseconds: while calls are held, while something else is wrong, and where all is well. */
const AGAIN_WHEN_HELD_MS = 3_000;
const AGAIN_MS = 30_000;
const AGAIN_WHEN_WELL_MS = 10 * 60_000;
const LOOK_AFTER_MS = 10_000;

export interface CheckPorts extends Expected {
  /** Milliseconds between two checks; absent: by what the last one found. */
  readonly againMs?: number;
  /** The time for which what was heard of the service is good to whoever asks, in milliseconds. @defaultValue 10 s */
  readonly lookAfterMs?: number;
  readonly upstreamTls?: UpstreamTls | undefined;
  /** Source: `AskedService`. */
  readonly isOwn?: AskedService['isOwn'];
  /** The gateway's own: what the service says is shown to anybody, and it is in none of it. */
  readonly upstreamApiKey?: string | undefined;
  readonly log: { info(facts: object, line: string): void; warn(facts: object, line: string): void };
}

export type CheckReport = ReturnType<typeof toReport>;
export type UpstreamCheck = ReturnType<typeof startUpstreamCheck>;

/** The part of the check that calls go by. */
export type UpstreamKnowledge = Pick<UpstreamCheck, 'offered' | 'held' | 'asked' | 'wasAsked'>;

/**
 * Asks the service, again and again, what it is: the WSDL of each group, and one harmless read in the configured binding.
 * Calls to a group are held until what was learnt of it agrees with the settings, and again when it differs later; what
 * merely fails closes nothing that was open.
 */
export function startUpstreamCheck(ports: CheckPorts) {
  const { upstream, upstreamBinding, upstreamTls, lookAfterMs = LOOK_AFTER_MS } = ports;
  const service = { url: upstream, tls: upstreamTls, timeoutMs: TIMEOUT_MS, isOwn: ports.isOwn };
  const offered = new Map<GroupName, readonly BindingName[]>();
  const held = new Map(
    groupNames.map((group) => [
      group,
      heldBecause(`${groupAddress(upstream, group)} (UPSTREAM_URL) has not answered yet.`),
    ]),
  );
  let report: CheckReport | undefined;
  let heardAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  let said = '';
  const reachability = createReachability(Date.now, () => void run());
  const noteNamespace = followNamespace(ports, held);

  async function check(): Promise<void> {
    noteNamespace();
    const names = { ...ports.names };
    const ask = (group: GroupName): Promise<GroupAnswer> => askGroup(service, group, upstreamBinding, names);
    const read = ask('warehouse');
    const learn = async (group: GroupName): Promise<Learnt> => {
      const described = await askWsdl(service, group);
      const saysEnough = described.kind === 'described' && described.description.offered.includes(upstreamBinding);
      if (group === 'warehouse') return { described, asked: await read };
      return saysEnough ? { described } : { described, asked: await ask(group) };
    };
    const [order, warehouse, handheld] = await Promise.all([learn('order'), learn('warehouse'), learn('handheld')]);
    const learnt = withoutKeyIn({ order, warehouse, handheld }, ports.upstreamApiKey);
    if (ports.names.namespace !== names.namespace) return check(); // it was asked in another one
    const agreements = agreementsOf(learnt, { ...ports, names });
    for (const group of groupNames) {
      const { described } = learnt[group];
      if (described.kind === 'described') offered.set(group, described.description.offered);
      else if (described.reached) offered.delete(group); // it says nothing of itself
      const agreement = agreements[group];
      if (agreement.kind === 'agrees') held.delete(group);
      else if (agreement.kind === 'differs' || held.has(group)) held.set(group, heldBecause(agreement.why));
    }
    const asked = withoutKeyIn(await read, ports.upstreamApiKey);
    const isThere =
      asked.status !== undefined ||
      asked.isUnreadable ||
      groupNames.some((group) => hasAnswered(learnt[group].described));
    if (isThere) reachability.answered();
    else reachability.failed(asked.said);
    report = toReport(upstreamBinding, learnt, asked, agreements, held);
    const { clockAheadMs, isHere } = report.read;
    if (clockAheadMs !== undefined && isHere === false) heardAt = Date.now() + clockAheadMs;
    if (closed) return;
    const now = JSON.stringify([report.warnings, report.groups]);
    if (now !== said) say(ports.log, report);
    said = now;
  }
  const run = (): Promise<void> => {
    clearTimeout(timer);
    running ??= check()
      .catch((error: unknown) => ports.log.warn({ err: error }, 'the service cannot be asked'))
      .finally(() => {
        running = undefined;
        if (closed) return;
        const whenOpen = report?.warnings.length === 0 ? AGAIN_WHEN_WELL_MS : AGAIN_MS;
        timer = setTimeout(() => void run(), ports.againMs ?? (held.size > 0 ? AGAIN_WHEN_HELD_MS : whenOpen));
        timer.unref();
      });
    return running;
  };
  const first = run();
  return {
    /** The record of what calls and looks have heard; whoever sends a call tells it. */
    reachability,
    /** Source: `createLook`. */
    look: createLook(reachability, () => askWsdl(service, 'warehouse'), lookAfterMs),
    /** Returns the bindings that a group offers, as far as it was heard to say so. */
    offered: (name: GroupName): readonly BindingName[] => offered.get(name) ?? [],
    /** Returns the sentence on why calls to a group are held; `undefined`: what was learnt of it agrees with the settings. */
    held(name: GroupName): string | undefined {
      if (noteNamespace()) void run();
      return held.get(name);
    },
    /** Resolves when the service was asked for the first time; `true` from then on. */
    asked: first,
    wasAsked: (): boolean => report !== undefined,
    /** Asks now, or waits for the asking that runs. */
    again: run,
    /** Returns the last time on the service's clock, by the Date of its reply, Unix ms; `undefined`: it says none, or is here. */
    heardAt: (): number | undefined => heardAt,
    /** Returns the last report; `undefined`: the first check has not ended. */
    report: (): CheckReport | undefined => report,
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Has every group held where the namespace was changed: nothing that was learnt in another one holds, and over SOAP 1.1 a
 * call in a wrong one runs with nothing in it.
 *
 * @returns the look: it tells whether the namespace was changed since the last one.
 */
function followNamespace({ upstream, names }: Expected, held: Map<GroupName, string>): () => boolean {
  let { namespace } = names;
  return () => {
    if (names.namespace === namespace) return false;
    ({ namespace } = names);
    for (const group of groupNames) {
      const why = `${groupAddress(upstream, group)} (UPSTREAM_URL) has not answered yet in “${namespace}”.`;
      held.set(group, heldBecause(why));
    }
    return true;
  };
}

function say(log: CheckPorts['log'], { groups, read, warnings }: CheckReport): void {
  log.info({ groups, read }, 'the service was asked what it offers');
  for (const warning of warnings) log.warn({}, warning);
}

/** Erases the key from each text in a value. */
function withoutKeyIn<Said extends object>(said: Said, apiKey: string | undefined): Said {
  if (apiKey === undefined) return said;
  const clean = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? eraseKeyFromText(value, apiKey) : value;
  return JSON.parse(JSON.stringify(said), clean) as Said;
}

function heldBecause(why: string): string {
  return `Calls are held: ${why}`;
}

/** The knowledge of the stand-in: it offers everything. */
export const standinKnowledge: UpstreamKnowledge = {
  offered: () => bindingNames,
  held: () => undefined,
  asked: Promise.resolve(),
  wasAsked: () => true,
};

/** Makes the report of a check, for `/gateway/health`. */
function toReport(
  binding: BindingName,
  learnt: Readonly<Record<GroupName, Learnt>>,
  read: GroupAnswer,
  agreements: Readonly<Record<GroupName, Agreement>>,
  held: ReadonlyMap<GroupName, string>,
) {
  /** The matters that an operator should look at, one sentence each. */
  const warnings: string[] = [];
  /** Each group's bindings and namespace, or why it says nothing. */
  const groups: Record<string, ReturnType<typeof saidBy>> = {};
  /** The fault of each setting that says what the service is: one sentence, of the first group that shows it. */
  const settings: Partial<Record<ServiceSetting, string>> = {};
  for (const group of groupNames) {
    const { described } = learnt[group];
    const agreement = agreements[group];
    if (agreement.kind !== 'agrees') settings[agreement.setting] ??= agreement.why;
    groups[group] = saidBy(described);
    const why = held.get(group) ?? (agreement.kind === 'agrees' ? agreement.doubt : agreement.why);
    // What is wrong with a setting is told once, and not what follows from it.
    const isTold = agreement.kind !== 'agrees' && settings[agreement.setting] !== agreement.why;
    if (why !== undefined && !isTold) warnings.push(why);
    else if (why === undefined && described.kind === 'silent')
      warnings.push(`The ${group} group says nothing of itself. ${described.reason}`);
  }
  if (!read.answers && Object.keys(settings).length === 0)
    warnings.push(`A read over ${binding} was not answered: ${read.said}`);
  const apart = clocksLine(read.clockAheadMs);
  if (apart !== undefined) warnings.push(apart);
  const { said, ...rest } = read;
  // What came of one harmless read in the configured binding, what that means, and the service's own words, which stand last.
  const checked = { ...rest, meaning: meaningOf(binding, read), said };
  /** The groups whose calls are held, and why, one sentence each. */
  const reasons: Partial<Record<GroupName, string>> = Object.fromEntries(held);
  return { asked: new Date().toISOString(), binding, held: reasons, settings, groups, read: checked, warnings };
}

/** Returns one sentence where two clocks are apart; by the half minute, so that one that drifts is not told with each check. */
export function clocksLine(clockAheadMs: number | undefined): string | undefined {
  const seconds = secondsApart(clockAheadMs);
  if (seconds === undefined) return undefined;
  const about = Math.round(Math.abs(seconds) / 30) * 30;
  return `The clock of this machine is about ${about} s ${seconds > 0 ? 'behind' : 'ahead of'} the service’s: set both by the same time server.`;
}

/** Returns a group's bindings and namespace, or why it says nothing. */
function saidBy(described: Described) {
  if (described.kind === 'silent') return { problem: described.reason };
  const { offered, namespace } = described.description;
  return { offered, namespace };
}

/** Returns what the read means. Without a key it is often refused: whoever reads that has to know that all is well. */
function meaningOf(binding: BindingName, { answers }: GroupAnswer): string {
  if (!answers) return `No answer of the service came over ${binding}.`;
  return (
    `The service is there and answers over ${binding}. It was asked without an access key and without a code: ` +
    'what it said to that judges neither the key nor a call.'
  );
}
