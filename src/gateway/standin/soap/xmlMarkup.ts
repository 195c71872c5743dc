/** A document is not the XML that ASP.NET reads. The message is System.Xml's. */
export class XmlFailure extends Error {
  override readonly name = 'XmlFailure';
}

/** An attribute with its namespace resolved; declarations of namespaces are none. */
export interface Attribute {
  readonly name: string;
  readonly namespace: string;
  readonly value: string;
}

/** Ends the reading with a message and the offset it is about. */
type Fail = (message: string, offset: number) => never;

/** What follows a tag's name. */
interface Tag {
  /** As they are written, declarations of namespaces among them. */
  readonly written: ReadonlyMap<string, string>;
  readonly empty: boolean;
  /** The offset behind `>`. */
  readonly end: number;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const PART = /([ \t\n]*)(?:(\/?>)|((?:[\p{L}_][\p{L}\p{N}\p{M}._·-]*:)?[\p{L}_][\p{L}\p{N}\p{M}._·-]*))?/uy;
const VALUE = /[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')?/y;
// What XML 1.0 has no place for. A pair of surrogates is one character where the flag `u` is set.
const INVALID = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDFFF]/u;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Reads what follows a tag's name. @param from - behind the name. */
export function readTag(text: string, from: number, fail: Fail): Tag {
  const written = new Map<string, string>();
  let at = from;
  for (;;) {
    PART.lastIndex = at;
    const [part = '', blanks = '', end, name] = PART.exec(text) ?? [];
    if (end !== undefined) return { written, empty: end === '/>', end: at + part.length };
    if (name === undefined || blanks === '') return unexpected(text, at + blanks.length, "'>'", fail);
    at += part.length;
    VALUE.lastIndex = at;
    const [whole, double, single] = VALUE.exec(text) ?? [];
    if (whole === undefined) return unexpected(text, at, "'='", fail);
    const raw = double ?? single;
    if (raw === undefined) return unexpected(text, at + whole.length, "'\"' or '''", fail);
    const start = at + whole.length - raw.length - 1;
    if (raw.includes('<'))
      fail("'<', hexadecimal value 0x3C, is an invalid attribute character.", start + raw.indexOf('<'));
    if (written.has(name)) fail(`'${name}' is a duplicate attribute name.`, at - name.length);
    const value = decodeReferences(raw.replace(/[\t\n]/g, ' '), (message, offset) => fail(message, start + offset));
    written.set(name, value);
    at += whole.length;
  }
}

function unexpected(text: string, at: number, expected: string, fail: Fail): never {
  const found = text[at];
  if (found === undefined) return fail('Unexpected end of file has occurred.', at);
  return fail(`'${found}' is an unexpected token. The expected token is ${expected}.`, at);
}

/** The namespace that a prefix stands for, at a place in a document; `undefined`: it is not declared there. */
export type Scope = (prefix: string) => string | undefined;

/** Around the root. */
export const OUTERMOST: Scope = (prefix) => (prefix === 'xml' ? XML : undefined);

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

/** What prefixes stand for within an element: what it declares itself, before what stands around it. */
export function scopeWithin(outer: Scope, { written }: Tag, at: number, fail: Fail): Scope {
  const own = new Map<string, string>();
  for (const [name, value] of written) {
    if (!isDeclaration(name)) continue;
    const prefix = name.slice('xmlns:'.length);
    const reserved = prefix === 'xmlns' || (prefix === 'xml') !== (value === XML) || value === XMLNS;
    if (reserved || (value === '' && prefix !== '')) fail('Invalid namespace declaration.', at);
    own.set(prefix, value);
  }
  return own.size === 0 ? outer : (prefix) => own.get(prefix) ?? outer(prefix);
}

/** An element's attributes without its declarations. */
export function attributesOf({ written }: Tag, scope: Scope, at: number, fail: Fail): readonly Attribute[] {
  const found = new Map<string, Attribute>();
  for (const [qualified, value] of written) {
    if (isDeclaration(qualified)) continue;
    const [prefix, name] = partsOf(qualified);
    const namespace = prefix === '' ? '' : (scope(prefix) ?? fail(`'${prefix}' is an undeclared prefix.`, at));
    if (found.has(`{${namespace}}${name}`)) fail(`'${name}' is a duplicate attribute name.`, at);
    found.set(`{${namespace}}${name}`, { name, namespace, value });
  }
  return [...found.values()];
}

/** The prefix of a qualified name, empty where it has none, and the local name. */
export function partsOf(qualified: string): readonly [prefix: string, name: string] {
  const colon = qualified.indexOf(':');
  return [qualified.slice(0, Math.max(colon, 0)), qualified.slice(colon + 1)];
}

/** Text with its references put in their places: XML's five entities and the characters that XML has. */
export function decodeReferences(raw: string, fail: Fail): string {
  checkCharacters(raw, fail);
  if (!raw.includes('&')) return raw;
  return raw.replace(
    /&(?:#x([0-9A-Fa-f]+);|#([0-9]+);|([\p{L}_][\p{L}\p{N}._-]*);)?/gu,
    (whole, hex?: string, decimal?: string, name?: string, offset = 0) => {
      if (name !== undefined) {
        return ENTITIES.get(name) ?? fail(`Reference to undeclared entity '${name}'.`, offset + 1);
      }
      const digits = hex ?? decimal;
      if (digits === undefined) return fail('An error occurred while parsing EntityName.', offset + 1);
      const code = Number.parseInt(digits, hex === undefined ? 10 : 16);
      const character = code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\0';
      if (INVALID.test(character))
        invalid(character === '\0' && code !== 0 ? whole : character, code, offset + 2, fail);
      return character;
    },
  );
}

/** Refuses the characters that XML does not have. */
export function checkCharacters(text: string, fail: Fail): void {
  const at = text.search(INVALID);
  if (at !== -1) invalid(text.charAt(at), text.charCodeAt(at), at, fail);
}

function invalid(letter: string, code: number, at: number, fail: Fail): never {
  const shown = letter === '\0' ? '.' : letter;
  return fail(`'${shown}', hexadecimal value ${hexOf(code)}, is an invalid character.`, at);
}

/** A character's number as System.Xml shows it. */
export function hexOf(code: number): string {
  return `0x${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
