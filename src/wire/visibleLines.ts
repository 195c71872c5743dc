import { decodeMarkup } from '#contract/entities.ts';
import { eraseKeyFromPart, eraseKeyFromText } from './keyForms.ts';

/** Bytes of a reply that are looked at. */
const LOOKED_AT = 32 * 1024;
const MOST_LINES = 10;
const LONGEST_LINE = 200;

/** A run of more letters than a word has: a key in base64, in hexadecimal or in escapes is one. Chinese has no blanks. */
const LONG_WORD = /[!-\u2e7f]{25,}/g;

/**
 * Returns what a person would have seen of a reply that is no answer: the first ten lines of its text, for IT to see whose it is.
 * A word of more than 24 letters is left out, and the key in its four forms.
 */
export function visibleLines(contentType: string, body: Uint8Array, apiKey: string): string {
  const source = new TextDecoder().decode(body.subarray(0, LOOKED_AT)).replaceAll('\0', ''); // of two bytes a letter
  const text = eraseKeyFromPart(source, apiKey);
  const seen = /html|xml/i.test(contentType) ? decodeMarkup(withoutMarkup(text)) : text;
  return eraseKeyFromPart(seen, apiKey)
    .split(/[\r\n]/)
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
    .map((line) => line.replace(LONG_WORD, '…').slice(0, LONGEST_LINE))
    .join('\n');
}

/** Returns a header's value as it is kept: in one line, without long words and the key. */
export function visibleHeader(value: string, apiKey: string): string {
  return eraseKeyFromText(value, apiKey).replace(LONG_WORD, '…').slice(0, LONGEST_LINE);
}

/** Tags within a line; any other ends it. */
const IN_A_LINE = /^<\/?(?:a|b|big|code|em|font|i|small|span|strong|sub|sup|tt|u)[\s/>]/i;

/** Returns the text between the tags; nothing of scripts, styles and comments. Each letter is looked at once. */
function withoutMarkup(source: string): string {
  let text = '';
  let at = 0;
  for (let from = source.indexOf('<'); from !== -1; from = source.indexOf('<', at)) {
    text += source.slice(at, from);
    const tag = source.slice(from, from + 16);
    const hidden = /^<(script|style)[\s>]/i.exec(tag)?.[1]?.toLowerCase();
    const last = tag.startsWith('<!--') ? '-->' : hidden === undefined ? '>' : `</${hidden}>`;
    const end = source.indexOf(last, from);
    if (end === -1) return text;
    at = end + last.length;
    if (!IN_A_LINE.test(tag)) text += '\n';
  }
  return text + source.slice(at);
}
