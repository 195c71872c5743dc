import { describe, expect, test } from 'vitest';
import { isCodablockAt } from '#scan/decode/codablock.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import { createWitness } from '#scan/decode/wasmWitness.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import type { Barcode } from '#e2e/rig/video.ts';
import { labelOf, usual } from './curves.ts';
import { HEIGHT, type Seen, WIDTH, drawLabel } from './labelScene.ts';
import { openReaderOnNode } from './readerOnNode.ts';

const reader = await openReaderOnNode();
const passes = [...fastPasses(['Code128']), ...ladder(['Code128'])];

const taken = (barcode: Barcode, seen: Partial<Seen>): Luma => ({
  data: drawLabel(labelOf(barcode), { ...usual, turned: 0, ...seen }, 7),
  width: WIDTH,
  height: HEIGHT,
});

const ways: readonly Partial<Seen>[] = [
  ...[0, 7, 90, 180, 352].map((turned) => ({ turned })),
  ...[0, 1, 1.5, 2].flatMap((blur) => [3, 2, 1.5].map((module) => ({ blur, module }))),
  ...[10, 20, 40].map((noise) => ({ noise })),
];

describe.each([
  { text: 'D-1001-AB S-01-C 4711 and more', columns: 4 },
  { text: 'D-1001+S-01-C', columns: 4 },
  { text: '012345678901234567890123456789', columns: 6 },
  { text: 'lower case, and UPPER\tCASE', columns: 8 },
])('a Codablock F of $text is no code', ({ text, columns }) => {
  test.each(ways)('taken with %j', (seen) => {
    const picture = taken({ encoder: 'codablockf', text, options: { columns } }, seen);
    const witness = createWitness({ ...warehouseRules, formats: ['Code128'] });
    const reads = passes.flatMap((pass) => witness.read(reader, picture, pass));
    expect(reads.map((read) => read.text)).toEqual([]);
  });
});

describe.each(['D-1001', 'S-01-A', '4006381333931', '+01-C', 'cD-10', '4301-A', 'LOT12', 'UPPER-CASE', 'ab12cd34'])(
  'a Code 128 of %s is no row of one, though it could begin as it does',
  (text) => {
    test.each(ways)('taken with %j', (seen) => {
      const picture = taken({ encoder: 'code128', text }, seen);
      const refused = passes.flatMap(({ made, ean, options }) => {
        const looked = ean ? undefined : made ? made(picture) : picture;
        if (!looked || looked.width < 2 || looked.height < 1) return [];
        const found = reader.read(looked, options).filter((one) => one.text === text);
        return found.filter(({ position }) => isCodablockAt(looked, text, position));
      });
      expect(refused).toEqual([]);
    });
  },
);
