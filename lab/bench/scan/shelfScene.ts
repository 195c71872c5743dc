import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { Random } from '#e2e/rig/random.ts';
import { type Label, type Size, drawLabel } from './labelScene.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';

/** A shelf of labels in one picture: each with its text. */
export interface Shelf extends Size {
  readonly labels: readonly {
    readonly format: BarcodeFormat;
    readonly text: string;
    readonly turned: number;
    readonly module: number;
    readonly at: number;
  }[];
  readonly luma: Uint8Array;
}

/** As a delivery's or a shelf's code has. */
const LETTERS = 6;
const COLUMNS = 4;
const ROWS = 3;
/** Modules of white that a label keeps on each side. */
const QUIET = 6;
/** Of the largest module that a label's place has room for. */
const SMALLEST = 0.9;
/** Pixels of a module in a picture 1280 wide: labels of few modules are no larger. */
const LARGEST = 4;

/** Twelve labels, some of them turned, made by what `random` gives: formats in turn, each at a place of its own. */
export function shelfOf(formats: readonly BarcodeFormat[], random: Random, { width, height }: Size): Shelf {
  const place = { width: Math.floor(width / COLUMNS), height: Math.floor(height / ROWS) };
  const luma = new Uint8Array(width * height);
  const places = Array.from({ length: COLUMNS * ROWS }, (_, at) => at).sort(() => random.next() - 0.5);
  const labels = places.map((at, index) => {
    const format = formats[index % formats.length]!;
    const barcode = barcodeOf(format, random, LETTERS);
    const label = labelOf(barcode);
    const turned = [0, 0, random.whole(-35, 35), 90][random.whole(0, 3)]!;
    const most = Math.min(moduleFor(label, turned, place), (LARGEST * width) / 1280);
    const module = most * (SMALLEST + (1 - SMALLEST) * random.next());
    const cell = drawLabel(label, { ...usual, turned, module }, random.whole(1, 1_000_000), place);
    const [left, top] = [(at % COLUMNS) * place.width, Math.floor(at / COLUMNS) * place.height];
    for (let y = 0; y < place.height; y += 1) {
      luma.set(cell.subarray(y * place.width, (y + 1) * place.width), (top + y) * width + left);
    }
    return { format, text: barcode.text, turned, module, at };
  });
  return { width, height, labels, luma };
}

/** Pixels of the largest module with which a turned label is whole in its place. */
function moduleFor({ rows, rowHeight }: Label, turned: number, place: Size): number {
  const [wide, high] = [rows[0]!.length + 2 * QUIET, rows.length * rowHeight + 2 * QUIET];
  const [cos, sin] = [Math.abs(Math.cos((turned * Math.PI) / 180)), Math.abs(Math.sin((turned * Math.PI) / 180))];
  return Math.min(place.width / (wide * cos + high * sin), place.height / (wide * sin + high * cos));
}
