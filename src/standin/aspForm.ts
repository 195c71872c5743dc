import { attempt } from '#contract/attempt.ts';

/** One field as ASP.NET reads it; the name is `null` where the form has no `=`. */
export type AspField = readonly [name: string | null, text: string];

/**
 * Reads a form's fields as ASP.NET does: `+` is a blank, `%uXXXX` a character, a broken escape stays as it is, and bytes
 * that are not of the charset become U+FFFD.
 * Source: System.Web, HttpValueCollection.FillFromEncodedBytes and HttpEncoder.UrlDecode.
 *
 * @param charset - of the content type; one that is not known is taken for UTF-8.
 */
export function readAspForm(body: Uint8Array, charset: string): readonly AspField[] {
  const decoder =
    attempt(() => new TextDecoder(charset, { ignoreBOM: true })) ?? new TextDecoder('utf-8', { ignoreBOM: true });
  const decode: Decode = (bytes) => decoder.decode(bytes);
  const parts = Buffer.from(body).toString('latin1').split('&');
  if (parts.at(-1) === '') parts.pop();
  return parts.map((part) => {
    const equals = part.indexOf('=');
    const name = equals === -1 ? null : urlDecode(part.slice(0, equals), decode);
    return [name, urlDecode(part.slice(equals + 1), decode)];
  });
}

/** Returns the values under a name, joined with a comma; names are compared without letter case. */
export function valueOf(fields: readonly AspField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = fields.filter(([given]) => given?.toLowerCase() === wanted).map(([, text]) => text);
  return values.length === 0 ? undefined : values.join(',');
}

/**
 * Finds the first value that request validation refuses, and shows it as ASP.NET does; `undefined`: there is none.
 * Source: System.Web, CrossSiteScriptingValidation.IsDangerousString and HttpRequest.ValidateString.
 */
export function dangerousValue(fields: readonly AspField[]): string | undefined {
  for (const [name, raw] of fields) {
    const text = raw.replaceAll('\0', '');
    const at = text.search(/<[A-Za-z!/?]|&#/);
    if (at === -1) continue;
    const start = Math.max(at - 10, 0);
    const end = Math.min(at + 20, text.length);
    return `${name ?? ''}="${start > 0 ? '...' : ''}${text.slice(start, end)}${end < text.length ? '...' : ''}"`;
  }
  return undefined;
}

/** Decodes `+` and `%` escapes as ASP.NET does. @param text - each character is a byte. */
export function urlDecode(text: string, decode: Decode): string {
  const parts = text.split(/(%u[0-9A-Fa-f]{4})/).map((part, at) => {
    if (at % 2 === 1) return String.fromCharCode(Number.parseInt(part.slice(2), 16));
    return decode(bytesOf(part));
  });
  return parts.join('');
}

/** Decodes a text without `%u` to bytes, in one pass, as a form may be a million escapes. */
function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const escaped = byte === 0x25 ? hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]) : Number.NaN;
    if (!Number.isNaN(escaped)) at += 2;
    const read = Number.isNaN(escaped) ? byte : escaped;
    bytes[length] = byte === 0x2b ? 0x20 : read;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** Returns the value of a hexadecimal digit; NaN: the byte is none. */
function hexOf(byte: number | undefined): number {
  const isDigit = byte !== undefined && /[0-9A-Fa-f]/.test(String.fromCharCode(byte));
  return isDigit ? Number.parseInt(String.fromCharCode(byte), 16) : Number.NaN;
}

type Decode = (bytes: Uint8Array) => string;
