import { escapeMarkup } from '#contract/entities.ts';
import { type WireReply, charsetOf } from '#wire/message.ts';
import { escapeXml, isNil, parseXml } from '#wire/xml.ts';

/** Well-formed XML that is not the service's answer: another root element or another namespace. Its message quotes nothing. */
export class ForeignDocument extends Error {
  override readonly name = 'ForeignDocument';
}

/**
 * Reads the text of a document whose root is `string` in the service's namespace: the answer of the GET and POST bindings.
 *
 * @returns the text whole, empty included; `null` where the root says `xsi:nil`.
 * @throws MalformedXml where it is no XML; ForeignDocument where it is another document.
 */
export function readStringDocument(reply: WireReply, namespace: string): string | null {
  const root = parseXml(reply.body, charsetOf(reply.contentType));
  if (root.name !== 'string' || root.namespace !== namespace) {
    throw new ForeignDocument(`its root is not “string” in “${namespace}”`);
  }
  if (root.children.length > 0) throw new ForeignDocument('its root “string” has child elements');
  return isNil(root) ? null : root.text;
}

/** Writes the document as an ASMX host writes it. Source: lab/conformance. */
export function writeStringDocument(text: string | null, namespace: string, escape = escapeResult): string {
  const head = '<?xml version="1.0" encoding="utf-8"?>\r\n';
  const xmlns = `xmlns="${escapeXml(namespace)}"`;
  if (text === null) {
    const schema = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    return `${head}<string ${schema} xsi:nil="true" ${xmlns} />`;
  }
  if (text === '') return `${head}<string ${xmlns} />`;
  return `${head}<string ${xmlns}>${escape(text)}</string>`;
}

/**
 * Writes result text as ASMX does: `&`, `<`, `>` escaped, CR and LF raw, and a control character as a reference although
 * XML 1.0 has no such reference. Source: lab/conformance.
 */
export function escapeResult(text: string): string {
  return escapeMarkup(text).replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, (character) => {
    return `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
  });
}
