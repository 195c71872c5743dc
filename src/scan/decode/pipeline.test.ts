import { expect, test, vi } from 'vitest';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { isMatrix } from '#scan/code/matrix.ts';
import { warehouseRules } from './formats.ts';
import { openPipeline } from './pipeline.ts';

/** The state of zxing-wasm, and what the others say of the one picture there is. */
const says = vi.hoisted(() => ({
  wasm: undefined as string | undefined,
  script: undefined as string | undefined,
  hasWasm: false,
  hasScript: true,
  format: 'QRCode',
}));

vi.mock('./lumaReader.ts', () => ({
  createLumaReader: () => async () => ({ data: new Uint8Array(1), width: 1, height: 1 }),
}));
vi.mock('./nativeReader.ts', () => ({
  openNativeReader: async () => async () => {
    const { format } = says;
    return { format, symbology: format, text: 'D-1001-FIRST-', corners: [] };
  },
}));
vi.mock('./wasmPipeline.ts', () => ({
  openWasmPipeline: async () => {
    if (!says.hasWasm) throw new Error('refused');
    return () => ({ reads: says.wasm === undefined ? [] : [{ text: says.wasm }], laps: 1 });
  },
}));
vi.mock('./scriptReader.ts', () => ({
  createScriptReader: (formats: readonly string[]) => {
    if (!says.hasScript) throw new Error('no chunk');
    return () =>
      says.script !== undefined && formats.includes(says.format)
        ? { format: says.format, symbology: says.format, text: says.script, corners: [] }
        : undefined;
  },
}));

/** Returns what ten frames of one picture are read as. */
async function textsOf(more: Partial<typeof says>): Promise<readonly string[]> {
  Object.assign(says, { wasm: undefined, script: undefined, hasWasm: false, hasScript: true }, more);
  const look = await openPipeline({ ...warehouseRules, formats: barcodeFormats });
  const texts = new Set<string>();
  for (let frame = 0; frame < 10; frame += 1)
    for (const { text } of (await look({} as ImageData)).reads) texts.add(text);
  return [...texts];
}

const squares = barcodeFormats.filter(isMatrix);

test.each(squares)('a %s that only the browser’s detector reads may be a part, and is no code', async (format) => {
  expect(await textsOf({ format, hasWasm: true })).toEqual([]);
  expect(await textsOf({ format })).toEqual([]);
  expect(await textsOf({ format, hasScript: false })).toEqual([]);
});

test.each(squares)(
  'a %s is what the decoder beside the detector reads, with and without WebAssembly',
  async (format) => {
    expect(await textsOf({ format, hasWasm: true, wasm: 'WHOLE' })).toEqual(['WHOLE']);
    expect(await textsOf({ format, script: 'WHOLE' })).toEqual(['WHOLE']);
  },
);

test.each(['Code128', 'EAN13'])('a %s is read by the detector alone', async (format) => {
  expect(await textsOf({ format, hasWasm: true })).toEqual(['D-1001-FIRST-']);
  expect(await textsOf({ format })).toEqual(['D-1001-FIRST-']);
  expect(await textsOf({ format, hasScript: false })).toEqual(['D-1001-FIRST-']);
});
