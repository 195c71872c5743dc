import { attempt } from '#contract/attempt.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { FIVE, escapeMarkup, readReferences } from '#contract/entities.ts';

/** A document or a part of it is not the XML that an answer is. */
export class MalformedXml extends Error {
  override readonly name = 'MalformedXml';

  /** @param why - a parser's sentence may quote the document: what is beyond a line of it is left out. */
  constructor(why: string) {
    super(why.length <= 200 ? why : `${why.slice(0, 199)}…`);
  }
}

/** The largest document that is read, in bytes. */
const MAX_XML_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 64;
/** Elements that there may be in a document: an answer has some, a fault with its details some dozens. */
const MAX_ELEMENTS = 1_000;
/** Attributes that there may be in all, for each element that there may be: a WSDL has two. */
const ATTRIBUTES_AN_ELEMENT = 3;
/** Characters of a tag with its attributes, at most. */
const MAX_TAG = 16_384;

/** A text is put aside where it is longer, in characters. */
const LONG_TEXT = 4_096;

/** A document with its long texts taken out, and what stands for them put in. */
interface Shortened {
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
function checkMarkup(source: string, mostElements = MAX_ELEMENTS): Shortened {
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

/** One element with its namespace resolved. `text` is its own character data, decoded; nothing is trimmed. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** Attributes as `{namespace}name` (or `name` where they have no prefix), decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false, // decoded here: the parser drops control characters and reads HTML's names
  cdataPropName: '#cdata',
  maxNestedTags: MAX_DEPTH,
});

/**
 * Reads a document in the encoding that it has by XML's rules; no DOCTYPE, no processing instruction, no entity
 * beyond XML's five and character references. A reference to a control character (`&#x1;`), which ASMX writes and
 * XML 1.0 forbids, is tolerated and kept.
 *
 * @param charset - the charset of the content type, where it has one.
 * @param mostElements - absent: as many as an answer may have.
 * @throws MalformedXml saying what is wrong.
 */
export function parseXml(bytes: Uint8Array, charset?: string, mostElements?: number): XmlElement {
  if (bytes.byteLength > MAX_XML_BYTES) throw new MalformedXml(`larger than ${MAX_XML_BYTES} bytes`);
  // Blanks before a declaration are no XML, and some services write them.
  const source = decodeBytes(bytes, encodingOf(bytes.subarray(blanksBefore(bytes)), charset)).trimStart();
  const short = checkMarkup(source, mostElements);
  const valid = XMLValidator.validate(short.source);
  if (valid !== true) throw new MalformedXml(valid.err.msg);
  let nodes: unknown;
  try {
    nodes = parser.parse(short.source);
  } catch (error) {
    throw new MalformedXml(error instanceof Error ? error.message : String(error));
  }
  const roots = toNodes(nodes).filter((node) => tagOf(node) !== undefined);
  const root = roots[0];
  if (!root || roots.length > 1) throw new MalformedXml('exactly one root element is expected');
  return toElement(root, Object.assign(Object.create(null), { xml: XML }) as Scope, short.restore);
}

/** Tells whether the element says that it has no value (`xsi:nil`). */
export function isNil(element: XmlElement): boolean {
  const nil = element.attributes.get(`{${XSI}}nil`);
  return nil === 'true' || nil === '1';
}

/** Escapes text for element content: the three characters that must be, and CR, which a parser would turn into LF. */
export function escapeXml(text: string): string {
  return escapeMarkup(text, /[&<>\r]/g);
}

/** A document in an encoding that not every browser and Node read. */
export class UnreadEncoding extends MalformedXml {}

/** Returns the encoding that is told by a byte order mark, else the content type, else the declaration. Source: RFC 7303, section 3; XML 1.0, appendix F. */
function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (charset !== undefined && charset.toLowerCase() !== 'utf-16') return charset;
  if (first === 0) return 'utf-16be'; // beside the “<”
  if (second === 0) return 'utf-16le';
  const beginning = String.fromCharCode(...bytes.subarray(0, 200));
  return charset ?? /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(beginning)?.[1] ?? 'utf-8';
}

/** Returns how many blanks stand before the first letter; none where a letter has two bytes. */
function blanksBefore(bytes: Uint8Array): number {
  let at = 0;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0) && bytes[at + 1] !== 0) at += 1;
  return at;
}

