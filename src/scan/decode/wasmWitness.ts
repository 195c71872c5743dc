import { correctsItself, isMatrix } from '#scan/code/matrix.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { type Pass, confirmations, everyItf } from '#scan/vision/passes.ts';
import { witnessOf } from '#scan/vision/witnesses.ts';
import type { FrameRead } from './frameRead.ts';
import type { ReadingRules } from './formats.ts';
import { type WasmFind, eanFind, findOf } from './wasmFind.ts';
import type { WasmReader } from './wasmReader.ts';
import { createSymbolTexts } from './symbolText.ts';

/** Codes of a picture that are read at most. */
const MOST_CODES = 24;
/** Length of a UPC-E: at less all looks together misread it. Set on labels made by seed. */
const LEAST_UPC_E_PX = 66;
/** Different ITF codes that are kept, the latest. */
const KEPT_ITF = 8;

/**
 * Looks at a picture in one way and, where that alone proves little, once more in another: a row of bars is easily
 * misread, and a still picture repeats its misread, but another view of it does not. A code that was proved is proved
 * until it is forgotten.
 */
export function createWitness(rules: ReadingRules) {
  const { formats, itfLengths } = rules;
  const guard = createItfGuard();
  const symbols = createSymbolTexts(rules);
  /** By code, the passes that have proved it. */
  const proved = new Map<string, string>();

  function findsBy(
    reader: WasmReader,
    picture: Luma,
    { options, made, ean, isInverted }: Pass,
    most: number,
  ): readonly WasmFind[] {
    if (ean) return [ean(picture)].flatMap((said) => (said ? (eanFind(said, formats, picture) ?? []) : []));
    const seen = made ? made(picture) : picture;
    if (seen.width < 2 || seen.height < 1) return [];
    const results = reader.read(seen, options, most);
    symbols.note(results);
    const finds = results.flatMap((result) => {
      const said = symbols.textOf(result);
      const find = said && findOf(result, said, formats, picture, seen);
      return find ? { ...find, isInverted: find.isInverted || isInverted === true } : [];
    });
    for (const { format, text } of finds) if (format === 'ITF') guard.note(text);
    return finds;
  }

  function isMeant({ format, text, long }: WasmFind): boolean {
    if (format === 'UPCE') return long > LEAST_UPC_E_PX;
    return format !== 'ITF' || (itfLengths.includes(text.length) && !guard.isPart(text));
  }

  /** Returns the codes that a pass reads, each once. */
  function codesBy(reader: WasmReader, picture: Luma, pass: Pass): readonly WasmFind[] {
    const finds = [...findsBy(reader, picture, pass, MOST_CODES)];
    // A part of a longer ITF is often found first and hides the whole one, which is noted before the part is taken.
    if (finds.some(({ format }) => format === 'ITF')) finds.push(...findsBy(reader, picture, everyItf, MOST_CODES));
    const keys = finds.map(keyOf);
    return finds.filter((find, at) => keys.indexOf(keys[at]!) === at && isMeant(find));
  }

  /** Looks for codes that prove little in other ways, for all at once, until each was seen in one. */
  function confirm(reader: WasmReader, picture: Luma, pass: Pass, finds: readonly WasmFind[], most: number): void {
    const [{ degrees, isInverted }] = finds as readonly [WasmFind];
    const wanted = [...new Set(finds.map(({ format }) => format))];
    const open = new Set(finds.map(keyOf));
    for (const other of confirmations(wanted, pass.along ?? degrees, isInverted)) {
      const isOther = (find: WasmFind): boolean => witnessOf(find, pass) !== witnessOf(find, other);
      if (!finds.some(isOther)) continue;
      for (const said of findsBy(reader, picture, other, most)) {
        if (isOther(said) && open.delete(keyOf(said))) proved.set(keyOf(said), `${pass.witness}, ${other.witness}`);
      }
      if (open.size === 0) return;
    }
  }

  function read(reader: WasmReader, whole: Luma, pass: Pass): readonly FrameRead[] {
    const picture = pass.isFine === true ? finerOf(whole) : whole;
    const finds = codesBy(reader, picture, pass);
    for (const find of finds) if (provesItself(find, pass)) proved.set(keyOf(find), pass.witness);
    const open = finds.filter((find) => !proved.has(keyOf(find)));
    for (const way of new Set(open.map(wayOf))) {
      confirm(
        reader,
        picture,
        pass,
        open.filter((find) => wayOf(find) === way),
        finds.length === 1 ? 1 : MOST_CODES, // those that are proved are seen again, too
      );
    }
    // One of the other looks may have read more of an ITF.
    return finds.filter(isMeant).map((find) => {
      const { format, text, symbology, notice, corners } = find;
      const by = proved.get(keyOf(find));
      const trust = by === undefined ? 'agree' : 'sure';
      return { format, text, symbology, notice, corners, decoder: 'wasm', trust, pass: by ?? witnessOf(find, pass) };
    });
  }

  return {
    read,
    /** Begins another picture. */
    next: symbols.next,
    /** Tells why a symbol of this picture is no code. */
    unreadable: symbols.unreadable,
    /** Forgets what was proved: another picture is looked at. */
    forget: (): void => proved.clear(),
  };
}

/** Knows the ITF codes that were seen lately, for a row that leaves one half-way reads a part of it as a whole code. */
export function createItfGuard() {
  let seen: readonly string[] = [];
  return {
    /** Keeps a code that was seen. @param text - of any length: one that the site does not use has parts too. */
    note(text: string): void {
      seen = [text, ...seen.filter((one) => one !== text)].slice(0, KEPT_ITF);
    },
    /** Tells whether a longer one that was seen has this in it. */
    isPart: (text: string): boolean => seen.some((one) => one.length > text.length && one.includes(text)),
  };
}

function finerOf(whole: Luma): Luma {
  const finer = whole.finer?.() ?? whole;
  return { ...finer, scale: finer.width / whole.width, near: whole.near };
}

/** Names the way in which a code was read; those of one are confirmed together: bars that run the same way, and squares. */
function wayOf({ format, degrees, isInverted }: WasmFind): string {
  return `${isMatrix(format)} ${degrees} ${isInverted}`;
}

function keyOf({ symbology, text }: Pick<FrameRead, 'symbology' | 'text'>): string {
  return `${symbology} ${text}`;
}

/**
 * Width of a character of Code 128 or 93, two pixels for a module: in less its checksum, which one misread of a hundred fits, is
 * not enough. Set on labels made by seed.
 */
const WIDE_PX = 2 * 11;

/** Tells whether a read proves itself. Error correction does, but that of a PDF417; so do the checksums of Code 128 and 93 in the picture as it came. */
function provesItself({ format, isWeak, long, text }: WasmFind, { made, ean }: Pass): boolean {
  if (ean) return true; // its rows have agreed
  if (correctsItself(format)) return !isWeak;
  const isWide = long > WIDE_PX * (text.length + 3); // with start, checksum and stop
  return (format === 'Code128' || format === 'Code93') && !made && isWide;
}
