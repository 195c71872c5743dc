/** What the gateway says of itself to a probe. Source: DESIGN section 6, `/gateway/hello`. */
export interface Hello {
  /** The nonce that was asked with: proof that this is a fresh answer of a gateway, and no portal or cache. */
  readonly nonce: string;
  /** Changes when the ledger is another one than before; a key tried under an older epoch may be forgotten. */
  readonly epoch: string;
  readonly version: string;
  readonly upstream: 'stand-in' | 'service';
  /** The gateway's clock, Unix milliseconds. The device's own clock plays no part in the ledger's decisions. */
  readonly now: number;
  /** Whether this handheld may call; absent where it is not asked for a token. */
  readonly enrolled?: boolean;
}

/** The header that a retry carries: when, and under which epoch, its key was first tried. */
export const TRIED_HEADER = 'scanline-tried';

/** When a key was first tried, in the gateway's words. */
export interface Tried {
  readonly epoch: string;
  /** Unix milliseconds on the gateway's clock. */
  readonly at: number;
}

/** The header's value: `<epoch>;<Unix ms>`. */
export function encodeTried(tried: Tried): string {
  return `${tried.epoch};${tried.at}`;
}

/** Reads the header's value, or `undefined` where it is not one. */
export function decodeTried(value: string): Tried | undefined {
  const match = /^([A-Za-z0-9-]{1,64});([0-9]{1,15})$/.exec(value);
  return match?.[1] === undefined ? undefined : { epoch: match[1], at: Number(match[2]) };
}

/**
 * Asks whether the gateway is there, by content: only an echo of `nonce` counts.
 *
 * @param timeoutMs - after which there is no gateway.
 * @returns its hello, or `undefined` for no network, a captive portal, a proxy's page or another server.
 */
export async function probe(
  fetch: typeof globalThis.fetch,
  nonce: string,
  timeoutMs: number,
): Promise<Hello | undefined> {
  const abort = new AbortController(); // `AbortSignal.timeout` is younger than the oldest browser served
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const reply = await fetch(`/gateway/hello?nonce=${encodeURIComponent(nonce)}`, {
      cache: 'no-store',
      redirect: 'error',
      signal: abort.signal,
    });
    if (!reply.ok) return undefined;
    const hello = (await reply.json()) as Partial<Hello>;
    return hello.nonce === nonce && typeof hello.epoch === 'string' && typeof hello.now === 'number'
      ? (hello as Hello)
      : undefined;
  } catch {
    return undefined; // no network, not JSON, or too late: all the same to the queue
  } finally {
    clearTimeout(timer);
  }
}
