import { fromBase32, joined, toBase32 } from '#contract/bytes.ts';
import { crc32 } from './checksum.ts';
import { UnreadableQueue } from './unreadableQueue.ts';

/**
 * A document as a sequence of texts for codes on a screen, each `SCANLINE1:sequence:number/count:check:data`.
 *
 * `sequence` is the CRC-32 of the whole, `check` the first half of the frame's own, `data` base32. Capitals and digits
 * only: a QR code holds them in 5.5 bits each (base64 costs 8), and a scanner with Caps Lock on does no harm.
 *
 * Source: RFC 4648 section 6 (base32); ISO/IEC 18004, alphanumeric mode.
 */
const FRAME = /^SCANLINE1:([0-9A-F]{8}):(\d{1,4})\/(\d{1,4}):([0-9A-F]{4}):([A-Z2-7]+)$/;

/**
 * Bytes in one frame: with its head 303 characters, which fit a code of 57 modules at level M. On a screen of 360 px a
 * module is then five pixels. Measured with our own decoder, 40 codes still at five sizes each: it reads 92 % of these
 * at once and 79 % of codes with 300 bytes; the rest it reads from a little nearer or further away.
 */
const FRAME_BYTES = 170;
/** More codes than this take longer than a file is worth: two minutes a round. */
export const MOST_FRAMES = 200;
/** The largest document that is unpacked, in bytes: a few forged bytes must not fill the memory. */
const MOST_BYTES = 8 * 1024 * 1024;

/** First byte of the whole: how the rest is packed. */
const PLAIN = 0;
const DEFLATED = 1;

export interface CollectedFrames {
  readonly sequence: string;
  readonly count: number;
  readonly parts: ReadonlyMap<number, Uint8Array>;
}

/** The result of a scan for a collection: `other` is a frame of another sequence, `none` no frame at all. */
export interface FrameScan {
  readonly kind: 'added' | 'repeat' | 'other' | 'broken' | 'none';
  /** The number of the frame, from 1. */
  readonly number?: number;
  readonly collected: CollectedFrames | undefined;
}

/** The frames of a text. The same text gives the same frames. */
export async function framesOf(text: string): Promise<readonly string[]> {
  const plain = new TextEncoder().encode(text);
  const canDeflate = typeof CompressionStream === 'function';
  const body = canDeflate ? await streamed(plain, new CompressionStream('deflate'), Number.POSITIVE_INFINITY) : plain;
  const whole = new Uint8Array(body.length + 1);
  whole[0] = canDeflate ? DEFLATED : PLAIN;
  whole.set(body, 1);
  const sequence = crc32(whole);
  const count = Math.ceil(whole.length / FRAME_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const data = whole.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES);
    const head = `${sequence}:${index + 1}/${count}`;
    return `SCANLINE1:${head}:${checkOf(head, data)}:${toBase32(data)}`;
  });
}

/** Adds a scanned text to what was collected so far. Any order, and as often as it comes. */
export function addFrame(collected: CollectedFrames | undefined, scanned: string): FrameScan {
  const text = scanned.trim().toUpperCase();
  if (!text.startsWith('SCANLINE')) return { kind: 'none', collected };
  const [, sequence = '', place = '', total = '', check, base32 = ''] = FRAME.exec(text) ?? [];
  const [number, count] = [Number(place), Number(total)];
  const data = fromBase32(base32);
  if (number < 1 || number > count || check !== checkOf(`${sequence}:${number}/${count}`, data)) {
    return { kind: 'broken', collected };
  }
  const mine = collected ?? { sequence, count, parts: new Map() };
  if (mine.sequence !== sequence || mine.count !== count) return { kind: 'other', number, collected };
  if (mine.parts.has(number)) return { kind: 'repeat', number, collected };
  return { kind: 'added', number, collected: { ...mine, parts: new Map([...mine.parts, [number, data]]) } };
}

/** Numbers of the frames that are still to be read. */
export function missingIn({ count, parts }: CollectedFrames): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1).filter((number) => !parts.has(number));
}

/** The text of a whole collection. @throws UnreadableQueue where it is not whole, or not what was sent. */
export async function textOfFrames(collected: CollectedFrames): Promise<string> {
  const parts = Array.from({ length: collected.count }, (_, index) => collected.parts.get(index + 1));
  const whole = joined(parts.filter((part) => part !== undefined));
  if (parts.includes(undefined) || crc32(whole) !== collected.sequence) throw damaged();
  const body = whole.subarray(1);
  if (whole[0] === PLAIN) return decoded(body);
  if (typeof DecompressionStream !== 'function') {
    throw new UnreadableQueue('old-browser', 'This browser is too old for these codes: use the file.');
  }
  try {
    return decoded(await streamed(body, new DecompressionStream('deflate'), MOST_BYTES));
  } catch {
    throw damaged();
  }
}

function damaged(): UnreadableQueue {
  return new UnreadableQueue('codes', 'The codes do not make a whole: scan them again from the start.');
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Returns a frame's check. It covers the frame's place too: no frame is taken for another one. */
function checkOf(head: string, data: Uint8Array): string {
  return crc32(joined([new TextEncoder().encode(head), data])).slice(0, 4);
}

/** @throws RangeError where more than `most` bytes come out; whatever the stream throws. */
async function streamed(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError('too much');
    }
    parts.push(part.value);
  }
  return joined(parts);
}
