import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import { type Barcode, picture } from '#e2e/rig/video.ts';
import type { Find } from '#scan/decode/frameRead.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';
import { openNativeReader } from '#scan/decode/nativeReader.ts';
import { openPipeline } from '#scan/decode/pipeline.ts';
import { createScriptReader } from '#scan/decode/scriptReader.ts';
import { createWitness } from '#scan/decode/wasmWitness.ts';
import { normalise } from '#scan/normalise.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import type { Luma, Point } from '#scan/vision/luma.ts';
import { negativeOf } from '#scan/vision/pictures.ts';
import { openReaderOnNode } from './readerOnNode.ts';

// Here the detector is alone: what stands beside it is tried below.
vi.mock('#scan/decode/wasmPipeline.ts', () => ({ openWasmPipeline: () => Promise.reject(new Error('refused')) }));

const reader = await openReaderOnNode();
const rules: ReadingRules = { ...warehouseRules, formats: barcodeFormats, itfLengths: [14] };
const asked: readonly BarcodeFormat[] = [...barcodeFormats];

const lumaOf = (barcode: Barcode): Luma => {
  const { luma, width, height } = picture(barcode);
  return { data: luma, width, height };
};

/** Returns what zxing-wasm is believed to say of a picture, by all of its looks. */
function byWasm(seen: Luma, formats = asked): readonly string[] {
  const witness = createWitness({ ...rules, formats });
  const reads = [...fastPasses(formats), ...ladder(formats)].flatMap((pass) => witness.read(reader, seen, pass));
  return [...new Set(reads.map(({ text }) => text))];
}

afterEach(() => vi.unstubAllGlobals());

/** Puts a detector in the browser's place, which says this of every frame. */
function stubDetector(format: string, rawValue: string, cornerPoints: readonly Point[] = []): void {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e'];
      detect = async () => [{ rawValue, format, cornerPoints }];
    },
  );
}

const frameOf = ({ data, width, height }: Luma): ImageData =>
  ({
    width,
    height,
    data: Uint8ClampedArray.from(Array.from(data).flatMap((grey) => [grey, grey, grey, 255])),
  }) as never;

/** Returns what is made of what the browser's own detector says. */
async function byDetector(format: string, rawValue: string): Promise<Find | undefined> {
  stubDetector(format, rawValue);
  const read = await openNativeReader(['Code128', 'Code39', 'EAN13', 'EAN8', 'UPCA', 'UPCE']);
  return read?.({ width: 100, height: 100, data: new Uint8ClampedArray() } as ImageData);
}

/** The texts that rows of a picture have as Code 128s, each with its corners. */
function rowsOf(seen: Luma): readonly { readonly text: string; readonly corners: readonly Point[] }[] {
  const pass = ladder(['Code128']).find(({ made, ean }) => !made && !ean);
  return reader.read(seen, pass!.options, 24).map(({ text, position }) => {
    const { topLeft, topRight, bottomRight, bottomLeft } = position;
    return { text, corners: [topLeft, topRight, bottomRight, bottomLeft] };
  });
}

interface Row {
  readonly barcode: Barcode;
  /** The symbol's data by its standard. */
  readonly text: string;
  /** As a laser types it: with its identifier (ISO/IEC 15424), and without. */
  readonly laser: readonly string[];
  /** As a detector says it, by its name for the format. */
  readonly detector?: readonly (readonly [format: string, rawValue: string])[];
  /** The script's library reads none. */
  readonly isNotOfScript?: true;
}

const GS = '\u001d';
const GS1 = `010950110153001010LOT12${GS}2177`;
const GS1_SAID = '(01)09501101530010(10)LOT12(21)77';

