import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';

const PLAIN_TEXT = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;
const END = '</string>';

/**
 * The text of an answer written letter by letter as an ASMX host writes a plain one: printable ASCII with nothing to
 * escape. It is what most answers are, and reading one as XML costs more than all else that is done with it.
 *
 * @returns `undefined` for everything else: what that is, the XML reader says.
 */
export function readPlainAnswer({ status, contentType, body }: WireReply, names: WireNames): string | undefined {
  if (status !== 200 || contentType !== 'text/xml; charset=utf-8' || !/^[\w:/.-]+$/.test(names.namespace))
    return undefined;
  const beginning = `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="${names.namespace}">`;
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (!source.startsWith(beginning) || !source.endsWith(END)) return undefined;
  const text = source.slice(beginning.length, -END.length);
  return PLAIN_TEXT.test(text) ? text : undefined;
}
