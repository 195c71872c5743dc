import { correctsItself, isMatrix } from '#scan/code/matrix.ts';
import type { Luma, Point } from '#scan/vision/luma.ts';
import { confirmations } from '#scan/vision/passes.ts';
import { witnessOf } from '#scan/vision/witnesses.ts';
import { isCodablockAt } from './codablock.ts';
import type { Find, FrameRead } from './frameRead.ts';
import type { CameraFrame, Seen } from './messages.ts';
import { type ReadingRules, formatsOf } from './formats.ts';
import { type LumaReader, createLumaReader } from './lumaReader.ts';
import { openNativeReader } from './nativeReader.ts';
import { openWasmPipeline } from './wasmPipeline.ts';

/** Looks at one frame after the other. Runs in the worker. */
export type Pipeline = (frame: CameraFrame) => Promise<Seen>;

/** Opens the best decoder there is for what `rules` ask for. @throws Error where none can be loaded. */
export async function openPipeline(rules: ReadingRules): Promise<Pipeline> {
  const wasm = await openWasmPipeline(rules).catch(() => undefined);
  const native = await openNativeReader(formatsOf(rules)).catch(() => undefined);
  const lumaOf = createLumaReader();
  if (native) {
    const squares = { ...rules, formats: rules.formats.filter(isMatrix), itfLengths: [] };
    return nativePipeline(native, wasm ?? (await openScript(squares).catch(() => undefined)), lumaOf);
  }
  const read = wasm ?? (await openScript(rules));
  return async (frame) => read(await lumaOf(frame));
}

type Read = (picture: Luma) => Seen;

async function openScript(rules: ReadingRules): Promise<Read> {
  const { createScriptReader } = await import('./scriptReader.ts');
  const read = createScriptReader(formatsOf(rules));
  const readsOf = (picture: Luma): readonly FrameRead[] => {
    const found = read(picture);
    if (!found || (found.format === 'ITF' && !rules.itfLengths.includes(found.text.length))) return [];
    const first = { ...found, decoder: 'script', pass: 'script' } as const;
    if (correctsItself(found.format) || found.format === 'Code128') return [{ ...first, trust: 'sure' }];
    const code = { ...found, long: 0 }; // small, for all that is known here
    const second = confirmations([found.format], 0, false).find(
      (pass) => pass.made && witnessOf(code, pass) !== 'plain' && read(pass.made(picture))?.text === found.text,
    );
    return [second ? { ...first, trust: 'sure', pass: `script, ${second.witness}` } : { ...first, trust: 'agree' }];
  };
  return (picture) => ({ reads: readsOf(picture), laps: 1 }); // it has one way to look
}

/** In so many frames zxing-wasm has had its thorough passes too. */
const FRAMES_ALONE = 5;

/**
 * Makes a pipeline in which the browser's own detector looks first, and zxing-wasm, or for squares the script, at what it has seen or missed: those
 * know of FNC1, and their checks are known. What only the detector reads is a witness when it is seen first and another
 * one some frames later; an ITF or squares of its own are none, for a part reads as a whole one.
 */
function nativePipeline(
  detect: (frame: CameraFrame) => Promise<Find | undefined>,
  read: Read | undefined,
  lumaOf: LumaReader,
): Pipeline {
  let isBroken = false;
  let alone: { readonly text: string; frames: number } = { text: '', frames: 0 };
  return async (frame) => {
    const picture = await lumaOf(frame);
    const find = isBroken
      ? undefined
      : await detect(frame).catch(() => {
          isBroken = true; // a detector without its service refuses every frame
          return undefined;
        });
    const checked = read?.(picture) ?? { reads: [], laps: 1 };
    // It says of no square whether it is a part of a code, nor in which letters it is.
    if (checked.reads.length > 0 || !find || find.format === 'ITF' || isMatrix(find.format)) return checked;
    if (isCodablockRead(picture, find)) return checked;
    if (find.text !== alone.text) alone = { text: find.text, frames: 0 };
    alone.frames += 1;
    const pass = alone.frames > FRAMES_ALONE ? 'native again' : 'native';
    return { reads: [{ ...find, trust: 'agree', decoder: 'native', pass }], laps: checked.laps };
  };
}

/** Tells whether the detector has taken a row of Codablock F for a Code 128, whichever of its corners is the first. */
function isCodablockRead({ width, height, ...picture }: Luma, { format, text, corners }: Find): boolean {
  if (format !== 'Code128' || corners.length !== 4) return false;
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * width, y: y * height })) as [Point, Point, Point, Point];
  const seen = { ...picture, width, height };
  return [
    { topLeft: a, topRight: b, bottomRight: c, bottomLeft: d },
    { topLeft: c, topRight: d, bottomRight: a, bottomLeft: b },
  ].some((one) => isCodablockAt(seen, text, one));
}
