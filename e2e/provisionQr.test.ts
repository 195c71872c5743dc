import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { blocksOf, codeDrawing, makeProvisionCode } from '#office/handhelds/provisionCode.ts';

const wish = {
  url: 'https://scanline.warehouse-north.example.org:8443',
  key: 'k'.repeat(40),
  warehouse: '1042',
  language: 'ru',
  scanner: 'enter',
};

/** Reads a picture by the library that the camera's decoder is. @param scale - pixels of a module */
async function read(size: number, isDark: (x: number, y: number) => boolean, scale: number) {
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const grey = isDark(Math.floor(x / scale), Math.floor(y / scale)) ? 30 : 220;
      data.set([grey, grey, grey, 255], (y * side + x) * 4);
    }
  }
  const picture = { data, width: side, height: side, colorSpace: 'srgb' } as ImageData;
  return (await readBarcodes(picture, { formats: ['QRCode'] })).map(({ text }) => text);
}

test('a code with everything in it is small, and the camera’s decoder reads it, drawn and in blocks', async () => {
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const { text } = await makeProvisionCode(wish, Date.now());
  const { size, path } = codeDrawing(text);
  expect(size).toBeLessThanOrEqual(73); // 65 modules and the quiet zone
  const dark = new Set([...path.matchAll(/M(\d+),(\d+)l1,0 0,1 -1,0 0,-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const lines = blocksOf(text)
    .split('\n')
    .map((line) => line.slice('\u001b[97;40m'.length));
  const inBlocks = (x: number, y: number): boolean => {
    const block = lines[Math.floor(y / 2)]?.charAt(x); // what is light in it is drawn
    return block === ' ' || block === (y % 2 === 0 ? '▄' : '▀');
  };
  for (const scale of [3, 5]) {
    expect(await read(size, (x, y) => dark.has(`${x} ${y}`), scale)).toEqual([text]);
    expect(await read(size, inBlocks, scale)).toEqual([text]);
  }
});
