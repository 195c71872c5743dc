import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { type WasmReader, readerOf } from '#scan/decode/wasmReader.ts';

/** Opens the camera's WebAssembly reader in Node, which has no address for a file of the build. */
export async function openReaderOnNode(): Promise<WasmReader> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const module = await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(wasm).buffer },
    fireImmediately: true,
  });
  return readerOf(module);
}
