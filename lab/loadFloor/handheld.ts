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
  /** The token of an enrolled one. */
  readonly cookie: string;
  /** Seconds for which its first call was open before this run. */
  readonly openForS?: number;
}

interface SavedCall {
  readonly seq: number;
  readonly key: string;
  readonly call: Call;
  readonly tried?: TriedAt;
}

export type Handheld = ReturnType<typeof createHandheld>;

/**
 * Creates a handheld without a screen and a disk: it says hello, sends its calls under their keys, tells decisions and hears of
 * others' as the app does, by the app's own way onto the wire, and keeps its own figures.
 *
 * @param url - of the gateway, asked before each request.
 */
export function createHandheld(url: () => string, { cookie, openForS = 0, ...facts }: HandheldFacts) {
  const id = randomUUID();
  let waiting: readonly SavedCall[] = [];
  /** What nobody knows of, by key, with the version that the ledger told last. */
  const doubts = new Map<string, { readonly seq: number; readonly version: number }>();
  const refused = new Map<string, number>();
  let told: readonly CallDecision[] = [];
  let paused: HandheldReport['paused'];
  let saved = 0;
  let epoch: TriedAt | undefined;
  let first: { readonly seq: number; readonly at: number } | undefined;

  const asked: typeof fetch = (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookie);
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
      ...(first && { oldest: first.seq, oldestS: Math.floor((now - first.at) / 1_000) }),
      ...(paused && { paused }),
      ...facts,
    };
  }

  /** Tells its decisions, hears of others', and ends the doubts that somebody has decided. */
  async function exchange(): Promise<void> {
    if (doubts.size === 0 && told.length === 0) return;
    const heard = await exchangeDecisions(asked, { tell: told, ask: [...doubts.keys()] }, TIMEOUT_MS);
    if (!heard || heard === 'refused') return;
    const taken = new Set(heard.told.map((one) => one.id));
    told = told.filter((one) => !taken.has(one.id));
    for (const { key, stands } of heard.asked) {
      const doubt = doubts.get(key);
      if (doubt && stands.is === 'open') doubts.set(key, { ...doubt, version: stands.version });
      else if (stands.is !== 'running') doubts.delete(key);
    }
  }

  /** Takes what came of the oldest call. */
  function settle({ seq, key }: SavedCall, outcome: Outcome): void {
    const isRefused = outcome.kind === 'rejected' || (outcome.kind === 'answered' && outcome.text?.startsWith('ERR'));
    if (isRefused) refused.set(key, seq);
    else if (outcome.kind === 'unknown') doubts.set(key, { seq, version: outcome.stands?.version ?? 0 });
    else if (outcome.kind !== 'answered') return;
    waiting = waiting.slice(1);
  }

  return {
    report,
    /** The keys of its calls of which nobody knows. */
    doubts: (): readonly string[] => [...doubts.keys()],
    /** Counts the decisions that the ledger was not told yet. */
    untold: (): number => told.length,
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
      told = [...told, { id: randomUUID(), key, says, version, by: facts.worker ?? 'nobody' }];
    },
    /** Looks at its refused answers. */
    acknowledge(): void {
      const words = [...refused.keys()].map((key) => ({ id: randomUUID(), key, says: 'acknowledged' as const }));
      told = [...told, ...words.map((word) => ({ ...word, version: 0, by: facts.worker ?? 'nobody' }))];
      refused.clear();
    },
    /** Says hello with its report, then exchanges decisions. @returns whether it was answered. */
    async hello(): Promise<boolean> {
      const hello = await probe(asked, randomUUID(), TIMEOUT_MS, undefined, encodeReport(report()));
      if (!hello) return false;
      epoch = { epoch: hello.epoch, at: hello.now };
      await exchange();
      return true;
    },
    /** Sends the oldest call that waits. @returns what came of it; `undefined`: nothing was sent. */
    async sendOne(): Promise<Outcome | undefined> {
      const [oldest] = waiting;
      if (!oldest || !epoch || paused) return undefined;
      const tried: TriedAt = oldest.tried ? { ...oldest.tried, last: epoch.at } : epoch;
      waiting = [{ ...oldest, tried }, ...waiting.slice(1)];
      const options = { idempotencyKey: oldest.key, tried, timeoutMs: TIMEOUT_MS };
      const outcome = await send(asked, oldest.call, '', defaultNames, options);
      settle(oldest, outcome);
      return outcome;
    },
  };
}
