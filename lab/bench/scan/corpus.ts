import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Charset, charsets } from '#contract/charsets.ts';

/** A photo of a folder, in its manifest's own words. */
export interface CorpusPhoto {
  readonly file: string;
  /** Set that it is counted under; `NEG-*` for pictures in which nothing may be read. */
  readonly set: string;
  /** The code type; `none` where nothing may be read. */
  readonly format: string;
  /** Any of these is right. */
  readonly texts: readonly string[];
  /** Further texts that the picture truly holds: read, they are right. */
  readonly alt: readonly string[];
  /** Character set that its site would name as the one of codes that name none. */
  readonly charset?: Charset | undefined;
}

export interface Corpus {
  readonly photos: readonly CorpusPhoto[];
  /** Files that the manifest names and the folder lacks. */
  readonly absent: readonly string[];
}

/** Says what is wrong with a folder, in one sentence. */
export class CorpusError extends Error {}

/** The photos of a folder with a manifest.json. @throws CorpusError */
export async function readCorpus(folder: string): Promise<Corpus> {
  if (!existsSync(folder)) throw new CorpusError(`There is no folder ${folder}.`);
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) throw new CorpusError(`The folder ${folder} has no manifest.json.`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CorpusError(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(manifest) || manifest.length === 0) {
    throw new CorpusError(
      `${path} is no list of photos, such as [{"file": "a.png", "format": "Code128", "text": "D-1001"}].`,
    );
  }
  const photos = manifest.map((entry: unknown, index) => photoOf(entry, `entry ${index} of ${path}`));
  const isThere = (photo: CorpusPhoto): boolean => existsSync(join(folder, photo.file));
  const there = photos.filter(isThere);
  if (there.length === 0) throw new CorpusError(`None of the ${photos.length} photos that ${path} names is there.`);
  return { photos: there, absent: photos.filter((photo) => !isThere(photo)).map(({ file }) => file) };
}

/** Texts that photos of the developers' own folder hold beside what its manifest names. */
const unnamed: Readonly<Record<string, readonly string[]>> = { 'EAN13/zxing-ean13-2-23.png': ['9784872348880'] };

/** The same of the character sets of their labels. */
const unnamedCharsets: Readonly<Record<string, Charset>> = { 'QRCode/zxing-qrcode-2-19.png': 'Shift_JIS' };

function photoOf(entry: unknown, where: string): CorpusPhoto {
  if (typeof entry !== 'object' || entry === null) throw new CorpusError(`${where} is no photo.`);
  const { file, set, format, text, alt, charset } = entry as Record<string, unknown>;
  if (typeof file !== 'string' || file === '' || file.split(/[\\/]/u).includes('..')) {
    throw new CorpusError(`${where} names no file inside the folder.`);
  }
  const texts = textsOf(text, `text of ${where}`);
  const kind = typeof format === 'string' ? format : 'none';
  const name = typeof set === 'string' ? set : texts.length > 0 ? kind : 'NEG-unnamed';
  return {
    file,
    set: name,
    format: kind,
    texts,
    alt: [...textsOf(alt, `alt of ${where}`), ...(unnamed[file] ?? [])],
    charset: charsets.find((one) => one === charset) ?? unnamedCharsets[file],
  };
}

function textsOf(value: unknown, where: string): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new CorpusError(`${where} is neither a text, nor a list of texts, nor null.`);
}

/** Tells whether nothing may be read in it. */
export function isNegative({ set, texts }: CorpusPhoto): boolean {
  return set.startsWith('NEG') || texts.length === 0;
}

/**
 * Tells whether what was read is what the photo holds. Decoders show one code in several ways, and none of them is wrong: an
 * EAN-13 that begins with 0 is a UPC-A, Codabar's start and stop letters may be left out, and the 01 before the one number of a GS1 DataBar, blanks at the ends and the
 * signs for control characters say nothing.
 */
export function isRight(photo: CorpusPhoto, read: readonly string[]): boolean {
  const expected = [...(isNegative(photo) ? [] : photo.texts), ...photo.alt].flatMap((text) => forms(text));
  return read.flatMap((text) => forms(text)).some((form) => expected.includes(form));
}

function forms(text: string): string[] {
  const bare = text
    .replace(/\u2420/gu, ' ') // control characters and blanks, as some show them
    .replace(/<(?:GS|RS|FS|US|EOT|SOH|STX|ETX|NUL|CR|LF|TAB|HT)>|\{GS\}|[\u0000-\u001f\u2400-\u241f]/gu, '')
    .replace(/\((\d{2,4})\)/gu, '$1')
    .trim();
  const codabar = /^[A-D]([-\d$:/.+]+)[A-D]$/u.exec(bare)?.[1];
  const gtin = /^01(\d{14})$/u.exec(bare)?.[1];
  return [
    /^0\d{12}$/u.test(bare) ? bare.slice(1) : bare,
    ...(codabar === undefined ? [] : [codabar]),
    ...(gtin === undefined ? [] : [gtin]),
  ];
}
