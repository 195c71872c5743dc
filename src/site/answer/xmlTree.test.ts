import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkup } from '#contract/entities.ts';
import { type Tree, isBranch } from './answerTree.ts';
import { readXml } from './xmlTree.ts';

test('a list costs what its entries cost', () => {
  const document = `<list>${'<b>1</b>'.repeat(60_000)}</list>`;
  const before = process.threadCpuUsage();
  expect(readXml(document)).toHaveProperty('b.length', 60_000);
  // A tenth of a second; a copy of those before it for each entry is three, and a minute of collecting.
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000); // microseconds
});

test('attributes stand beside the children, whatever stands between them and in them', () => {
  expect(readXml(`<a one="x=&quot;y&quot;"\n two = 'b c="d"'><e>1</e></a>`)).toEqual({
    one: 'x="y"',
    two: 'b c="d"',
    e: '1',
  });
});

test.each([
  ['an attribute', '<list><row status="ok">D-1</row></list>', { row: { status: 'ok', row: 'D-1' } }],
  ['a child', '<list><row>D-1<note>wet</note></row></list>', { row: { note: 'wet', row: 'D-1' } }],
  ['a child of its own name', '<list><row> <row>D-1</row>D-2</row></list>', { row: { row: ['D-1', 'D-2'] } }],
  ['nothing but blanks', '<list><row status="ok">\n</row></list>', { row: { status: 'ok' } }],
])('a text beside %s goes by the name of its element', (_, document, tree) => {
  expect(readXml(document)).toEqual(tree);
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: readonly (Element | string)[];
}

const name = fc.constantFrom('row', 'list', 'code', 'ns:code', 'toString');
const said = fc.string({ unit: 'grapheme-ascii', maxLength: 6 });
const { element } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.record({
    name,
    attributes: fc.dictionary(fc.constantFrom('row', 'status', 'id'), said, { maxKeys: 2 }),
    inside: fc.array(fc.oneof({ maxDepth: 3, withCrossShrink: true }, said, tie('element')), { maxLength: 4 }),
  }),
}));

const written = (text: string): string => escapeMarkup(text, /[&<>"']/g);

function documentOf({ name: tag, attributes, inside }: Element): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${written(value)}"`);
  const content = inside.map((one) => (typeof one === 'string' ? written(one) : documentOf(one)));
  return `<${tag}${pairs.join('')}>${content.join('')}</${tag}>`;
}

/** Each attribute, and each text that is not blank. */
function valuesOf({ attributes, inside }: Element): readonly string[] {
  const text = inside.filter((one) => typeof one === 'string').join('');
  const children = inside.filter((one) => typeof one !== 'string');
  const own = [...Object.values(attributes), text.trim()];
  return [...own, ...children.flatMap(valuesOf)].filter((value) => value !== '');
}

function leavesOf(tree: Tree | undefined): readonly string[] {
  if (isBranch(tree)) return Object.values(tree).flatMap(leavesOf);
  return typeof tree === 'string' && tree !== '' ? [tree] : [];
}

test('whatever a document says is in what is read of it, once', () => {
  fc.assert(
    fc.property(fc.array(element, { minLength: 1, maxLength: 3 }), (inside) => {
      const list: Element = { name: 'answer', attributes: {}, inside };
      expect(leavesOf(readXml(documentOf(list))).toSorted()).toEqual(valuesOf(list).toSorted());
    }),
    { numRuns: 500 },
  );
});

test('a reference that XML does not have stays as it is', () => {
  expect(readXml('<a><b>&constructor;&#xD800;&#x41;&#66;&apos;&nbsp;</b></a>')).toEqual({
    b: "&constructor;&#xD800;AB'&nbsp;",
  });
});
