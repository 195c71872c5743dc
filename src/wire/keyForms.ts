import { type Layer, type Piece, WAYS, decoded, outer } from './escapes.ts';
import { escapeMarkup } from '#wire/entities.ts';
import { encodeForm } from './httpForm.ts';

/** Shorter keys are left alone: hiding one or two characters would destroy answers and protect nothing. */
export const SHORTEST_KEY = 6;

/** What stands in the place of a key that its reader must not see. */
export const ERASED = '‹apiKey›';

/**
 * The ways in which a service writes the key into a reply and in which it can be put back: raw, escaped for XML, HTML,
 * JSON or JSON within XML, percent-encoded, as a form has it, in base64 (its padding left out), in hexadecimal, or in XML
 * that leaves `>` as it is. Each has its number in the list, one digit that is kept in stored replies: append only, and
 * never more than ten. Equal ones may repeat. What `findKey` finds beyond them is erased for good.
 */
export function keyForms(apiKey: string): readonly string[] {
  const xml = escapeMarkup(apiKey);
  const html = escapeMarkup(apiKey, /[&<>"']/g);
  const json = JSON.stringify(apiKey).slice(1, -1);
  const bytes = new TextEncoder().encode(apiKey);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    apiKey,
    xml,
    html,
    json,
    escapeMarkup(json),
    encodeURIComponent(wellFormed(apiKey)),
    encodeForm([['', apiKey]]).slice(1),
    btoa(String.fromCharCode(...bytes)).replace(/=+$/, ''),
    hex,
    escapeMarkup(apiKey, /[&<]/g),
  ];
}

/**
 * Where the key stands in a text, in order: as it is, in two bytes a character, in hexadecimal or base64 of any
 * alignment, and whatever of it is escaped for XML, an address or JSON, in part or as a whole and one within another. A
 * list of such forms would have no end, so the text is decoded and what is found is led back to its place. The text may
 * also be bytes, one character each. It takes time in proportion to the text.
 */
export function findKey(text: string, apiKey: string): readonly Piece[] {
  return apiKey.length < SHORTEST_KEY ? [] : piecesOf(text, apiKey);
}

function piecesOf(text: string, apiKey: string): readonly Piece[] {
  const pattern = patternOf(apiKey);
  const found: Piece[] = [];
  const look = (within: string, layers: readonly Layer[]): void => {
    for (const match of within.matchAll(pattern)) {
      const piece: Piece = [match.index, match.index + match[0].length];
      found.push(layers.reduceRight(outer, piece));
    }
  };
  look(text, []);
  const isMixed = ['&', '\\', '%'].filter((kind) => text.includes(kind)).length > 1;
  for (const way of isMixed ? WAYS : WAYS.slice(0, 2)) {
    const layers: Layer[] = [];
    for (const kinds of way) {
      const layer = decoded(layers.at(-1)?.text ?? text, kinds);
      if (!layer) break;
      layers.push(layer);
      look(layer.text, layers);
    }
  }
  const pieces: Piece[] = [];
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const [start, end] = pieces.at(-1) ?? [0, 0];
    if (from >= end) pieces.push([from, to]);
    else pieces[pieces.length - 1] = [start, Math.max(end, to)];
  }
  return pieces;
}

/** A text with the key erased wherever it stands. One that still holds it then is dropped whole. */
export function eraseKeyFromText(text: string, apiKey: string, mark = ERASED): string {
  const found = findKey(text, apiKey);
  if (found.length === 0 && !text.includes('\0')) return text;
  const parts = [...found, [text.length] as const].map(([to], at) => text.slice(found[at - 1]?.[1] ?? 0, to));
  // Without the null bytes that two bytes a letter leave, in which its escapes stand too.
  const holds = parts.some((part) => findKey(part.replaceAll('\0', ''), apiKey).length > 0);
  return holds ? mark : parts.join(mark);
}

/** The most characters that a letter of the key takes at an end that is looked at. */
const LONGEST_LETTER = 16;
const SHORTEST_BEGINNING = 4;

/** The same for a text that may break off in the middle of the key: a beginning of it at its end goes too. */
export function eraseKeyFromPart(text: string, apiKey: string, mark = ERASED): string {
  const clean = eraseKeyFromText(text, apiKey, mark);
  if (apiKey.length < SHORTEST_KEY) return clean;
  const tail = clean.slice(-LONGEST_LETTER * apiKey.length);
  for (let letters = apiKey.length - 1; letters >= SHORTEST_BEGINNING; letters -= 1) {
    const [from, to] = piecesOf(tail, apiKey.slice(0, letters)).at(-1) ?? [0, 0];
    // What follows may be the beginning of another escape.
    if (to > 0 && tail.length - to < LONGEST_LETTER) return clean.slice(0, clean.length - tail.length + from);
  }
  return clean;
}

/** Of the last key it is at hand: an installation has one, or few. */
const patternOf = rememberLast((apiKey: string): RegExp => {
  let plainest = apiKey;
  for (const kinds of WAYS[0]) plainest = decoded(plainest, kinds)?.text ?? plainest;
  const texts = plainest.length < SHORTEST_KEY ? [apiKey] : [...new Set([apiKey, plainest])];
  const sources = [...texts.map(lettersOf), ...bytesOf(apiKey).flatMap((bytes) => [hexOf(bytes), ...base64Of(bytes)])];
  return new RegExp(sources.join('|'), 'g');
});

/** Makes a thing of a text, and has the last one at hand. */
export function rememberLast<T>(make: (given: string) => T): (given: string) => T {
  let last: { readonly given: string; readonly made: T } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
}

/** UTF-8, and UTF-16 in both orders. */
function bytesOf(text: string): readonly (readonly number[])[] {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return [
    [...new TextEncoder().encode(text)],
    units.flatMap((unit) => [unit & 0xff, unit >> 8]),
    units.flatMap((unit) => [unit >> 8, unit & 0xff]),
  ];
}

/** Each letter as itself or as its bytes, with the null bytes between that two bytes a letter leave. */
function lettersOf(text: string): string {
  const literal = (codes: readonly number[]): string =>
    codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('');
  return Array.from(text, (letter) => {
    if (letter === ' ') return '[ +]';
    const own = literal(Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at)));
    return letter < '\u0080' ? own : `(?:${[own, ...bytesOf(letter).map(literal)].join('|')})`;
  }).join('\\0?');
}

function hexOf(bytes: readonly number[]): string {
  const digit = (one: string): string => (one > '9' ? `[${one}${one.toUpperCase()}]` : one);
  return bytes.map((byte) => Array.from(byte.toString(16).padStart(2, '0'), digit).join('')).join('[-: ]?');
}

/** In each of the three places that a byte can have in a group, without the letters that the bytes beside it share. */
function base64Of(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2].map((before) => {
    const all = btoa(String.fromCharCode(...Array<number>(before).fill(0), ...bytes));
    const whole = all.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6));
    return `${whole.replaceAll('+', '[+-]').replaceAll('/', '[/_]')}[\\w+/-]?`; // and its last bits
  });
}

/** Half a character, which no encoding has, becomes U+FFFD; `toWellFormed` is younger than the oldest browser served. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