/** Each symbol is one text, whoever reads it. */
const table: readonly Row[] = [
  {
    barcode: { encoder: 'code128', text: 'D-1001' },
    text: 'D-1001',
    laser: [']C0D-1001', 'D-1001'],
    detector: [['code_128', 'D-1001']],
  },
  { barcode: { encoder: 'gs1-128', text: GS1_SAID }, text: GS1, laser: [`]C1${GS1}`, GS1] },
  {
    barcode: { encoder: 'code39', text: 'S/A-01' },
    text: 'S/A-01',
    laser: [']A0S/A-01', 'S/A-01'],
    detector: [['code_39', 'S/A-01']],
  },
  {
    barcode: { encoder: 'code93', text: 'D-1001', options: { includecheck: true } },
    text: 'D-1001',
    laser: [']G0D-1001', 'D-1001'],
  },
  {
    barcode: { encoder: 'itf14', text: '09501101530010' },
    text: '09501101530010',
    laser: [']I109501101530010', '09501101530010'],
  },
  {
    barcode: { encoder: 'ean13', text: '9501101530010' },
    text: '9501101530010',
    laser: [']E09501101530010', '9501101530010'],
    detector: [['ean_13', '9501101530010']],
  },
  {
    barcode: { encoder: 'ean8', text: '95200002' },
    text: '95200002',
    laser: [']E495200002', '95200002'],
    detector: [['ean_8', '95200002']],
  },
  {
    barcode: { encoder: 'upca', text: '012345678905' },
    text: '012345678905',
    laser: [']E00012345678905', '012345678905'],
    detector: [
      ['upc_a', '012345678905'],
      ['upc_a', '0012345678905'],
      ['ean_13', '0012345678905'],
    ],
  },
  {
    // A laser that names it gives the UPC-A that it is short for: what it has printed is not in that.
    barcode: { encoder: 'upce', text: '01234565' },
    text: '01234565',
    laser: ['01234565'],
    detector: [['upc_e', '01234565']],
    isNotOfScript: true,
  },
  ...['databaromni', 'databartruncated', 'databarlimited'].map((encoder): Row => ({
    barcode: { encoder, text: '(01)09501101530010' },
    text: '0109501101530010',
    laser: [']e00109501101530010', '0109501101530010'],
    isNotOfScript: true,
  })),
  {
    barcode: { encoder: 'databarexpanded', text: GS1_SAID },
    text: GS1,
    laser: [`]e0${GS1}`, GS1],
    isNotOfScript: true,
  },
  { barcode: { encoder: 'qrcode', text: 'S-05-A' }, text: 'S-05-A', laser: [']Q1S-05-A', 'S-05-A'] },
  { barcode: { encoder: 'datamatrix', text: 'S-05-A' }, text: 'S-05-A', laser: [']d1S-05-A', 'S-05-A'] },
  { barcode: { encoder: 'gs1datamatrix', text: GS1_SAID }, text: GS1, laser: [`]d2${GS1}`, GS1] },
  { barcode: { encoder: 'pdf417', text: 'D-1001-AB' }, text: 'D-1001-AB', laser: [']L0D-1001-AB', 'D-1001-AB'] },
  { barcode: { encoder: 'azteccode', text: 'D-1001' }, text: 'D-1001', laser: [']z0D-1001', 'D-1001'] },
];

const nameOf = ({ barcode }: Row): string => barcode.encoder;

test.each(table.map((row) => [nameOf(row), row] as const))('a %s by WebAssembly', (_, { barcode, text }) => {
  expect(byWasm(lumaOf(barcode))).toEqual([text]);
});

test.each(table.filter((row) => !row.isNotOfScript).map((row) => [nameOf(row), row] as const))(
  'a %s by script',
  (_, { barcode, text }) => {
    expect(createScriptReader(asked)(lumaOf(barcode))?.text).toBe(text);
  },
);

test.each(table.flatMap((row) => row.laser.map((typed) => [nameOf(row), typed, row.text] as const)))(
  'a %s by a laser: %j',
  (_, typed, text) => {
    expect(normalise(typed)?.text).toBe(text);
  },
);

test.each(table.flatMap((row) => (row.detector ?? []).map((said) => [nameOf(row), ...said, row.text] as const)))(
  'a %s by the browser’s own detector, as %s %s',
  async (_, format, rawValue, text) => {
    expect((await byDetector(format, rawValue))?.text).toBe(text);
  },
);

test.each(['databarstacked', 'databarstackedomni'])('a %s is its 01 and GTIN, or nothing', (encoder) => {
  const texts = byWasm(lumaOf({ encoder, text: '(01)98765432109879' }));
  expect(texts.filter((text) => text !== '0198765432109879')).toEqual([]);
});

const codablocks = [
  { text: 'D-1001-AB S-01-C 4711 and more', options: { columns: 4 } },
  { text: 'D-1001+S-01-C', options: { columns: 4 } },
  { text: '012345678901234567890123456789', options: { columns: 6 } },
  { text: 'lower case, and UPPER\tCASE', options: { columns: 8 } },
] as const;

describe.each(codablocks)('Codablock F of $text is no code', ({ text, options }) => {
  const barcode = { encoder: 'codablockf', text, options };

  test('by WebAssembly', () => {
    expect(byWasm(lumaOf(barcode), ['Code128'])).toEqual([]);
    expect(byWasm(negativeOf(lumaOf(barcode)), ['Code128'])).toEqual([]);
  });

  test('by script', () => {
    expect(createScriptReader(['Code128'])(lumaOf(barcode))).toBeUndefined();
  });

  test('by the browser’s own detector, whichever corner is its first', async () => {
    const seen = lumaOf(barcode);
    const rows = rowsOf(seen);
    expect(rows.length).toBeGreaterThan(1);
    for (const { text: said, corners } of rows) {
      stubDetector('code_128', said, [...corners.slice(2), ...corners.slice(0, 2)]);
      const look = await openPipeline({ ...warehouseRules, formats: ['Code128'] });
      for (let frame = 0; frame < 8; frame += 1) expect((await look(frameOf(seen))).reads).toEqual([]);
    }
  });
});

test('a Code 128 by the browser’s own detector is read, with its corners', async () => {
  const seen = lumaOf({ encoder: 'code128', text: '+01-C' });
  const [row] = rowsOf(seen);
  stubDetector('code_128', '+01-C', row?.corners);
  const look = await openPipeline({ ...warehouseRules, formats: ['Code128'] });
  expect((await look(frameOf(seen))).reads).toMatchObject([{ text: '+01-C', decoder: 'native' }]);
});

test('a Code 128 whose first letter could be the number of a row is read', () => {
  for (const text of ['+01-C', 'cD-10', '4301-A', 'S-01-A', 'D-1001', '43234567890123'])
    expect(byWasm(lumaOf({ encoder: 'code128', text }), ['Code128'])).toEqual([text]);
});
