import { MOST_DEEP, MOST_VALUES } from '#contract/json.ts';
import { readReferences } from '#contract/entities.ts';
import { type Tree, isBranch } from './answerTree.ts';

/** A tag with its attributes, a text in full, or a text up to the next tag. Comments and declarations are passed over. */
const PIECE =
  /<(\/?)([\p{L}_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|<!\[CDATA\[([^]*?)\]\]>|<(?:\?[^]*?\?|!--[^]*?--)>|([^<]+)/uy;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

/** The room that is left for a tree: the depth from its top, and the values. Reading a part of it takes those of it away. */
export interface Room {
  readonly depth: number;
  values: number;
}

/** Returns the room of a whole answer. */
export function wholeRoom(): Room {
  return { depth: MOST_DEEP, values: MOST_VALUES };
}

interface Open {
  readonly name: string;
  readonly members: Map<string, Tree[]>;
  text: string;
}

/**
 * Reads an XML document, such as the DataSet of an old service: an element is its attributes and children by their
 * names, several of one name are a list, and a text beside those goes by the element's own name. `undefined` for what
 * is none, or has no room. A schema inside it, and what only the writer's tools read, is left out.
 *
 * @param above - the branches that it stands in.
 */
export function readXml(document: string, room = wholeRoom(), above = 0): Tree | undefined {
  const text = document.trim();
  const stack: Open[] = [{ name: '', members: new Map(), text: '' }];
  let [at, values] = [0, 0];
  while (at < text.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (!found) return undefined; // a DOCTYPE, or no XML
    at = PIECE.lastIndex;
    const [, close, name, attributes = '', single, whole, plain] = found;
    const inside = stack.at(-1) as Open;
    if (name === undefined) inside.text += whole ?? readReferences(plain ?? '');
    else if (close === '/') {
      if (stack.length === 1 || inside.name !== name) return undefined;
      closeLast(stack);
    } else {
      const members = attributesIn(attributes);
      values += 1 + members.size;
      if (above + stack.length > room.depth || values > room.values) return undefined;
      stack.push({ name, members, text: '' });
      if (single === '/') closeLast(stack);
    }
  }
  const [root] = stack;
  const tops = [...(root?.members.values() ?? [])].flat();
  const [top] = tops;
  if (stack.length !== 1 || tops.length !== 1 || !isBranch(top)) return undefined;
  room.values -= values;
  return top;
}

function closeLast(stack: Open[]): void {
  const { name, members, text: written } = stack.pop() as Open;
  const text = written.trim();
  const [prefix = '', own = name] = name.includes(':') ? name.split(':') : ['', name];
  if (/^xsd?$/.test(prefix)) return;
  const above = (stack.at(-1) as Open).members;
  if (members.size === 0) return add(above, own, text);
  const said = text === '' ? members : new Map([[own, []], ...members]); // its own text is the first
  if (text !== '') add(said, own, text);
  const known = [...said].map(([key, all]) => [key, all.length === 1 ? (all[0] as Tree) : all] as const);
  add(above, own, Object.fromEntries(known));
}

function add(members: Map<string, Tree[]>, name: string, tree: Tree): void {
  const others = members.get(name);
  if (others) others.push(tree);
  else members.set(name, [tree]);
}

function attributesIn(text: string): Map<string, Tree[]> {
  const own = [...text.matchAll(ATTRIBUTE)].filter(([, name = '']) => !name.includes(':') && name !== 'xmlns');
  return new Map(own.map(([, name = '', one, other]) => [name, [readReferences(one ?? other ?? '')]]));
}
