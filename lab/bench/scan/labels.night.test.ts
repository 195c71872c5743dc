import { expect, test } from 'vitest';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import { eanOf } from '#scan/vision/eanFit.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import { createWitness } from '#scan/decode/wasmWitness.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';
import { HEIGHT, type Seen, WIDTH, drawLabel } from './labelScene.ts';
import { openReaderOnNode } from './readerOnNode.ts';

const reader = await openReaderOnNode();

/** Returns what the passes believe of a label, tried one after the other. */
function read(encoder: string, text: string, seen: Partial<Seen>): string | undefined {
  const data = drawLabel(labelOf({ encoder, text }), { ...usual, ...seen }, 42);
  const witness = createWitness({ ...warehouseRules, formats: barcodeFormats, itfLengths: [10] });
  for (const pass of [...fastPasses(barcodeFormats), ...ladder(barcodeFormats)]) {
    const [said] = witness.read(reader, { data, width: WIDTH, height: HEIGHT }, pass);
    if (said?.trust === 'sure') return said.text;
  }
  return undefined;
}

test.each<[what: string, encoder: string, text: string, seen: Partial<Seen>]>([
  ['a PDF417 that is turned', 'pdf417', 'A7K2M9QXA7K2M9', { turned: 30 }],
  ['a PDF417 that is turned further', 'pdf417', 'A7K2M9QXA7K2M9', { turned: 60 }],
  ['a blurred QR code', 'qrcode', 'A7K2M9QXA7K2M9', { blur: 1.5 }],
  ['a blurred Aztec code', 'azteccode', 'A7K2M9QXA7K2M9', { blur: 1.5 }],
  ['bars in noise', 'ean13', '5901234123457', { noise: 20 }],
  ['an EAN of a pixel and a bit for each module', 'ean13', '5901234123457', { module: 1.2 }],
  ['a Code 39 whose six letters could be an Italian pharmacy’s code', 'code39', 'JJR3ND', {}],
  ['a Code 39 aslant on a bottle', 'code39', 'A7K2M9QX', { curved: 50, turned: 20 }],
])('%s is read', (_, encoder, text, seen) => {
  expect(read(encoder, text, seen)).toBe(text);
});

test.each<[text: string, module: number, turned: number, seed: number]>([
  ['6356201591194', 1.3662, 0, 52003],
  ['9547271440858', 1.8072, 0.3, 41001],
  ['9547271440858', 1.8216, 0, 41003],
  ['2858827111359', 1.8, -2, 54000],
  ['2858827111359', 1.8216, -2, 54003],
  ['1915660499882', 1.8216, 0, 73003],
])(
  'the small EAN %s of %f pixels a module is never read as another, however many looks misread it',
  (text, module, turned, seed) => {
    const size = { width: 320, height: 200 };
    const data = drawLabel(labelOf({ encoder: 'ean13', text }), { ...usual, module, turned }, seed, size);
    const witness = createWitness(warehouseRules);
    for (const pass of fastPasses(warehouseRules.formats)) {
      const believed = witness.read(reader, { ...size, data }, pass).filter(({ trust }) => trust === 'sure');
      expect(believed.filter((one) => one.text !== text)).toEqual([]);
    }
  },
);

/** Returns what the fit reads of a retail label. */
function fitted(encoder: string, text: string, seen: Partial<Seen>, seed: number): string | undefined {
  const size = { width: 320, height: 200 };
  return eanOf({ ...size, data: drawLabel(labelOf({ encoder, text }), { ...usual, ...seen }, seed, size) })?.text;
}

test.each<[text: string, module: number, turned: number, blur: number, seed: number]>([
  ['838809121561', 1.4959501051343977, -0.14810268580913544, 0.9964943822938949, 390_176],
  ['034723068375', 1.354802586743608, -1.2107239407487214, 0.9908906592987479, 424_301],
  ['867844501311', 1.60122350086458, 1.1924440464936197, 1.194910978898406, 660_607],
  ['777382255785', 1.6432688682340084, 1.7466414864175022, 1.1379628853872419, 916_074],
])(
  'the fit takes the UPC-A %s of %f pixels a module for no other, on which several rows agree',
  (text, module, turned, blur, seed) => {
    expect([undefined, `0${text}`]).toContain(fitted('upca', text, { module, turned, blur }, seed));
  },
);

const far = randomOf(6);
const small = Array.from({ length: 300 }, (_, at) => {
  const { encoder, text } = barcodeOf(at % 2 === 0 ? 'EAN13' : 'UPCA', far);
  const [module, turned, blur] = [1.2 + 0.6 * far.next(), 6 * far.next() - 3, 0.8 + 0.4 * far.next()];
  return { encoder, text, seen: { module, turned, blur }, seed: far.whole(1, 1_000_000) };
});

test.each([0, 50, 100, 150, 200, 250])(
  'of small and blurred retail labels by seed, 50 from number %i on, the fit reads most, and none wrong',
  (from) => {
    const said = small.slice(from, from + 50).map(({ encoder, text, seen, seed }) => {
      return { text: text.padStart(13, '0'), fit: fitted(encoder, text, seen, seed) };
    });
    const fits = said.filter(({ fit }) => fit !== undefined);
    expect(fits.filter(({ text, fit }) => fit !== text)).toEqual([]);
    expect(fits.length).toBeGreaterThan(25);
  },
);
