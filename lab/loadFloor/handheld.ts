import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/call.ts';
import type { CallDecision, DecisionWord } from '#contract/decision.ts';
import type { Outcome } from '#contract/outcome.ts';
import { exchangeDecisions } from '#wire/decisions.ts';
import { type TriedAt, probe } from '#wire/hello.ts';
import { defaultNames } from '#wire/names.ts';
import { type HandheldReport, encodeReport } from '#wire/report.ts';
import { send } from '#wire/send.ts';

/** Milliseconds for which it waits for any answer. */
const TIMEOUT_MS = 10_000;
const AGENT =
  'Mozilla/5.0 (Linux; Android 10; TC26) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36';

/** The facts of a handheld that its calls do not change. */
export interface HandheldFacts extends Pick<
  HandheldReport,
  'version' | 'kept' | 'battery' | 'charging' | 'warehouse' | 'worker'
> {
  /** The token of an enrolled one; absent: it brings its own access key. */
  readonly cookie?: string;
  readonly apiKey?: string;
  /** Seconds for which its first call was open before this run. */
  readonly openForS?: number;
}

interface SavedCall {
  readonly seq: number;
  readonly key: string;
  readonly call: Call;
  readonly tried?: TriedAt;
}

/**
 * The report of a hello that was answered, with the keys of its doubts, when it was made and since when its oldest call was seen open; ms of
 * `performance.now`.
 */
export interface Told {
  readonly report: HandheldReport;
  readonly doubts: readonly string[];
  readonly at: number;
  /** The time of the hello after which it last heard of decisions. */
  readonly heardAt: number;
  readonly oldestAt: number | undefined;
}

export type Handheld = ReturnType<typeof createHandheld>;

/**
 * Creates a handheld without a screen and a disk: it says hello, sends its calls under their keys, tells decisions and hears of
 * others' as the app does, by the app's own way onto the wire, and keeps its own figures.
 *
 * @param url - of the gateway, asked before each request.
 */
