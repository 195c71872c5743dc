import { jsonIn } from '#contract/json.ts';
import { type DeskAsks, deskAsksIn } from './desk.ts';
import { readProblem } from './problem.ts';
import type { Copied, Rotation } from '#contract/rotation.ts';

/** The gateway's answer to a probe. Source: docs/gateway.md, `/gateway/hello`. */
export interface Hello {
  /** The nonce that was asked with: proof that this is a fresh answer of a gateway, and no portal or cache. */
  readonly nonce: string;
  /** Changes when the ledger is another one than before; a key tried under an older epoch may be forgotten. */
  readonly epoch: string;
  readonly version: string;
  readonly upstream: 'stand-in' | 'service';
  /** The ledger's time, Unix milliseconds: what a retry tells it. The device's own clock plays no part in its decisions. */
  readonly now: number;
  /** The gateway takes people's decisions; absent from older ones. */
  readonly decisions?: true;
  /** A supervisor has asked the handhelds to take the version that this gateway serves. */
  readonly takeUpdate?: true;
  /** The desk's words to this handheld; absent from older gateways, and where the ledger could not be read. */
  readonly desk?: DeskAsks;
  /** `false`: this handheld may not call; absent where it is not asked for a token. */
  readonly enrolled?: boolean;
  /** Stands for the key that the gateway holds, and changes with it; absent where it holds none. */
  readonly keyGeneration?: string;
  /** Sureness with which another storage was seen that began as the one that asks; absent: none was, or it rotates no number. */
  readonly copied?: Copied;
}

/**
 * The header that a hello carries a rotation in: an address is in the logs of proxies. It is a `turn` to older gateways, as
 * `turned_at` is in their tables.
 */
export const ROTATION_HEADER = 'scanline-turn';

/** Returns the header's value: `<id>;<count>;<number>;<next>`. */
export function encodeRotation({ id, count, number, next }: Rotation): string {
  return [id, count, number, next].join(';');
}

/** Reads the header's value, or `undefined` where it is none. */
export function decodeRotation(value: string): Rotation | undefined {
  const [, id = '', count = '', number = '', next = ''] =
    /^([0-9a-f-]{36});([0-9]{1,9});([0-9a-f]{8});([0-9a-f]{8})$/.exec(value) ?? [];
  return id === '' ? undefined : { id, count: Number(count), number, next };
}

/** The header that a hello carries a handheld's report in. Source: docs/adr/2026-11-27-the-floor-at-a-glance.md. */
export const REPORT_HEADER = 'scanline-report';

/** The header that every try carries: when, and under which epoch, its key was first tried. */
export const TRIED_HEADER = 'scanline-tried';

/** The header that a retry carries beside it: when its key was last tried before, Unix milliseconds. */
export const LAST_TRIED_HEADER = 'scanline-tried-last';

/** Time at which a key was first tried, in the gateway's words. */
export interface TriedAt {
  readonly epoch: string;
  /** The hello's `now` before the try. */
  readonly at: number;
  /** The same of the last try before this one, where that was not the first. */
  readonly last?: number | undefined;
}

/** Returns the header's value: `<epoch>;<Unix ms>`. */
export function encodeTried(tried: TriedAt): string {
  return `${tried.epoch};${tried.at}`;
}

/** Reads the values of the two headers, or `undefined` where one is not one. */
export function decodeTried(value: string, lastValue?: string): TriedAt | undefined {
  const match = /^([A-Za-z0-9-]{1,64});([0-9]{1,15})$/.exec(value);
  if (match?.[1] === undefined || !/^[0-9]{1,15}$/.test(lastValue ?? '0')) return undefined;
  return { epoch: match[1], at: Number(match[2]), ...(lastValue !== undefined && { last: Number(lastValue) }) };
}

/**
 * Asks whether the gateway is there, by content: only an echo of `nonce` counts.
 *
 * @param rotation - goes along where it is given, as `report` does, which `encodeReport` made. An older gateway passes both over.
 * @returns its hello, or `undefined` for no network, a captive portal, a proxy's page or another server.
 */
export async function probe(...asked: Parameters<typeof meet>): Promise<Hello | undefined> {
  const met = await meet(...asked);
  return met === 'stranger' ? undefined : met;
}

/** The same, which tells of a `stranger` too: something else has answered, and it is no front whose gateway is away. */
export async function meet(
  fetch: typeof globalThis.fetch,
  nonce: string,
  timeoutMs: number,
  rotation?: Rotation,
  report?: string,
): Promise<Hello | 'stranger' | undefined> {
  const abort = new AbortController(); // `AbortSignal.timeout` is younger than the oldest browser served
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const reply = await fetch(`/gateway/hello?nonce=${encodeURIComponent(nonce)}`, {
      headers: {
        ...(rotation && { [ROTATION_HEADER]: encodeRotation(rotation) }),
        ...(report && { [REPORT_HEADER]: report }),
      },
      cache: 'no-store',
      redirect: 'manual',
      signal: abort.signal,
    });
    if (reply.status >= 500) return undefined;
    const text = await reply.text();
    if (!reply.ok) return readProblem(text) ? undefined : 'stranger';
    const hello = (jsonIn(text) ?? {}) as Partial<Hello>;
    if (hello.nonce !== nonce || typeof hello.epoch !== 'string' || typeof hello.now !== 'number') return 'stranger';
    const { desk: said, ...rest } = hello as Hello;
    const desk = deskAsksIn(said);
    return { ...rest, ...(desk && { desk }) };
  } catch {
    return undefined; // no network, or too late: all the same to the queue
  } finally {
    clearTimeout(timer);
  }
}
