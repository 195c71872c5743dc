/** A document or a part of it is not the XML that an answer is. */
export class MalformedXml extends Error {
  override readonly name = 'MalformedXml';

  /** @param why - a parser's sentence may quote the document: what is beyond a line of it is left out. */
  constructor(why: string) {
    super(why.length <= 200 ? why : `${why.slice(0, 199)}…`);
  }
}

/** The largest document that is read, in bytes. */
export const MAX_XML_BYTES = 16 * 1024 * 1024;
export const MAX_DEPTH = 64;
/** How many elements there may be in a document: an answer has some, a fault with its details some dozens. */
const MAX_ELEMENTS = 1_000;
/** How many attributes there may be in all, for each element that there may be: a WSDL has two. */
const ATTRIBUTES_AN_ELEMENT = 3;
/** How long a tag may be with its attributes, in characters. */
const MAX_TAG = 16_384;

/** A text is put aside where it is longer, in characters. */
const LONG_TEXT = 4_096;

/** A document with its long texts taken out, and what stands for them put in. */
export interface Shortened {
  readonly source: string;
  /** The text as it was, with what was put aside back in its place. */
  restore(text: string): string;
}

/**
 * Walks through a document once before a parser sees it, and refuses what would take time or memory without end, or is
 * no part of an answer: DOCTYPE and with it every entity, processing instructions, null bytes, depth, number of elements.
 *
 * The parser puts a text together letter by letter, which takes 30 bytes of memory for each: it is given no long ones.
 *
 * @param mostElements - an element costs the parser a thousand times what a letter costs it.
 * @throws MalformedXml saying which.
 */
export function checkMarkup(source: string, mostElements = MAX_ELEMENTS): Shortened {
  if (source.includes('\0')) throw new MalformedXml('a null byte is not accepted');
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  const texts: string[] = [];
  const parts: string[] = [];
  let copied = 0;
  for (let at = source.indexOf('<'); at !== -1;) {
    const end = endOf(source, at);
    const next = source.charAt(at + 1);
    if (next === '/') depth -= 1;
    else if (next !== '!' && next !== '?') {
      elements += 1;
      attributes += source.slice(at, end).split('=').length - 1;
      if (source.charAt(end - 2) !== '/') depth += 1;
    }
    if (depth > MAX_DEPTH) throw new MalformedXml(`nested deeper than ${MAX_DEPTH}`);
    if (elements > mostElements) throw new MalformedXml(`more than ${mostElements} elements`);
    if (attributes > ATTRIBUTES_AN_ELEMENT * mostElements) throw new MalformedXml('too many attributes');
    at = source.indexOf('<', end);
    if (at - end > LONG_TEXT && /\S/.test(source.slice(end, at))) {
      parts.push(source.slice(copied, end), `\0${texts.length}\0`); // no document has a null byte
      texts.push(source.slice(end, at).replace(/\r\n?/g, '\n'));
      copied = at;
    }
  }
  return {
    source: parts.length === 0 ? source : parts.join('') + source.slice(copied),
    restore: (text) => text.replace(/\0(\d+)\0/g, (_, place: string) => texts[Number(place)] ?? ''),
  };
}

/** Finds where the markup ends that begins at `at`. @throws MalformedXml where it does not end, or is none of an answer's. */
function endOf(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return after(source, '-->', at + 4);
  if (source.startsWith('<![CDATA[', at)) return after(source, ']]>', at + 9);
  if (source.startsWith('<!', at)) throw new MalformedXml('a DOCTYPE is not accepted');
  if (source.startsWith('<?', at)) {
    if (at > 0 || !/^<\?xml\s/.test(source)) throw new MalformedXml('a processing instruction is not accepted');
    return after(source, '?>', at);
  }
  return endOfTag(source, at);
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  if (found === -1) throw new MalformedXml(`${mark} is missing`);
  return found + mark.length;
}

function endOfTag(source: string, from: number): number {
  let quote = '';
  const limit = Math.min(source.length, from + MAX_TAG);
  for (let at = from + 1; at < limit; at += 1) {
    const character = source.charAt(at);
    if (character === '<') throw new MalformedXml('a tag within a tag is not accepted');
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  throw new MalformedXml(limit === source.length ? 'a tag has no end' : `a tag is longer than ${MAX_TAG} characters`);
}
