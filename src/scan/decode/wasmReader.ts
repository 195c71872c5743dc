import {
  CHARACTER_SETS,
  type ZXingReadResult,
  type ZXingReaderModule,
  type ZXingReaderOptions,
  prepareZXingModule,
} from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { Luma } from '#scan/vision/luma.ts';
import type { ReadOptions } from '#scan/vision/passes.ts';

/** The part of the module that is called: its own types stand on Emscripten's globals. */
interface Module {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  readBarcodesFromPixmap(at: number, width: number, height: number, options: ZXingReaderOptions): ResultVector;
}

interface ResultVector {
  size(): number;
  get(index: number): ZXingReadResult | undefined;
  /** Gives the memory back, which is WebAssembly's and not ours. */
  delete(): void;
}

/** A Code 39 as printed (the library's own guess rewrites `/N`), and GS1 DataBar in one row. */
const variants: Readonly<Partial<Record<BarcodeFormat, string>>> = {
  Code39: 'Code39Std',
  DataBar: 'DataBarOmni,DataBarLtd,DataBarExp',
};

/** The library's number for bytes as they are: what they mean is for `squaresText`. */
const BINARY = CHARACTER_SETS.indexOf('BINARY');

/** Those that are asked for, in the library's order. */
const binarizers: readonly ReadOptions['binarizer'][] = ['LocalAverage', 'GlobalHistogram'];

/** zxing-wasm with one picture's room in its memory. */
export interface WasmReader {
  /** Looks at a picture. @param most - codes at most. @returns the codes found. @throws what WebAssembly throws: this reader is not to be used again then. */
  read(picture: Luma, options: ReadOptions, most?: number): readonly ZXingReadResult[];
}

/**
 * Opens the worker's one reader, loaded from this origin by the first call.
 *
 * @param fallen - one that threw: another one takes its place.
 * @throws Error where WebAssembly is refused or the file does not come.
 */
export const openWasmReader = keepReader();

function keepReader(): (fallen?: WasmReader) => Promise<WasmReader> {
  let last: Promise<WasmReader> | undefined;
  return async (fallen) => {
    const before = await last?.catch(() => undefined); // the next one may have a network
    if (before && before !== fallen) return before;
    last = loadWasmReader();
    return last;
  };
}

async function loadWasmReader(): Promise<WasmReader> {
  const module = await prepareZXingModule({
    overrides: { locateFile: () => wasmUrl },
    equalityFn: () => false, // one that fell is not to be had again
    fireImmediately: true,
  });
  return readerOf(module);
}

/** Makes a reader on a module that was loaded. */
export function readerOf(loaded: ZXingReaderModule): WasmReader {
  const module = loaded as unknown as Module;
  let room = { at: 0, bytes: 0 };
  let held: Luma | undefined;
  return {
    read(picture, options, most = 1) {
      const { data, width, height } = picture;
      if (data.length > room.bytes) {
        if (room.at !== 0) module._free(room.at);
        room = { at: module._malloc(data.length), bytes: data.length };
      }
      if (held !== picture) module.HEAPU8.set(data, room.at); // one picture is often looked at more than once
      held = picture;
      return listOf(module.readBarcodesFromPixmap(room.at, width, height, optionsOf(options, most)));
    },
  };
}

function listOf(found: ResultVector): readonly ZXingReadResult[] {
  const list = Array.from({ length: found.size() }, (_, index) => found.get(index));
  found.delete();
  return list.filter((one) => one !== undefined);
}

function optionsOf({ formats, binarizer, ...rest }: ReadOptions, most: number): ZXingReaderOptions {
  return {
    ...rest,
    formats: formats.map((format) => variants[format] ?? format).join(','),
    binarizer: binarizers.indexOf(binarizer),
    tryDenoise: false,
    isPure: false,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    maxNumberOfSymbols: most,
    validateOptionalChecksum: false,
    returnErrors: false,
    eanAddOnSymbol: 0, // ignored
    textMode: 0, // plain: FNC1 stays the separator it is
    characterSet: BINARY,
    tryCode39ExtendedMode: false,
  };
}
