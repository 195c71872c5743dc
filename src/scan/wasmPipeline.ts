import type { FrameRead } from './frameRead.ts';
import { type Duty, createDuty } from './duty.ts';
import { type ReadingRules, formatsOf, isMatrix } from './formats.ts';
import type { Luma } from './luma.ts';
import { type Pass, confirmations, fastPasses, ladder } from './passes.ts';
import { type WasmFind, findOf } from './wasmFind.ts';
import { type WasmReader, openWasmReader } from './wasmReader.ts';

/** Looks at grey pictures with zxing-wasm. */
export interface WasmPipeline {
  look(picture: Luma): FrameRead | undefined;
  /** How often a picture without a code has been tried in every way. */
  readonly laps: number;
}

/** How often WebAssembly may fall over before it is given up. */
const FALLS = 3;

/**
 * The fast passes on every frame and, where they miss, one more of the ladder while there is time for it. What bars say
 * is asked once more of the same frame in another way, for a row of bars is easily misread: a still picture repeats its
 * misread, another view of it does not.
 *
 * @throws Error where WebAssembly is refused or does not come.
 */
export async function openWasmPipeline(rules: ReadingRules): Promise<WasmPipeline> {
  const formats = formatsOf(rules);
  let reader = await openWasmReader();
  let falls = 0;
  let reopening: Promise<void> | undefined;
  const fast = fastPasses(formats);
  const duty: Duty<Pass> = createDuty(ladder(formats));

  const attempt = (picture: Luma, pass: Pass): FrameRead | undefined => readBy(reader, picture, pass, rules);

  function lookWith(picture: Luma, passes: readonly Pass[]): FrameRead | undefined {
    for (const pass of passes) {
      const read = attempt(picture, pass);
      if (read) return read;
    }
    return undefined;
  }

  function lookOnce(picture: Luma): FrameRead | undefined {
    const startMs = performance.now();
    const read = lookWith(picture, fast);
    if (read?.trust === 'sure') return read;
    const fastMs = performance.now();
    const pass = duty.next(fastMs - startMs);
    if (!pass) return read;
    const more = attempt(picture, pass);
    duty.tried(pass, performance.now() - fastMs, more !== undefined);
    return more ?? read;
  }

  /** A frame on which WebAssembly falls over is a frame without a code, and the next one has a new reader. */
  function guarded(look: () => FrameRead | undefined): FrameRead | undefined {
    if (reopening) return undefined;
    try {
      return look();
    } catch (error) {
      falls += 1;
      if (falls > FALLS) throw error;
      reopening = openWasmReader().then((next) => {
        reader = next;
        reopening = undefined;
      });
      return undefined;
    }
  }

  return {
    look: (picture) => guarded(() => lookOnce(picture)),
    get laps() {
      return duty.laps;
    },
  };
}

function readBy(reader: WasmReader, picture: Luma, pass: Pass, rules: ReadingRules): FrameRead | undefined {
  const find = findBy(reader, picture, pass, rules);
  if (!find) return undefined;
  const { format, text, symbology } = find;
  const read = { format, text, symbology, decoder: 'wasm', pass: pass.witness } as const;
  if (provesItself(find, pass)) return { ...read, trust: 'sure' };
  const degrees = pass.degrees ?? find.degrees;
  const second = isMatrix(format)
    ? undefined
    : confirmations(format, degrees, pass.witness, find.isInverted).find((other) => {
        const said = findBy(reader, picture, other, rules);
        return said?.text === text && said.symbology === symbology;
      });
  return second ? { ...read, trust: 'sure', pass: `${pass.witness}, ${second.witness}` } : { ...read, trust: 'agree' };
}

/** Error correction proves a read; so do the checksums of Code 128 and 93, unless the picture was sharpened for it. */
function provesItself({ format, isWeak }: WasmFind, { witness }: Pass): boolean {
  if (isMatrix(format)) return !isWeak;
  return (format === 'Code128' || format === 'Code93') && witness === 'plain';
}

/** A part of a longer ITF is often found first and hides the whole one: then it is looked for among more. */
const MOST = 8;

function findBy(
  reader: WasmReader,
  picture: Luma,
  { look, made }: Pass,
  { formats, itfLengths }: ReadingRules,
): WasmFind | undefined {
  const seen = made ? made(picture) : picture;
  if (seen.width < 2 || seen.height < 1) return undefined;
  const finds = (most: number): readonly WasmFind[] =>
    reader.read(seen, look, most).flatMap((result) => findOf(result, formats) ?? []);
  const isMeant = ({ format, text }: WasmFind): boolean => format !== 'ITF' || itfLengths.includes(text.length);
  const [first] = finds(1);
  return !first || isMeant(first) ? first : finds(MOST).find(isMeant);
}
