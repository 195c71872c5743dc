import { randomBytes } from 'node:crypto';
import { ERASED, SHORTEST_KEY, eraseKeyFromText, keyForms } from '#wire/keyForms.ts';

/** A body without the key. */
export interface MaskedBody {
  readonly body: Uint8Array;
  /** Stands for the key in `body`, followed by the number of the form it was written in; `null`: it did not occur. */
  readonly marker: string | null;
}

/**
 * Takes the access key out of a reply that is to be kept (P6): raw, escaped for XML, HTML or JSON,
 * percent-encoded, in base64 or in hexadecimal.
 * `unmaskKey` puts a key back in the same forms, so the replayed bytes are the bytes that came.
 */
export function maskKey(body: Uint8Array, apiKey: string): MaskedBody {
  const text = toText(body);
  const forms = formsIn(text, apiKey);
  if (forms.length === 0) return { body, marker: null };
  const marker = makeMarker(text, apiKey);
  const masked = forms.reduce((rest, { form, number }) => rest.replaceAll(form, `${marker}${number}`), text);
  return { body: toBytes(masked), marker };
}

/** The body as it came, with the asker's own key where the marker stands. */
export function unmaskKey({ body, marker }: MaskedBody, apiKey: string): Uint8Array {
  if (marker === null) return body;
  const forms = formsOf(apiKey);
  const text = toText(body).replaceAll(new RegExp(`${marker}([0-9])`, 'g'), (_, number: string) => {
    return forms[Number(number)] ?? '';
  });
  return toBytes(text);
}

/** The bytes with the key erased for good. */
export function eraseKey(body: Uint8Array, apiKey: string): Uint8Array {
  const text = toText(body);
  const forms = formsIn(text, apiKey);
  if (forms.length === 0) return body;
  return toBytes(forms.reduce((rest, { form }) => rest.replaceAll(form, toLatin1(ERASED)), text));
}

/** The same for bytes that may break off in the middle of the key: a beginning of it at their end goes too. */
export function eraseKeyFromPart(part: Uint8Array, apiKey: string): Uint8Array {
  if (apiKey.length < SHORTEST_KEY) return part;
  const erased = eraseKey(part, apiKey);
  const text = toText(erased);
  const cut = Math.max(...formsOf(apiKey).map((form) => overlap(text, form)));
  return erased.subarray(0, erased.byteLength - cut);
}

/** A header's text with the key erased for good. */
export function eraseKeyFromHeader(text: string, apiKey: string): string {
  return lastOf(apiKey).texts.some((form) => text.includes(form)) ? eraseKeyFromText(text, apiKey) : text;
}

/** The forms as texts, and as bytes have them. */
interface Forms {
  readonly apiKey: string;
  readonly texts: readonly string[];
  readonly bytes: readonly string[];
}

let last: Forms | undefined;

/** Those of the last key are at hand: an installation has one key, or few. */
function lastOf(apiKey: string): Forms {
  if (last?.apiKey !== apiKey) {
    const texts = keyForms(apiKey);
    last = { apiKey, texts, bytes: texts.map(toLatin1) };
  }
  return last;
}

function formsOf(apiKey: string): readonly string[] {
  return lastOf(apiKey).bytes;
}

/** The forms that occur, longest first, so that none is taken for the beginning of another. */
function formsIn(text: string, apiKey: string): readonly { readonly form: string; readonly number: number }[] {
  if (apiKey.length < SHORTEST_KEY) return [];
  return formsOf(apiKey)
    .map((form, number) => ({ form, number }))
    .filter(({ form }) => text.includes(form))
    .toSorted((a, b) => b.form.length - a.form.length);
}

/** A text that occurs neither in the body nor in any form of the key, nor holds one. */
function makeMarker(text: string, apiKey: string): string {
  const forms = formsOf(apiKey);
  for (;;) {
    const marker = `key-${randomBytes(12).toString('hex')}-`;
    if (!text.includes(marker) && !forms.some((form) => form.includes(marker) || marker.includes(form))) return marker;
  }
}

/** How many characters at the end of `text` are the beginning of `form`, of at least four. */
function overlap(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= 4; length -= 1) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** One character for each byte, so that any bytes can be searched as text and come out as they went in. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function toLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
