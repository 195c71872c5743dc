import {
  type Attribute,
  XmlFailure,
  type Places,
  type Scope,
  checkCharacters,
  createScope,
  decodeReferences,
  placesOf,
  readTag,
} from './xmlMarkup.ts';

/** The kinds of node a reader stands on, after System.Xml's `XmlNodeType`. */
export type NodeKind =
  | 'none'
  | 'declaration'
  | 'element'
  | 'end'
  | 'text'
  | 'blank'
  | 'comment'
  | 'instruction'
  | 'eof';

/** The node a reader stands on. */
export interface XmlNode {
  readonly kind: NodeKind;
  /** Local name of an element or its end. */
  readonly name: string;
  readonly namespace: string;
  /** Whether an element is written `<a/>`, which has no end. */
  readonly empty: boolean;
  /** Text, decoded. */
  readonly text: string;
  /** How many elements are open around it. */
  readonly depth: number;
  readonly attributes: readonly Attribute[];
  /** From 1, where System.Xml says the node is: the first letter of a name or of a text. */
  readonly line: number;
  readonly column: number;
}

/** A cursor over a document, forwards only: what is wrong further on is not seen before it is read. */
export interface XmlReader {
  readonly node: XmlNode;
  /** Moves to the next node. @returns whether there is one. @throws XmlFailure */
  read(): boolean;
}

/** Deeper documents are refused: System.Xml has no limit, and nothing honest comes near this one. */
const MAX_DEPTH = 1000;
const START: XmlNode = {
  kind: 'none',
  name: '',
  namespace: '',
  empty: false,
  text: '',
  depth: 0,
  attributes: [],
  line: 0,
  column: 0,
};
const BLANKS = /[ \t\n]*/y;
const QNAME = /(?:([\p{L}_][\p{L}\p{N}\p{M}._·-]*):)?([\p{L}_][\p{L}\p{N}\p{M}._·-]*)/uy;

interface Open {
  readonly qualified: string;
  readonly name: string;
  readonly namespace: string;
  /** The prefixes that it declares. */
  readonly prefixes: readonly string[];
  readonly line: number;
  readonly column: number;
}

/** Where the reading is. */
interface State {
  readonly text: string;
  readonly open: Open[];
  readonly scope: Scope;
  /** The offset of what is read next. */
  at: number;
  sawRoot: boolean;
  node: XmlNode;
  readonly place: Places;
  fail(message: string, offset?: number): never;
}

/**
 * Reads XML as ASP.NET's reader does: line ends normalised, a DTD prohibited, five entities and character references,
 * namespaces resolved, no recursion. Source: System.Xml, XmlTextReader with `DtdProcessing.Prohibit` and
 * `Normalization`; messages are System.Xml's where a SOAP 1.2 client sees them.
 *
 * @param source - the document, decoded; a byte order mark is already off.
 */
export function createXmlReader(source: string): XmlReader {
  const text = source.replace(/\r\n?/g, '\n');
  const place = placesOf(text);
  const fail = (message: string, offset = state.at): never => {
    const { line, column } = place(offset);
    throw new XmlFailure(`${message} Line ${line}, position ${column}.`);
  };
  const state: State = { text, open: [], scope: createScope(fail), at: 0, sawRoot: false, node: START, place, fail };
  return {
    get node() {
      return state.node;
    },
    read: () => read(state),
  };
}

function put(state: State, kind: NodeKind, offset: number, more: Partial<XmlNode> = {}): boolean {
  state.node = { ...START, kind, depth: state.open.length, ...state.place(offset), ...more };
  return kind !== 'eof';
}

function read(state: State): boolean {
  const { text, at, open, node } = state;
  if (node.kind === 'eof') return false;
  if (at >= text.length) {
    if (open.length > 0) state.fail(unclosed(state));
    if (!state.sawRoot) throw new XmlFailure('Root element is missing.');
    return put(state, 'eof', at);
  }
  if (text[at] !== '<') return readText(state);
  if (text.startsWith('</', at)) return readEnd(state);
  if (text.startsWith('<!--', at)) return put(state, 'comment', at + 4, { text: readComment(state) });
  if (text.startsWith('<![CDATA[', at)) {
    if (open.length === 0) state.fail('Data at the root level is invalid.');
    return put(state, 'text', at + 9, { text: readUntil(state, ']]>', at + 9, 'CDATA') });
  }
  if (text.startsWith('<!', at)) throw new XmlFailure('DTD is prohibited in this XML document.');
  if (text.startsWith('<?', at)) return readInstruction(state);
  return readElement(state);
}

/** What stands before `mark`. @param what - System.Xml's name of it. */
function readUntil(state: State, mark: string, from: number, what: string): string {
  const end = state.text.indexOf(mark, from);
  if (end === -1) state.fail(`Unexpected end of file while parsing ${what} has occurred.`, state.text.length);
  const content = state.text.slice(from, end);
  checkCharacters(content, (message, offset) => state.fail(message, from + offset));
  state.at = end + mark.length;
  return content;
}

