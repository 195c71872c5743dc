import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BinaryBitmap, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } from '@zxing/library';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Grey } from './videoScene.ts';

/** A decoder that takes its time: it says what a frame can tell, whatever the machine is like. */
export interface OfflineDecoder {
  readonly name: 'zxing-wasm' | '@zxing/library';
  /** Everything it reads in the picture. */
  read(grey: Grey): Promise<readonly string[]>;
}

/** zxing-wasm and @zxing/library, both as they come. */
export async function offlineDecoders(): Promise<readonly OfflineDecoder[]> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return [
    {
      name: 'zxing-wasm',
      async read({ luma, width, height }) {
        const data = new Uint8ClampedArray(luma.length * 4);
        for (const [at, grey] of luma.entries()) data.fill(grey, at * 4, at * 4 + 3);
        for (let at = 3; at < data.length; at += 4) data[at] = 255;
        const results = await readBarcodes({ data, width, height, colorSpace: 'srgb' });
        return results.filter(({ isValid }) => isValid).map(({ text }) => text);
      },
    },
    {
      name: '@zxing/library',
      async read({ luma, width, height }) {
        const source = new RGBLuminanceSource(new Uint8ClampedArray(luma), width, height);
        try {
          return [
            silently(() => new MultiFormatReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText()),
          ];
        } catch {
          return []; // whatever it stumbles over: it has read nothing
        }
      },
    },
  ];
}

/** It warns of every reader that finds nothing. */
function silently<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}
