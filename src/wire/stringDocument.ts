import { escapeMarkup } from '#contract/entities.ts';
import { type WireReply, charsetOf } from './message.ts';
import { escapeXml, isNil, parseXml } from './xml.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { WireNames } from './names.ts';

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

/** The service's own word on a call. */
export type ServicesWord = Extract<Outcome, { readonly kind: 'answered' | 'rejected' }>;

/** Returns the reply in the HTTP POST binding that says what the service said in another: `classify` reads the same from it. */
export function toPostReply(word: ServicesWord, names: WireNames): WireReply {
  const utf8 = new TextEncoder();
  if (word.kind === 'rejected') {
    const body = escapeMarkup(word.reason, /[&<>"']/g);
    return { status: 500, contentType: 'text/plain; charset=utf-8', body: utf8.encode(body) };
  }
  return {
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    body: utf8.encode(writeStringDocument(word.text, names.namespace, escapeWithLineEnds)),
  };
}

/**
 * An ASMX host writes a CR as it is, and a reader loses it; one that has arrived shall not be lost here. Whatever would be
 * longer in escapes stands in CDATA: what fits into a reply of the service shall fit into the one that is made of it.
 */
function escapeWithLineEnds(text: string): string {
  const parts = ODD.test(text) ? text.split(ODD_PIECES) : [text];
  return parts
    .map((part) => {
      if (PLAIN_REFERENCE.test(part)) return `&#${part.charCodeAt(0)};`;
      const escaped = escapeResult(part);
      return escaped.length > part.length + CDATA.length ? CDATA.replace('|', () => part) : escaped;
    })
    .join('');
}

/** The characters for which a text is split. Hardly any text has one, and looking takes a tenth of the time of splitting. */
const ODD = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\]\]>/;
/** The same as pieces of their own, and `]]` apart from its `>`. No look behind: the app reads this file too, and older Safari reads none. */
const ODD_PIECES = /([\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\]\](?=>))/;

/** One character that XML cannot carry, or that a reader would make another of. */
const PLAIN_REFERENCE = /^[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]$/;
const CDATA = '<![CDATA[|]]>';