function readEnd(state: State): boolean {
  const { text } = state;
  const start = state.at + 2;
  const qualified = nameAt(state, start);
  const last = state.open.at(-1);
  if (!last) return state.fail('Unexpected end tag.', start);
  if (qualified !== last.qualified) {
    const where = `line ${last.line} position ${last.column}`;
    return state.fail(
      `The '${last.qualified}' start tag on ${where} does not match the end tag of '${qualified}'.`,
      start,
    );
  }
  BLANKS.lastIndex = start + qualified.length;
  state.at = BLANKS.lastIndex + (BLANKS.exec(text)?.[0].length ?? 0);
  if (text[state.at] !== '>') {
    return state.fail(`'${text[state.at] ?? ''}' is an unexpected token. The expected token is '>'.`);
  }
  state.at += 1;
  state.open.pop();
  state.scope.leave(last.prefixes);
  return put(state, 'end', start, { name: last.name, namespace: last.namespace });
}
function readElement(state: State): boolean {
  const { open, scope } = state;
  const start = state.at + 1;
  if (open.length === 0 && state.sawRoot) state.fail('There are multiple root elements.', start);
  if (open.length >= MAX_DEPTH) state.fail('The document is nested too deeply.', start);
  const qualified = nameAt(state, start);
  const tag = readTag(state.text, start + qualified.length, state.fail);
  const prefixes = scope.enter(tag.written, start);
  const colon = qualified.indexOf(':');
  const prefix = qualified.slice(0, Math.max(colon, 0));
  const name = qualified.slice(colon + 1);
  const namespace =
    scope.find(prefix) ?? (prefix === '' ? '' : state.fail(`'${prefix}' is an undeclared prefix.`, start));
  const attributes = scope.attributes(tag.written, start);
  put(state, 'element', start, { name, namespace, empty: tag.empty, attributes });
  state.at = tag.end;
  state.sawRoot = true;
  if (tag.empty) scope.leave(prefixes);
  else open.push({ qualified, name, namespace, prefixes, ...state.place(start) });
  return true;
}

function readText(state: State): boolean {
  const { text, open, at: start } = state;
  const next = text.indexOf('<', start);
  const raw = next === -1 ? text.slice(start) : text.slice(start, next);
  const blank = /^[ \t\n]*$/.test(raw);
  state.at = start + raw.length;
  if (open.length === 0 && !blank) {
    return state.fail('Data at the root level is invalid.', start + raw.search(/[^ \t\n]/));
  }
  if (next === -1 && open.length > 0) return state.fail(unclosed(state), text.length);
  const cdata = raw.indexOf(']]>');
  if (cdata !== -1) return state.fail("']]>' is not allowed in character data.", start + cdata);
  const decoded = decodeReferences(raw, (message, offset) => state.fail(message, start + offset));
  return put(state, blank ? 'blank' : 'text', start, { text: decoded });
}

function readComment(state: State): string {
  const content = readUntil(state, '-->', state.at + 4, 'Comment');
  if (`${content}-`.includes('--')) {
    state.fail("An XML comment cannot contain '--', and '-' cannot be the last character.", state.at - 3);
  }
  return content;
}

const DECLARATION =
  /^xml\s+version\s*=\s*(["'])1\.0\1(\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*$/;
const LATE_DECLARATION =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are allowed to appear before it.';

function readInstruction(state: State): boolean {
  const first = state.at === 0;
  const start = state.at + 2;
  const isDeclaration = nameAt(state, start).toLowerCase() === 'xml';
  if (!isDeclaration) return put(state, 'instruction', start, { text: readUntil(state, '?>', start, 'PI') });
  if (!first) return state.fail(LATE_DECLARATION, start);
  const content = readUntil(state, '?>', start, 'XmlDeclaration');
  const [before, , version] = /^xml\s+version\s*=\s*(["'])(.*?)\1/.exec(content) ?? [];
  if (before !== undefined && version !== undefined && version !== '1.0') {
    return state.fail(`Version number '${version}' is invalid.`, start + before.length - version.length - 1);
  }
  if (!DECLARATION.test(content)) return state.fail('Syntax for an XML declaration is invalid.', start);
  return put(state, 'declaration', start);
}

function nameAt(state: State, offset: number): string {
  QNAME.lastIndex = offset;
  const found = QNAME.exec(state.text)?.[0];
  if (found !== undefined) return found;
  const character = state.text[offset];
  if (character === undefined) return state.fail(unclosed(state), offset);
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  return state.fail(`Name cannot begin with the '${character}' character, hexadecimal value 0x${code}.`, offset);
}

function unclosed({ open }: State): string {
  const names = open.map(({ name }) => name).toReversed();
  return `Unexpected end of file has occurred. The following elements are not closed: ${names.join(', ')}.`;
}
