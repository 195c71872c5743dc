import { jsonIn, jsonSizeOf } from '#contract/json.ts';
import { type Tree, isBranch, isList } from './answerTree.ts';
import { type Room, readXml, wholeRoom } from './xmlTree.ts';

/** A text of JSON, or a number outside of any: no float loses the digits of a long code. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** JSON in a text of JSON in a text: nobody means more. */
const MOST_INSIDE = 4;

/**
 * The object or list that an answer is, of JSON or of XML, with what its texts have of the same; `undefined` for any other
 * text. The whole tree is within `MOST_DEEP` and `MOST_VALUES`: a text that has no room in it stays a text.
 */
export function readAnswer(text: string): Tree | undefined {
  return textTree(text, { inside: 0, depth: 0 }, wholeRoom());
}

/** The place of a part of an answer: the texts around it, and the branches. */
interface Place {
  readonly inside: number;
  readonly depth: number;
}

function textTree(text: string, { inside, depth }: Place, room: Room): Tree | undefined {
  const start = text.trimStart().charAt(0);
  if (start === '<') return readXml(text, room, depth);
  if (start !== '{' && start !== '[' && start !== '"') return undefined;
  const size = jsonSizeOf(text);
  if (depth + size.depth > room.depth || size.values > room.values || jsonIn(text) === undefined) return undefined;
  room.values -= size.values;
  const written = text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
  const tree = withInside(jsonIn(written) as Tree, { inside, depth }, room);
  return isBranch(tree) ? tree : undefined;
}

function withInside(tree: Tree, { inside, depth }: Place, room: Room): Tree {
  if (typeof tree === 'string')
    return (inside < MOST_INSIDE ? textTree(tree, { inside: inside + 1, depth }, room) : undefined) ?? tree;
  if (!isBranch(tree)) return tree;
  const below = { inside, depth: depth + 1 };
  if (isList(tree)) return tree.map((entry) => withInside(entry, below, room));
  return Object.fromEntries(Object.entries(tree).map(([name, member]) => [name, withInside(member, below, room)]));
}