function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = attempt(() => new TextDecoder(encoding, { fatal: true }));
  if (!decoder) throw new UnreadEncoding(`in ${encoding.slice(0, 40)}, which is not read here`);
  const text = attempt(() => decoder.decode(bytes));
  if (text === undefined) throw new MalformedXml(`the bytes are not ${encoding}`);
  return text;
}

type Node = Readonly<Record<string, unknown>>;

function toNodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as readonly Node[]) : [];
}

/** Returns the element's qualified name, or `undefined` for text, CDATA and the XML declaration. */
function tagOf(node: Node): string | undefined {
  return Object.keys(node).find((key) => key !== ':@' && !key.startsWith('#') && !key.startsWith('?'));
}

/** Namespaces by their prefix. What an element adds to those around it is an object that inherits from theirs: none is copied. */
type Scope = Record<string, string>;

/** Makes a node an element; how deep it goes has been looked at: `checkMarkup`. */
function toElement(node: Node, outer: Scope, restore: (text: string) => string): XmlElement {
  const tag = tagOf(node) ?? '';
  const written = Object.entries((node[':@'] ?? {}) as Record<string, string>);
  const decoded = written.map(([name, value]) => [name, decodeEntities(value)] as const);
  const declared = decoded.filter(([name]) => isDeclaration(name));
  const scope = declared.length === 0 ? outer : (Object.create(outer) as Scope);
  for (const [name, value] of declared) scope[name.slice('xmlns:'.length)] = value;
  const attributes = new Map<string, string>();
  for (const [name, value] of decoded) {
    if (isDeclaration(name)) continue;
    attributes.set(name.includes(':') ? resolve(name, scope).join('') : name, value);
  }
  const [namespace, name] = resolve(tag, scope);
  const children: XmlElement[] = [];
  let text = '';
  for (const child of toNodes(node[tag])) {
    if (typeof child['#text'] === 'string') text += decodeEntities(restore(child['#text']));
    else if ('#cdata' in child)
      text += toNodes(child['#cdata'])
        .map((part) => (typeof part['#text'] === 'string' ? part['#text'] : ''))
        .join('');
    else if (tagOf(child) !== undefined) children.push(toElement(child, scope, restore));
  }
  return { name, namespace: namespace.slice(1, -1), attributes, children, text };
}

/** Tells whether an attribute declares a namespace: for a prefix, or for whatever has none. */
function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

/** Returns `[{namespace}, local name]` of a qualified name. */
function resolve(qualified: string, scope: Readonly<Scope>): [string, string] {
  const colon = qualified.indexOf(':');
  const prefix = colon === -1 ? '' : qualified.slice(0, colon);
  const namespace = scope[prefix];
  if (namespace === undefined && prefix !== '') throw new MalformedXml(`the prefix ${prefix} is not declared`);
  return [`{${namespace ?? ''}}`, qualified.slice(colon + 1)];
}

/** The beginning of a reference that XML does not have. It is looked for first, as `replace` finds all others before it hears of one. */
const NO_REFERENCE = /&(?!(?:lt|gt|quot|apos|amp|#[xX][\dA-Fa-f]+|#\d+);)(?:\w{1,18};)?/;

/** Returns a text with its references read. Most have the five names alone: a function for each of a hundred thousand takes ten times as long. */
function decodeEntities(text: string): string {
  const wrong = NO_REFERENCE.exec(text)?.[0];
  if (wrong !== undefined) throw new MalformedXml(`${wrong} is not one of XML's entities`);
  if (!text.includes('&#'))
    return Object.entries(FIVE).reduce((rest, [name, character]) => rest.replaceAll(`&${name};`, character), text);
  return readReferences(text, (whole) => {
    throw new MalformedXml(`${whole.slice(0, 20)} is not one of XML's entities`);
  });
}
