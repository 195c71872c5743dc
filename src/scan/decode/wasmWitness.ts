import type { FrameRead } from './frameRead.ts';
import { type ReadingRules, correctsItself } from './formats.ts';
import { createItfGuard } from './itfGuard.ts';
import type { Luma } from './luma.ts';
import { type Pass, confirmations, everyItf } from './passes.ts';
import { type WasmFind, eanFind, findOf } from './wasmFind.ts';
import type { WasmReader } from './wasmReader.ts';

/** A part of a longer ITF is often found first and hides the whole one: then it is looked for among more. */
const MOST = 8;

/**
 * Looks at a picture in one way and, where that alone proves little, once more in another: a row of bars is easily
 * misread, and a still picture repeats its misread, but another view of it does not.
 */
export function createWitness(
  rules: ReadingRules,
): (reader: WasmReader, picture: Luma, pass: Pass) => readonly FrameRead[] {
  const { formats, itfLengths } = rules;
  const guard = createItfGuard();

  function findsBy(reader: WasmReader, picture: Luma, { look, made, ean }: Pass, most: number): readonly WasmFind[] {
    if (ean) return [ean(picture)].flatMap((said) => (said ? (eanFind(said, formats, picture) ?? []) : []));
    const seen = made ? made(picture) : picture;
    if (seen.width < 2 || seen.height < 1) return [];
    const finds = reader.read(seen, look, most).flatMap((result) => findOf(result, formats, picture, seen) ?? []);
    for (const { format, text } of finds) if (format === 'ITF') guard.note(text);
    return finds;
  }

  const isMeant = ({ format, text }: WasmFind): boolean =>
    format !== 'ITF' || (itfLengths.includes(text.length) && !guard.isPart(text));

  function findBy(reader: WasmReader, picture: Luma, pass: Pass): WasmFind | undefined {
    const [first] = findsBy(reader, picture, pass, 1);
    if (first?.format !== 'ITF') return first;
    // The whole one is noted before a part of it is taken for a code of its own.
    const all = [first, ...findsBy(reader, picture, pass, MOST), ...findsBy(reader, picture, everyItf, MOST)];
    return all.find(isMeant);
  }

  return (reader, picture, pass) => {
    const find = findBy(reader, picture, pass);
    if (!find) return [];
    const { format, text, symbology, corners } = find;
    const read = { format, text, symbology, corners, decoder: 'wasm', pass: pass.witness } as const;
    if (provesItself(find, pass)) return [{ ...read, trust: 'sure' }];
    const others = confirmations(format, pass.along ?? find.degrees, pass.witness, find.isInverted);
    const second = others.find((other) => {
      const [said] = findsBy(reader, picture, other, 1);
      return said?.text === text && said.symbology === symbology;
    });
    if (!isMeant(find)) return []; // one of them has read more of it
    return [
      second ? { ...read, trust: 'sure', pass: `${pass.witness}, ${second.witness}` } : { ...read, trust: 'agree' },
    ];
  };
}

/** Error correction proves a read, but that of a PDF417; so do the checksums of Code 128 and 93 in the picture as it came. */
function provesItself({ format, isWeak }: WasmFind, { made, ean }: Pass): boolean {
  if (ean) return true; // its rows have agreed
  if (correctsItself(format)) return !isWeak;
  return (format === 'Code128' || format === 'Code93') && !made;
}
