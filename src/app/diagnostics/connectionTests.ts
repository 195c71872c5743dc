import { groupPaths } from '#contract/catalogue.ts';
import { askHello } from '#app/core/exchange.ts';

/** One probe of the gateway: how long it took, and how far this handheld's clock is ahead of the gateway's. */
export interface ProbeResult {
  readonly ms: number;
  readonly hello?: { readonly version: string; readonly upstream: 'stand-in' | 'service'; readonly aheadMs: number };
}

export interface BindingResult {
  readonly group: string;
  readonly status: number;
  readonly ms: number;
  readonly verdict: 'offered' | 'no-post' | 'not-service' | 'no-answer';
}

const PROBES = 5;
const BINDING_TIMEOUT_MS = 10_000;

/** Asks the gateway five times, one after the other. @param onProbe - gets each as it comes. */
export async function probeGateway(onProbe: (result: ProbeResult) => void): Promise<void> {
  for (let number = 0; number < PROBES; number += 1) {
    const [startedAt, from] = [Date.now(), performance.now()];
    const hello = await askHello();
    const ms = performance.now() - from;
    // the gateway looked at its clock half way between question and answer, as far as anybody can say
    onProbe({ ms, ...(hello && { hello: { ...hello, aheadMs: Math.round(startedAt + ms / 2 - hello.now) } }) });
  }
}

/** Asks each group for its description, without a key: whether it answers, and offers the handhelds' binding. */
export async function readBindings(onBinding: (result: BindingResult) => void): Promise<void> {
  for (const path of Object.values(groupPaths)) {
    const from = performance.now();
    const { status, text } = await readText(`${path}?WSDL`);
    onBinding({ group: path.slice(1), status, ms: performance.now() - from, verdict: verdictOf(status, text) });
  }
}

/** Tells whether the service itself has answered, through the gateway. */
export function isOfService({ verdict }: Pick<BindingResult, 'verdict'>): boolean {
  return verdict === 'offered' || verdict === 'no-post';
}

async function readText(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), BINDING_TIMEOUT_MS);
  try {
    const reply = await fetch(path, { cache: 'no-store', redirect: 'error', signal: abort.signal });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  } finally {
    clearTimeout(timer);
  }
}

/** @param text - what came, which is a WSDL 1.1 document where the service answered. */
export function verdictOf(status: number, text: string): BindingResult['verdict'] {
  if (status === 0) return 'no-answer';
  if (status !== 200 || !/<(?:\w+:)?definitions[\s>]/u.test(text)) return 'not-service';
  return /<(?:\w+:)?port\s[^<>]*HttpPost/u.test(text) ? 'offered' : 'no-post';
}