export function createHandheld(url: () => string, { cookie, apiKey = '', openForS = 0, ...own }: HandheldFacts) {
  let facts = own;
  const id = randomUUID();
  const by = facts.worker ?? 'nobody';
  let waiting: readonly SavedCall[] = [];
  /** The calls that nobody knows of, by key, with the version that the ledger told last. */
  const doubts = new Map<string, { readonly seq: number; readonly version: number; readonly call: Call }>();
  /** The keys of calls about which it was decided here. */
  const saidHere = new Set<string>();
  const refused = new Map<string, number>();
  let untold: readonly CallDecision[] = [];
  let paused: HandheldReport['paused'];
  let saved = 0;
  let epoch: TriedAt | undefined;
  let told: Told | undefined;
  let served: string | undefined;
  /** Of the hello after which it last heard of decisions: the ledger's time, and this clock's. */
  let heard: { readonly at: number; readonly here: number } | undefined;
  let first: { readonly seq: number; readonly at: number } | undefined;

  const asked: typeof fetch = (path, init) => {
    const headers = new Headers(init?.headers);
    if (cookie !== undefined) headers.set('cookie', cookie);
    headers.set('user-agent', AGENT);
    return fetch(new URL(path as string, url()), { ...init, headers });
  };

  /** Makes its report, and looks which open call is the oldest now. */
  function report(): HandheldReport {
    const seqs = [...waiting.map(({ seq }) => seq), ...[...doubts.values()].map(({ seq }) => seq), ...refused.values()];
    const seq = Math.min(...seqs);
    const now = performance.now();
    if (seqs.length === 0) first = undefined;
    else if (first?.seq !== seq) first = { seq, at: now - (seq === 1 ? 1_000 * openForS : 0) };
    return {
      id,
      waiting: waiting.length,
      person: doubts.size + refused.size,
      doubts: doubts.size,
      ...(heard && { heard: heard.at }),
      ...(first && { oldest: first.seq, oldestS: Math.floor((now - first.at) / 1_000) }),
      ...(paused && { paused }),
      ...facts,
    };
  }

  /** Tells its decisions, hears of others', and ends the doubts that somebody has decided. */
  async function exchange(): Promise<boolean> {
    if (doubts.size === 0 && untold.length === 0) return true;
    const answer = await exchangeDecisions(asked, { tell: untold, ask: [...doubts.keys()] }, TIMEOUT_MS);
    if (!answer || answer === 'refused') return false;
    const taken = new Set(answer.told.map((one) => one.id));
    untold = untold.filter((one) => !taken.has(one.id));
    for (const { key, stands } of answer.asked) {
      const doubt = doubts.get(key);
      const isLeft = stands.is === 'open' || (stands.is === 'not-done' && !saidHere.has(key)); // somebody here says what is next
      if (doubt && isLeft) doubts.set(key, { ...doubt, version: stands.version });
      else if (stands.is !== 'running') doubts.delete(key);
    }
    return true;
  }

  /** Takes what came of the oldest call. */
  function settle({ seq, key, call }: SavedCall, outcome: Outcome): void {
    const isRefused = outcome.kind === 'rejected' || (outcome.kind === 'answered' && outcome.text?.startsWith('ERR'));
    if (isRefused) refused.set(key, seq);
    else if (outcome.kind === 'unknown') doubts.set(key, { seq, version: outcome.stands?.version ?? 0, call });
    else if (outcome.kind !== 'answered') return;
    waiting = waiting.slice(1);
  }

  return {
    report,
    /** The keys of its calls of which nobody knows. */
    doubts: (): readonly string[] => [...doubts.keys()],
    /** Returns a call of which nobody knows. */
    doubt: (key: string): Call | undefined => doubts.get(key)?.call,
    /** Gives up a call of which the desk said that it was not done: its worker saves it anew. */
    giveUp(key: string): void {
      doubts.delete(key);
    },
    /** Counts the decisions that the ledger was not told yet. */
    untold: (): number => untold.length,
    /** Saves a call, which is sent after those before it. */
    save(call: Call): void {
      saved += 1;
      waiting = [...waiting, { seq: saved, key: randomUUID(), call }];
    },
    /** Puts sending on hold, or goes on. */
    pause(why?: HandheldReport['paused']): void {
      paused = why;
    },
    /** Decides about a call of which nobody knows. */
    decide(key: string, says: Extract<DecisionWord, 'done' | 'not-done'>): void {
      const { version } = doubts.get(key) ?? { version: 0 };
      saidHere.add(key);
      untold = [...untold, { id: randomUUID(), key, says, version, by }];
    },
    /** Looks at its refused answers. */
    acknowledge(): void {
      const words = [...refused.keys()].map((key) => ({ id: randomUUID(), key, says: 'acknowledged' as const }));
      untold = [...untold, ...words.map((word) => ({ ...word, version: 0, by }))];
      refused.clear();
    },
    /** Takes the version that its gateway serves, as the app does where nothing is begun. */
    takeVersion(): void {
      facts = { ...facts, ...(served !== undefined && { version: served }) };
    },
    /** Returns what it told last. */
    told: (): Told | undefined => told,
    /** Tells whether the oldest call that waits may have left already. */
    isUnderWay: (): boolean => waiting[0]?.tried !== undefined,
    /** Says hello, then exchanges decisions. @param isTelling - `false`: as an older one, which tells no report. @returns whether it was answered. */
    async hello(isTelling = true): Promise<boolean> {
      const at = performance.now();
      const said = {
        report: report(),
        doubts: [...doubts.keys()],
        at,
        heardAt: heard?.here ?? at,
        oldestAt: first?.at,
      };
      const header = isTelling ? encodeReport(said.report) : undefined;
      const hello = await probe(asked, randomUUID(), TIMEOUT_MS, undefined, header);
      if (!hello) return false;
      epoch = { epoch: hello.epoch, at: hello.now };
      served = hello.version;
      if (isTelling) told = said;
      if (await exchange()) heard = { at: hello.now, here: at };
      return true;
    },
    /** Sends the oldest call that waits. @returns it, and what came of it; `undefined`: nothing was sent. */
    async sendOne(): Promise<{ readonly call: Call; readonly outcome: Outcome } | undefined> {
      const [oldest] = waiting;
      if (!oldest || !epoch || paused) return undefined;
      const tried: TriedAt = oldest.tried ? { ...oldest.tried, last: epoch.at } : epoch;
      waiting = [{ ...oldest, tried }, ...waiting.slice(1)];
      const options = { idempotencyKey: oldest.key, tried, timeoutMs: TIMEOUT_MS };
      const outcome = await send(asked, oldest.call, apiKey, defaultNames, options);
      settle(oldest, outcome);
      return { call: oldest.call, outcome };
    },
  };
}
