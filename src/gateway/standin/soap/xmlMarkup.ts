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

/** The namespaces that prefixes stand for, element by element. */
export interface Scope {
  /** Takes an element's declarations. @returns the prefixes, to be handed to `leave` at its end. */
  enter(written: ReadonlyMap<string, string>, at: number): readonly string[];
  leave(prefixes: readonly string[]): void;
  /** @returns `undefined` where a prefix is not declared. */
  find(prefix: string): string | undefined;
  /** An element's attributes without its declarations. */
  attributes(written: ReadonlyMap<string, string>, at: number): readonly Attribute[];
}

export function createScope(fail: Fail): Scope {
  const stacks = new Map<string, string[]>([['xml', [XML]]]);
  const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');
  const find = (prefix: string): string | undefined => stacks.get(prefix)?.at(-1);
  return {
    find,
    enter(written, at) {
      const prefixes: string[] = [];
      for (const [name, value] of written) {
        if (!isDeclaration(name)) continue;
        const prefix = name.slice('xmlns:'.length);
        const reserved = prefix === 'xmlns' || (prefix === 'xml') !== (value === XML) || value === XMLNS;
        if (reserved || (value === '' && prefix !== '')) fail('Invalid namespace declaration.', at);
        const stack = stacks.get(prefix);
        if (stack) stack.push(value);
        else stacks.set(prefix, [value]);
        prefixes.push(prefix);
      }
      return prefixes;
    },
    leave(prefixes) {
      for (const prefix of prefixes) stacks.get(prefix)?.pop();
    },
    attributes(written, at) {
      const found = new Map<string, Attribute>();
      for (const [qualified, value] of written) {
        if (isDeclaration(qualified)) continue;
        const colon = qualified.indexOf(':');
        const prefix = qualified.slice(0, Math.max(colon, 0));
        const namespace = prefix === '' ? '' : (find(prefix) ?? fail(`'${prefix}' is an undeclared prefix.`, at));
        const name = qualified.slice(colon + 1);
        if (found.has(`{${namespace}}${name}`)) fail(`'${name}' is a duplicate attribute name.`, at);
        found.set(`{${namespace}}${name}`, { name, namespace, value });
      }
      return [...found.values()];
    },
  };
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
      if (INVALID.test(character)) {
        const shown = `0x${code.toString(16).toUpperCase().padStart(2, '0')}`;
        const letter = code === 0 ? '.' : character === '\0' ? whole : character;
        fail(`'${letter}', hexadecimal value ${shown}, is an invalid character.`, offset + 2);
      }
      return character;
    },
  );
}

/** Refuses the characters that XML does not have. */
export function checkCharacters(text: string, fail: Fail): void {
  const at = text.search(INVALID);
  if (at === -1) return;
  const shown = `0x${text.charCodeAt(at).toString(16).toUpperCase().padStart(2, '0')}`;
  fail(`'${text[at] === '\0' ? '.' : (text[at] ?? '')}', hexadecimal value ${shown}, is an invalid character.`, at);
}

/** Line and column of an offset, both from 1; offsets only grow. */
export type Places = (offset: number) => { readonly line: number; readonly column: number };

export function placesOf(text: string): Places {
  let line = 1;
  let lineStart = 0;
  let counted = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < offset; next = text.indexOf('\n', counted)) {
      line += 1;
      lineStart = counted = next + 1;
    }
    counted = Math.max(counted, offset);
    return { line, column: offset - lineStart + 1 };
  };
}
