import { attempt } from '#contract/attempt.ts';
import { fromBase32, joined, toBase32 } from '#contract/bytes.ts';
import { isObject, jsonIn } from '#contract/json.ts';
import type { Enrolling } from '#wire/enrol.ts';

/** The settings that one code brings to a handheld. `key` and `enrol` are secrets; all of it is sealed. */
export interface Provision {
  /** Address at which the app is served, such as `https://scanline.example.org`: sealed with the rest, and readable outside. */
  readonly origin: string;
  /** Unix seconds until which the code is good. */
  readonly until: number;
  /** The access key; absent where the gateway holds it. */
  readonly key?: string;
  /** The one-time code that enrols this handheld, where the gateway holds the key. */
  readonly enrol?: string;
  readonly warehouse?: string;
  /** A language of the app, by its subtag. */
  readonly language?: string;
  /** End that the scanner puts to a code. */
  readonly scanner?: string;
}

/** Reason for which a code that was scanned sets nothing. */
export type ProvisionFailure =
  | 'no-code'
  | 'damaged'
  | 'other-origin'
  | 'wrong-passcode'
  | 'expired'
  | Exclude<Enrolling, 'enrolled'>;

export class UnusableProvision extends Error {
  readonly kind: ProvisionFailure;
  /** The origin that the code says, where it says one. */
  readonly origin: string | undefined;
  constructor(kind: ProvisionFailure, origin?: string) {
    super(`this code sets nothing: ${kind}`);
    this.name = 'UnusableProvision';
    this.kind = kind;
    this.origin = origin;
  }
}

/** A code as it was scanned: whole, and not opened yet. */
export interface SealedProvision {
  readonly origin: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const PROVISION_PATH = '/set-up';
/** No letter or digit that is taken for another one: 31 of them, so a passcode of ten has 49 bits. */
const PASSCODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const PASSCODE_LENGTH = 10;
/** PBKDF2's rounds, of format 1: a second or so on a handheld, and a long time for whoever has only the picture. */
const ITERATIONS = 310_000;
const FORMAT = 1;
const SALT = 16;
const IV = 12;
const CHECK = 4;
const LINK = /^(https?:\/\/[^/#?\s]+)\/set-up#([A-Z2-7]+)$/i;

/** Makes a passcode for one code, such as `7K3MQ-X9RTD`. It is shown apart from the code. */
export function newPasscode(): string {
  let text = '';
  while (text.length < PASSCODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    text += byte < 248 ? PASSCODE_LETTERS.charAt(byte % 31) : ''; // 248 = 8 × 31: each letter is as likely
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/**
 * Returns the text of a code: a link that a phone can open, whose fragment (which no server gets) is the sealed document in
 * base32: letters of one case, so that neither Caps Lock nor a keyboard layout does it harm.
 *
 * `format | salt | iv | AES-256-GCM(JSON, with the origin as what is authenticated beside it) | check`. The key comes
 * of the passcode by PBKDF2-SHA-256. The check, of what can be read by anybody, tells a damaged code from a wrong
 * passcode.
 *
 * @throws TypeError where the origin is none.
 */
export async function sealProvision(provision: Provision, passcode: string): Promise<string> {
  const { origin } = new URL(provision.origin);
  const { until, key, enrol, warehouse, language, scanner } = provision;
  const body = JSON.stringify({ u: until, k: key, e: enrol, w: warehouse, l: language, s: scanner, o: origin });
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const cipher = { name: 'AES-GCM', iv, additionalData: utf8(origin) };
  const sealed = await crypto.subtle.encrypt(cipher, await keyOf(passcode, salt), utf8(body));
  const bytes = joined([Uint8Array.of(FORMAT), salt, iv, new Uint8Array(sealed)]);
  return `${origin}${PROVISION_PATH}#${toBase32(joined([bytes, await checkOf(origin, bytes)]))}`;
}

/** Opens a code as it was scanned, or the address that it opened. @throws UnusableProvision */
export async function readProvision(text: string): Promise<SealedProvision> {
  const [, place = '', base32 = ''] = LINK.exec(text.trim()) ?? [];
  const origin = attempt(() => new URL(place).origin); // `URL.canParse` is younger than the oldest browser served
  if (origin === undefined) throw new UnusableProvision('no-code');
  const whole = fromBase32(base32.toUpperCase());
  const bytes = whole.slice(0, -CHECK);
  const check = await checkOf(origin, bytes);
  const isWhole = check.every((byte, index) => byte === whole[bytes.length + index]);
  if (!isWhole || bytes[0] !== FORMAT || bytes.length < 1 + SALT + IV) throw new UnusableProvision('damaged', origin);
  return { origin, bytes };
}

/**
 * Opens a code.
 *
 * @param here - this page's origin: a code for another one sets nothing.
 * @param now - Unix ms.
 * @throws UnusableProvision
 */
export async function openProvision(
  { origin, bytes }: SealedProvision,
  passcode: string,
  here: string,
  now: number,
): Promise<Provision> {
  if (origin !== here) throw new UnusableProvision('other-origin', origin);
  const salt = bytes.slice(1, 1 + SALT);
  const iv = bytes.slice(1 + SALT, 1 + SALT + IV);
  const cipher = { name: 'AES-GCM', iv, additionalData: utf8(origin) };
  const opening = keyOf(passcode, salt).then((key) => crypto.subtle.decrypt(cipher, key, bytes.slice(1 + SALT + IV)));
  const clear = await opening.catch(() => undefined);
  if (!clear) throw new UnusableProvision('wrong-passcode', origin);
  const read = jsonIn(new TextDecoder().decode(clear));
  if (!isObject(read)) throw new UnusableProvision('no-code', origin);
  const { u, k, e, w, l, s, o } = read;
  if (o !== origin) throw new UnusableProvision('other-origin', origin);
  if (typeof u !== 'number' || u * 1000 <= now) throw new UnusableProvision('expired', origin);
  return {
    origin,
    until: u,
    ...(typeof k === 'string' && { key: k }),
    ...(typeof e === 'string' && { enrol: e }),
    ...(typeof w === 'string' && { warehouse: w }),
    ...(typeof l === 'string' && { language: l }),
    ...(typeof s === 'string' && { scanner: s }),
  };
}

/** As it may be typed: any case, with or without the dash and blanks. */
async function keyOf(passcode: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const letters = passcode.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const raw = await crypto.subtle.importKey('raw', utf8(letters), 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(how, raw, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

async function checkOf(origin: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', joined([utf8(origin), bytes]));
  return new Uint8Array(digest.slice(0, CHECK));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}
