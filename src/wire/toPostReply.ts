import type { Outcome } from '#contract/outcome.ts';
import { escapeMarkup } from '#contract/entities.ts';
import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { escapeResult, writeStringDocument } from '#wire/stringDocument.ts';

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
  const parts = ODD.test(text) ? text.split(AROUND_ODD) : [text];
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
const AROUND_ODD =
  /(?<=[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF])|(?=[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF])|(?<=\]\])(?=>)/;

/** One character that XML cannot carry, or that a reader would make another of. */
const PLAIN_REFERENCE = /^[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]$/;
const CDATA = '<![CDATA[|]]>';
