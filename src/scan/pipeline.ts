import type { DecoderKind, FrameRead } from './frameRead.ts';
import type { Frame } from './decoder.ts';
import { type BarcodeFormat, type ReadingRules, formatsOf } from './formats.ts';
import { type Luma, lumaOf } from './luma.ts';
import { trustOf } from './trust.ts';
import { wasmRead } from './wasmRead.ts';
import { type Look, type WasmReader, openWasmReader } from './wasmReader.ts';

/** Looks at one frame after the other. Runs in the worker. */
export interface Pipeline {
  readonly kind: DecoderKind;
  look(frame: Frame): Promise<FrameRead | undefined>;
}

/** The best decoder there is for what `rules` ask for. @throws Error where none can be loaded. */
export async function openPipeline(rules: ReadingRules): Promise<Pipeline> {
  const formats = formatsOf(rules);
  try {
    return wasmPipeline(await openWasmReader(), formats);
  } catch {
    return scriptPipeline(formats); // WebAssembly is refused
  }
}

const fast: Omit<Look, 'formats'> = {
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  minLineCount: 2,
  binarizer: 'LocalAverage',
};
const thorough: Omit<Look, 'formats'> = {
  ...fast,
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
};

function wasmPipeline(reader: WasmReader, formats: readonly BarcodeFormat[]): Pipeline {
  let frames = 0;
  return {
    kind: 'wasm',
    async look(frame) {
      const picture = await lumaOf(frame);
      frames += 1;
      const first = reader.read(picture, { ...fast, formats });
      if (first) return wasmRead(first, formats, 'fast');
      const second = frames % 4 === 1 ? reader.read(picture, { ...thorough, formats }) : undefined;
      return second && wasmRead(second, formats, 'thorough');
    },
  };
}

async function scriptPipeline(formats: readonly BarcodeFormat[]): Promise<Pipeline> {
  const { createScriptReader } = await import('./scriptReader.ts');
  const read = createScriptReader(formats);
  return {
    kind: 'script',
    async look(frame) {
      const picture: Luma = await lumaOf(frame);
      const found = read(picture);
      return found && { ...found, trust: trustOf(found.format, found.text), decoder: 'script', pass: 'script' };
    },
  };
}
