import {
  type Attribute,
  OUTERMOST,
  type Scope,
  XmlFailure,
  attributesOf,
  checkCharacters,
  decodeReferences,
  hexOf,
  partsOf,
  readTag,
  scopeWithin,
} from './xmlMarkup.ts';

/** What a reader stands on. `markup`: a declaration, a comment or an instruction, or nothing yet. */
type NodeKind = 'markup' | 'element' | 'end' | 'text' | 'blank' | 'eof';

/** The node that a reader stands on. */
interface XmlNode {
  readonly kind: NodeKind;
  /** Local name of an element or its end. */
  readonly name: string;
  readonly namespace: string;
  /** Whether an element is written `<a/>`, which has no end. */
  readonly empty: boolean;
  /** Text, decoded. */
  readonly text: string;
  readonly attributes: readonly Attribute[];
  /** Where System.Xml says that it is: the offset of the first letter of a name or of a text. */
  readonly at: number;
}

/** Deeper documents are refused: System.Xml has no limit, and nothing honest comes near this one. */
const MAX_DEPTH = 1000;
const NOTHING: XmlNode = { kind: 'markup', name: '', namespace: '', empty: false, text: '', attributes: [], at: 0 };
const BLANKS = /[ \t\n]*/y;
const QNAME = /(?:([\p{L}_][\p{L}\p{N}\p{M}._·-]*):)?([\p{L}_][\p{L}\p{N}\p{M}._·-]*)/uy;
const DECLARATION =
  /^xml\s+version\s*=\s*(["'])1\.0\1(\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*$/;
const LATE_DECLARATION =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are allowed to appear before it.';

interface Open {
  readonly qualified: string;
  readonly node: XmlNode;
  readonly scope: Scope;
}

/**
 * Reads XML as ASP.NET's reader does, forwards only: what is wrong further on is not seen before it is read. Line ends are
 * normalised, a DTD is prohibited, there are five entities and character references, namespaces are resolved, no recursion.
 * Source: System.Xml, XmlTextReader with `DtdProcessing.Prohibit` and `Normalization`; messages are System.Xml's where a
 * SOAP 1.2 client sees them.
 */
export class XmlReader {
  node = NOTHING;
  readonly #text: string;
  /** The offset of what is read next. */
  #at = 0;
  #sawRoot = false;
  readonly #open: Open[] = [];

  /** @param source - the document, decoded; a byte order mark is already off. */
  constructor(source: string) {
    this.#text = source.replace(/\r\n?/g, '\n');
  }

  /** Where the node is, both from 1. */
  place(offset = this.node.at): { readonly line: number; readonly column: number } {
    const before = this.#text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  }

  /** Moves to the next node. @returns whether there is one. @throws XmlFailure */
  read(): boolean {
    const [text, at] = [this.#text, this.#at];
    if (this.node.kind === 'eof') return false;
    if (at >= text.length) {
      if (this.#open.length > 0) this.#failUnclosed(at);
      if (!this.#sawRoot) throw new XmlFailure('Root element is missing.');
      return this.#put('eof', at);
    }
    if (text[at] !== '<') return this.#readText();
    if (text.startsWith('</', at)) return this.#readEnd();
    if (text.startsWith('<!--', at)) return this.#readComment();
    if (text.startsWith('<![CDATA[', at)) {
      if (this.#open.length === 0) this.#fail('Data at the root level is invalid.', at);
      return this.#put('text', at + 9, { text: this.#readUntil(']]>', at + 9, 'CDATA') });
    }
    if (text.startsWith('<!', at)) throw new XmlFailure('DTD is prohibited in this XML document.');
    if (text.startsWith('<?', at)) return this.#readInstruction();
    return this.#readElement();
  }

  /** Passes over what is no content. Source: System.Xml, XmlReader.MoveToContent. @returns the kind it stops at. */
  moveToContent(): NodeKind {
    while ((this.node.kind === 'markup' || this.node.kind === 'blank') && this.read());
    return this.node.kind;
  }

  /** Whether the next content is this element. Source: System.Xml, XmlReader.IsStartElement. */
  isStart(name: string, namespace: string): boolean {
    return this.moveToContent() === 'element' && this.node.name === name && this.node.namespace === namespace;
  }

  /** Enters an element. Source: System.Xml, XmlReader.ReadStartElement. @throws XmlFailure where it is another one. */
  readStart(name: string, namespace: string): void {
    if (!this.isStart(name, namespace))
      this.#fail(`Element '${name}' with namespace name '${namespace}' was not found.`, this.node.at);
    this.read();
  }

  /** Passes over a node with all that is in it. Source: System.Xml, XmlReader.Skip. */
  skip(): void {
    const depth = this.#open.length;
    if (this.node.kind === 'element' && !this.node.empty) while (this.#open.length >= depth) this.read();
    this.read();
  }

  /**
   * The text of an element of which nothing but text may be inside: a comment or a child is refused.
   * Source: System.Xml, XmlReader.ReadElementString.
   *
   * @throws XmlFailure
   */
  readElementText(): string {
    const { empty } = this.node;
    this.read();
    if (empty) return '';
    let text = '';
    for (; this.node.kind === 'text' || this.node.kind === 'blank'; this.read()) text += this.node.text;
    if (this.node.kind !== 'end') this.#fail(`Unexpected node type ${this.node.kind}.`, this.node.at);
    this.read();
    return text;
  }

  readonly #fail = (message: string, offset: number): never => {
    const { line, column } = this.place(offset);
    throw new XmlFailure(`${message} Line ${line}, position ${column}.`);
  };

  #failUnclosed(offset: number): never {
    const names = this.#open.map(({ node }) => node.name).toReversed();
    const elements = `The following elements are not closed: ${names.join(', ')}.`;
    return this.#fail(`Unexpected end of file has occurred. ${elements}`, offset);
  }

  #put(kind: NodeKind, at: number, more: Partial<XmlNode> = {}): boolean {
    this.node = { ...NOTHING, kind, at, ...more };
    return kind !== 'eof';
  }

  /** What stands before `mark`. @param what - System.Xml's name of it. */
  #readUntil(mark: string, from: number, what: string): string {
    const end = this.#text.indexOf(mark, from);
    if (end === -1) this.#fail(`Unexpected end of file while parsing ${what} has occurred.`, this.#text.length);
    const content = this.#text.slice(from, end);
    checkCharacters(content, (message, offset) => this.#fail(message, from + offset));
    this.#at = end + mark.length;
    return content;
  }

  #readEnd(): boolean {
    const start = this.#at + 2;
    const qualified = this.#nameAt(start);
    const last = this.#open.at(-1);
    if (!last) return this.#fail('Unexpected end tag.', start);
    if (qualified !== last.qualified) {
      const { line, column } = this.place(last.node.at);
      const opened = `The '${last.qualified}' start tag on line ${line} position ${column}`;
      return this.#fail(`${opened} does not match the end tag of '${qualified}'.`, start);
    }
    BLANKS.lastIndex = start + qualified.length;
    const end = BLANKS.lastIndex + (BLANKS.exec(this.#text)?.[0].length ?? 0);
    const found = this.#text.charAt(end);
    if (found !== '>') return this.#fail(`'${found}' is an unexpected token. The expected token is '>'.`, end);
    this.#at = end + 1;
    this.#open.pop();
    return this.#put('end', start, { name: last.node.name, namespace: last.node.namespace });
  }

  #readElement(): boolean {
    const start = this.#at + 1;
    const outer = this.#open.at(-1);
    if (!outer && this.#sawRoot) this.#fail('There are multiple root elements.', start);
    if (this.#open.length >= MAX_DEPTH) this.#fail('The document is nested too deeply.', start);
    const qualified = this.#nameAt(start);
    const tag = readTag(this.#text, start + qualified.length, this.#fail);
    const scope = scopeWithin(outer?.scope ?? OUTERMOST, tag, start, this.#fail);
    const [prefix, name] = partsOf(qualified);
    const namespace = scope(prefix) ?? (prefix === '' ? '' : this.#fail(`'${prefix}' is an undeclared prefix.`, start));
    const attributes = attributesOf(tag, scope, start, this.#fail);
    this.#put('element', start, { name, namespace, empty: tag.empty, attributes });
    this.#at = tag.end;
    this.#sawRoot = true;
    if (!tag.empty) this.#open.push({ qualified, node: this.node, scope });
    return true;
  }

  #readText(): boolean {
    const start = this.#at;
    const next = this.#text.indexOf('<', start);
    const raw = next === -1 ? this.#text.slice(start) : this.#text.slice(start, next);
    const blank = /^[ \t\n]*$/.test(raw);
    this.#at = start + raw.length;
    if (this.#open.length === 0 && !blank)
      this.#fail('Data at the root level is invalid.', start + raw.search(/[^ \t\n]/));
    if (next === -1 && this.#open.length > 0) this.#failUnclosed(this.#at);
    const cdata = raw.indexOf(']]>');
    if (cdata !== -1) this.#fail("']]>' is not allowed in character data.", start + cdata);
    const text = decodeReferences(raw, (message, offset) => this.#fail(message, start + offset));
    return this.#put(blank ? 'blank' : 'text', start, { text });
  }

  #readComment(): boolean {
    const start = this.#at + 4;
    const content = this.#readUntil('-->', start, 'Comment');
    if (!`${content}-`.includes('--')) return this.#put('markup', start);
    return this.#fail("An XML comment cannot contain '--', and '-' cannot be the last character.", this.#at - 3);
  }

  #readInstruction(): boolean {
    const isFirst = this.#at === 0;
    const start = this.#at + 2;
    const isDeclaration = this.#nameAt(start).toLowerCase() === 'xml';
    if (isDeclaration && !isFirst) this.#fail(LATE_DECLARATION, start);
    const content = this.#readUntil('?>', start, isDeclaration ? 'XmlDeclaration' : 'PI');
    const [before = '', , version = '1.0'] = /^xml\s+version\s*=\s*(["'])(.*?)\1/.exec(content) ?? [];
    if (isDeclaration && version !== '1.0')
      this.#fail(`Version number '${version}' is invalid.`, start + before.length - version.length - 1);
    if (isDeclaration && !DECLARATION.test(content)) this.#fail('Syntax for an XML declaration is invalid.', start);
    return this.#put('markup', start);
  }

  #nameAt(offset: number): string {
    QNAME.lastIndex = offset;
    const found = QNAME.exec(this.#text)?.[0];
    if (found !== undefined) return found;
    const character = this.#text[offset];
    if (character === undefined) return this.#failUnclosed(offset);
    const said = `hexadecimal value ${hexOf(character.charCodeAt(0))}`;
    return this.#fail(`Name cannot begin with the '${character}' character, ${said}.`, offset);
  }
}
