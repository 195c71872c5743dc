import { attempt } from '#contract/attempt.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { FIVE, escapeMarkup, readReferences } from '#contract/entities.ts';
import { MAX_DEPTH, MAX_XML_BYTES, MalformedXml, checkMarkup } from '#wire/xmlLimits.ts';

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

/** How deep it goes has been looked at: `checkMarkup`. */
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
