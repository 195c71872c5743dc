import { jsonIn } from '#contract/json.ts';
import { type Tree, isBranch, isList } from './answerTree.ts';
import { readXml } from './xmlTree.ts';

/** A text of JSON, or a number outside of any: no float loses the digits of a long code. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** JSON in a text of JSON in a text: nobody means more. */
const MOST_INSIDE = 4;

/** The object or list that an answer is, of JSON or of XML, with what its texts have of the same; `undefined` for any other text. */
export function readAnswer(text: string): Tree | undefined {
  return textTree(text, 0);
}

function textTree(text: string, depth: number): Tree | undefined {
  const start = text.trimStart().charAt(0);
  if (start === '<') return readXml(text);
  if (start !== '{' && start !== '[' && start !== '"') return undefined;
  if (jsonIn(text) === undefined) return undefined;
  const written = text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
  const tree = withInside(jsonIn(written) as Tree, depth);
  return isBranch(tree) ? tree : undefined;
}

function withInside(tree: Tree, depth: number): Tree {
  if (typeof tree === 'string') return (depth < MOST_INSIDE ? textTree(tree, depth + 1) : undefined) ?? tree;
  if (!isBranch(tree)) return tree;
  if (isList(tree)) return tree.map((entry) => withInside(entry, depth));
  return Object.fromEntries(Object.entries(tree).map(([name, member]) => [name, withInside(member, depth)]));
}
