import { expect, test } from 'vitest';
import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { negativeOf } from '#scan/vision/pictures.ts';
import { createWitness } from '#scan/decode/wasmWitness.ts';
import type { Barcode } from '#e2e/rig/video.ts';
import { labelOf, usual } from './curves.ts';
import { HEIGHT, WIDTH, drawLabel } from './labelScene.ts';
import { openReaderOnNode } from './readerOnNode.ts';

const reader = await openReaderOnNode();

const pictureOf = (barcode: Barcode): Luma => ({
  data: drawLabel(labelOf(barcode), { ...usual, turned: 0 }, 7),
  width: WIDTH,
  height: HEIGHT,
});

/** One above the other. */
const both = (first: Luma, second: Luma): Luma => ({
  data: Uint8Array.from([...first.data, ...second.data]),
  width: first.width,
  height: first.height + second.height,
});

/** Returns what is believed of a picture after every pass, and why nothing is. */
function look(picture: Luma, rules: Partial<ReadingRules> = {}) {
  const formats = rules.formats ?? barcodeFormats;
  return lookBy(createWitness({ ...warehouseRules, ...rules, formats }), picture, formats);
}

function lookBy(
  witness: ReturnType<typeof createWitness>,
  picture: Luma,
  formats: readonly BarcodeFormat[] = barcodeFormats,
) {
  witness.next();
  const reads = [...fastPasses(formats), ...ladder(formats)].flatMap((pass) => witness.read(reader, picture, pass));
  const texts = [...new Set(reads.flatMap(({ trust, text }) => (trust === 'sure' ? text : [])))];
  return { texts, unreadable: witness.unreadable() };
}

/** A Data Matrix that is the first or the second of two. Source: ISO/IEC 16022, 5.6: 233, which of how many, an id. */
function partOf(index: 0 | 1, text: string): Luma {
  const codewords = [233, index * 16 + 15, 1, 2, ...Array.from(text, (letter) => letter.charCodeAt(0) + 1)];
  const raw = codewords.map((one) => `^${String(one).padStart(3, '0')}`).join('');
  return pictureOf({ encoder: 'datamatrix', text: raw, options: { raw: true } });
}

test('a part of a code is none, and all its parts in one picture are the code', () => {
  const [first, second] = [partOf(0, 'D-1001-FIRST-'), partOf(1, 'AND-LAST')];
  expect(look(first)).toEqual({ texts: [], unreadable: 'part' });
  expect(look(second)).toEqual({ texts: [], unreadable: 'part' });
  expect(look(both(second, first)).texts).toEqual(['D-1001-FIRST-AND-LAST']);
});

test('a part of one box and a part of another with the same id are no code, one after the other and beside a third', () => {
  const witness = createWitness({ ...warehouseRules, formats: barcodeFormats });
  const [a1, a2] = [partOf(0, 'BOX-A-PART1;'), partOf(1, 'box-a-part2')];
  const [b1, b2] = [partOf(0, 'BOX-B-PART1;'), partOf(1, 'box-b-part2')];
  for (const picture of [a1, b2, both(a1, both(b2, b1))]) {
    expect(lookBy(witness, picture)).toEqual({ texts: [], unreadable: 'part' });
  }
  expect(lookBy(witness, both(a1, a2)).texts).toEqual(['BOX-A-PART1;box-a-part2']);
});

/** Bytes that no character set is named for. */
const bytesOf = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

test.each([
  ['GB18030', 'bbf5bcdcd6d0cec4412d3031', '货架中文A-01'],
  ['windows-1251', 'd1eaebe0e420b93520c02d3031', 'Склад №5 А-01'],
  ['Shift_JIS', '938c8b9e2d41', '東京-A'],
  ['Big5', 'a4a4a4e52d41', '中文-A'],
  ['windows-1252', '4772f6df652dc43132', 'Größe-Ä12'],
] as const)('letters in %s are those of the site, and nothing without it', (charset, hex, text) => {
  for (const encoder of ['qrcode', 'datamatrix']) {
    const picture = pictureOf({ encoder, text: bytesOf(hex), options: { binarytext: true } });
    expect(look(picture, { charset }), encoder).toEqual({ texts: [text], unreadable: undefined });
    expect(look(picture), encoder).toEqual({ texts: [], unreadable: 'letters' });
  }
});

test.each([
  ['code39', '6/N1/IE5'],
  ['code39', '2222/F1'],
  ['code39', 'LOT+A12'],
])('a %s is read as it is printed: %s', (encoder, text) => {
  expect(look(pictureOf({ encoder, text })).texts).toEqual([text]);
});

test.each([
  ['code128', 'D-1001'],
  ['code39', 'D-1001'],
  ['ean13', '5901234123457'],
])('a %s that is light on dark is read', (encoder, text) => {
  expect(look(negativeOf(pictureOf({ encoder, text }))).texts).toEqual([text]);
});

test.each([
  ['databaromni', '(01)09501101530010', '0109501101530010'],
  ['databarlimited', '(01)09501101530010', '0109501101530010'],
  ['databarexpanded', '(01)09501101530010(10)LOT12', '010950110153001010LOT12'],
])('a %s is read where the site looks for GS1 DataBar, and nowhere else', (encoder, text, said) => {
  const picture = pictureOf({ encoder, text });
  expect(look(picture, { formats: ['DataBar'] }).texts).toEqual([said]);
  expect(look(picture, { formats: warehouseRules.formats }).texts).toEqual([]);
});
