/** One field as ASP.NET reads it; the name is `null` where the form has no `=`. */
export type AspField = readonly [name: string | null, text: string];

/**
 * A form's fields as ASP.NET reads them: `+` is a blank, `%uXXXX` a character, a broken escape stands as it is, and
 * bytes that are not of the charset become U+FFFD.
 * Source: System.Web, HttpValueCollection.FillFromEncodedBytes and HttpEncoder.UrlDecode.
 *
 * @param charset - of the content type; one that is not known is taken for UTF-8.
 */
export function readAspForm(body: Uint8Array, charset: string): readonly AspField[] {
  const decode = decoderOf(charset);
  const fields: AspField[] = [];
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(0x26, start); // &
    const end = found === -1 ? body.length : found;
    const part = body.subarray(start, end);
    const equals = part.indexOf(0x3d); // =
    const name = equals === -1 ? null : urlDecode(part.subarray(0, equals), decode);
    fields.push([name, urlDecode(part.subarray(equals + 1), decode)]);
    start = end + 1;
  }
  return fields;
}

/** The values under a name, joined with a comma; names are compared without letter case. */
export function valueOf(fields: readonly AspField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = fields.filter(([given]) => given?.toLowerCase() === wanted).map(([, text]) => text);
  return values.length === 0 ? undefined : values.join(',');
}

/**
 * The first value that request validation refuses, shown as ASP.NET shows it; `undefined` where none does.
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

/** A run of bytes with `+` and `%` escapes, as ASP.NET reads it. */
export function urlDecode(bytes: Uint8Array, decode: Decode): string {
  let text = '';
  let run: number[] = [];
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x25 && i < bytes.length - 2) {
      const wide = i < bytes.length - 5 && bytes[i + 1] === 0x75 ? hexAt(bytes, i + 2, 4) : undefined;
      if (wide !== undefined) {
        text += decode(Uint8Array.from(run)) + String.fromCharCode(wide);
        run = [];
        i += 5;
        continue;
      }
      const escaped = hexAt(bytes, i + 1, 2);
      if (escaped !== undefined) {
        run.push(escaped);
        i += 2;
        continue;
      }
    }
    run.push(byte === 0x2b ? 0x20 : byte);
  }
  return text + decode(Uint8Array.from(run));
}

function hexAt(bytes: Uint8Array, at: number, digits: number): number | undefined {
  const text = String.fromCharCode(...bytes.subarray(at, at + digits));
  return new RegExp(`^[0-9A-Fa-f]{${digits}}$`).test(text) ? Number.parseInt(text, 16) : undefined;
}

type Decode = (bytes: Uint8Array) => string;

function decoderOf(charset: string): Decode {
  try {
    const decoder = new TextDecoder(charset, { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return decoderOf('utf-8');
  }
}
