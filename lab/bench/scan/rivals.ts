/// <reference types="vite/client" />
import { ZBarConfigType, ZBarSymbolType, getDefaultScanner, scanImageData } from '@undecaf/zbar-wasm';
import { BrowserMultiFormatReader } from '@zxing/browser';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import type { Said } from './lap.ts';

/** Decoder that the product is measured against, each as it comes: all formats, and everything that it tries by itself. */
export type Rival = 'wasm' | 'zbar' | 'browser';

const browserReader = new BrowserMultiFormatReader();
console.warn = () => undefined; // it names each of its readers that finds nothing
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const ways: Readonly<Record<Rival, (canvas: HTMLCanvasElement) => Promise<readonly string[]>>> = {
  async wasm(canvas) {
    const found = await readBarcodes(pixelsOf(canvas), { formats: [...barcodeFormats] });
    return found.flatMap(({ text, extra }) => [text, ...(/"UPCE":"(\d+)"/u.exec(extra) ?? []).slice(1)]);
  },
  async zbar(canvas) {
    const scanner = await getDefaultScanner();
    scanner.setConfig(ZBarSymbolType.ZBAR_UPCE, ZBarConfigType.ZBAR_CFG_ENABLE, 1); // else it gives one as an EAN-13
    const found = await scanImageData(pixelsOf(canvas), scanner);
    scanner.destroy();
    return found.map((symbol) => symbol.decode());
  },
  browser(canvas) {
    try {
      return Promise.resolve([browserReader.decodeFromCanvas(canvas).getText()]);
    } catch {
      return Promise.resolve([]); // nothing found, or its reader stumbled: it says nothing
    }
  },
};

/** Shows a picture to one of them. */
export async function lookBy(rival: Rival, canvas: HTMLCanvasElement): Promise<Said> {
  const startMs = performance.now();
  const texts = await ways[rival](canvas);
  return { texts, ms: performance.now() - startMs };
}

/** A canvas's colours. */
export function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
