import type { Find, FrameRead } from './frameRead.ts';
import type { Frame, Seen } from './messages.ts';
import { type ReadingRules, correctsItself, formatsOf, isMatrix } from './formats.ts';
import { type Luma, type LumaReader, createLumaReader } from './luma.ts';
import { openNativeReader } from './nativeReader.ts';
import { confirmations, witnessOf } from './passes.ts';
import { type WasmPipeline, openWasmPipeline } from './wasmPipeline.ts';

/** Looks at one frame after the other. Runs in the worker. */
export type Pipeline = (frame: Frame) => Promise<Seen>;

/** The best decoder there is for what `rules` ask for. @throws Error where none can be loaded. */
export async function openPipeline(rules: ReadingRules): Promise<Pipeline> {
  const wasm = await openWasmPipeline(rules).catch(() => undefined);
  const native = await openNativeReader(formatsOf(rules)).catch(() => undefined);
  const lumaOf = createLumaReader();
  if (native) return nativePipeline(native, wasm, lumaOf);
  return wasm ? async (frame) => wasm(await lumaOf(frame)) : scriptOnly(rules, lumaOf);
}

async function scriptOnly(rules: ReadingRules, lumaOf: LumaReader): Promise<Pipeline> {
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
  return async (frame) => ({ reads: readsOf(await lumaOf(frame)), laps: 1 }); // it has one way to look
}

/** In so many frames zxing-wasm has had its thorough passes too. */
const FRAMES_ALONE = 5;

/**
 * The browser's own detector looks first, and zxing-wasm at what it has seen or missed: that knows of FNC1, and its
 * checks are known. What only the detector reads is a witness when it is seen first and another one some frames later;
 * an ITF or squares of its own are none, for a part reads as a whole one.
 */
function nativePipeline(
  detect: (frame: Frame) => Promise<Find | undefined>,
  wasm: WasmPipeline | undefined,
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
    const checked = wasm?.(picture) ?? { reads: [], laps: 1 };
    if (checked.reads.length > 0 || !find || find.format === 'ITF') return checked;
    // It says of no square whether it is a part of a code, nor in which letters it is: only where it alone is there.
    if (wasm && isMatrix(find.format)) return checked;
    if (find.text !== alone.text) alone = { text: find.text, frames: 0 };
    alone.frames += 1;
    const pass = alone.frames > FRAMES_ALONE ? 'native again' : 'native';
    return { reads: [{ ...find, trust: 'agree', decoder: 'native', pass }], laps: checked.laps };
  };
}
