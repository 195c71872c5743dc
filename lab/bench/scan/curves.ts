import { chromium } from '@playwright/test';
import { printGate, printReport } from '#lab/bench/figures.ts';
import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { type Barcode, modulesOf } from '#e2e/rig/video.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { isRight } from './corpus.ts';
import type { HeldLabel } from './curvesPage.ts';
import { HEIGHT, type Label, type Seen, type Size, WIDTH } from './labelScene.ts';
import { openPhotoLab } from './photoLab.ts';

/** Along what labels are seen ever worse; `far`: retail codes of few pixels a module, of which misread ones have a fitting check digit. */
type Axis = keyof Seen | 'far';

/** A label of the run, how it is seen, and whether it was read. */
export interface LabelRead {
  readonly format: BarcodeFormat;
  readonly axis: Axis;
  readonly level: number;
  readonly outcome: 'right' | 'wrong' | 'missed';
  /** The label, and what was read in its place. */
  readonly misread?: string;
}

/** A label that is to be made. */
interface Asked {
  readonly format: BarcodeFormat;
  readonly axis: Axis;
  readonly level: number;
  readonly seen: Seen;
  readonly size: Size;
}

/** A label as most are seen, and how far it goes along each axis. */
export const usual: Seen = { turned: 0, aslant: 0, curved: 0, module: 3, blur: 0.7, noise: 4, covered: 0, glare: 0 };
const axes: Readonly<Record<keyof Seen, readonly number[]>> = {
  turned: [0, 15, 30, 45, 60, 75],
  aslant: [0, 20, 40, 55],
  curved: [0, 30, 50, 65],
  module: [3, 2, 1.5, 1.2, 1],
  blur: [0, 1, 1.5, 2, 2.5],
  noise: [0, 10, 20, 40],
  covered: [0, 0.2, 0.4, 0.6],
  glare: [0, 0.2, 0.4],
};
/** Pixels of a module, from each of these up to the next. */
const far = { levels: [1, 1.2, 1.4, 1.6], step: 0.2, formats: ['EAN13', 'UPCA'], labels: 30 } as const;
const FAR_SIZE = { width: 320, height: 200 };
/** Turned labels are read as often as upright ones, but for so many of a hundred. */
const LEAST_TURNED = 0.95;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Modules that bars are high. */
const BARS_HIGH = 40;

const encoders: Readonly<Record<BarcodeFormat, string>> = {
  Code128: 'code128',
  Code39: 'code39',
  Code93: 'code93',
  Codabar: 'rationalizedCodabar',
  ITF: 'interleaved2of5',
  EAN13: 'ean13',
  EAN8: 'ean8',
  UPCA: 'upca',
  UPCE: 'upce',
  DataBar: 'databaromni',
  QRCode: 'qrcode',
  DataMatrix: 'datamatrix',
  PDF417: 'pdf417',
  Aztec: 'azteccode',
};

/**
 * Labels of every format made by seed, seen ever worse along one axis after the other: what is read of them as curves, so
 * that a weakness of the camera's reading is seen before a photo of it comes.
 *
 * @param labels - of each format at each step of an axis.
 * @returns whether turned labels are read like upright ones, and nothing was read wrong.
 */
export async function benchCurves({ clips: labels, seed }: { clips: number; seed: number }): Promise<boolean> {
  const random = randomOf(seed);
  const lab = await openPhotoLab('.', 'curvesPage.ts');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  const reads: LabelRead[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(lab.origin);
    await page.waitForFunction(() => 'lookAtLabel' in window);
    for (const { format, axis, level, seen, size } of [...askedAlongAxes(labels), ...askedFar(labels, random)]) {
      const barcode = barcodeOf(format, random);
      const held: HeldLabel = { label: labelOf(barcode), seen, size, seed: random.whole(1, 1_000_000) };
      const { texts } = await page.evaluate((one) => window.lookAtLabel(one), held);
      const photo = { file: '', set: format, format, texts: [barcode.text.replace('(01)', '')], alt: [] };
      const outcome = texts.length === 0 ? 'missed' : isRight(photo, texts) ? 'right' : 'wrong';
      const misread = `${format} ${barcode.text}, ${seen.module.toFixed(2)} pixels a module, read as ${texts.join(' | ')}`;
      reads.push({ format, axis, level, outcome, ...(outcome === 'wrong' && { misread }) });
    }
  } finally {
    await browser.close();
    await lab.close();
  }
  const { lines, turned, wrong } = curvesOf(reads);
  printReport(`--curves --clips ${labels} --seed ${seed}`, lines);
  printGate(
    'turned by 15 to 75°, of what is read upright',
    turned.toFixed(2),
    `≥ ${LEAST_TURNED}`,
    turned >= LEAST_TURNED,
  );
  printGate('labels read wrong', [`${wrong.length} of ${reads.length}`, ...wrong].join('; '), '0', wrong.length === 0);
  return turned >= LEAST_TURNED && wrong.length === 0;
}

function askedAlongAxes(labels: number): Asked[] {
  const levels = Object.entries(axes) as [keyof Seen, readonly number[]][];
  const size = { width: WIDTH, height: HEIGHT };
  return barcodeFormats.flatMap((format) =>
    levels.flatMap(([axis, steps]) =>
      steps.flatMap((level) => {
        const asked = { format, axis, level, seen: { ...usual, [axis]: level }, size };
        return Array.from({ length: labels }, () => asked);
      }),
    ),
  );
}

/** Far labels: some lie a little askew, all are a little blurred. */
function askedFar(labels: number, random: Random): Asked[] {
  return far.formats.flatMap((format) =>
    far.levels.flatMap((level) =>
      Array.from({ length: labels * far.labels }, () => {
        const [module, turned] = [level + far.step * random.next(), 6 * random.next() - 3];
        const seen = { ...usual, module, turned, blur: 0.4 + 0.6 * random.next() };
        return { format, axis: 'far' as const, level, seen, size: FAR_SIZE };
      }),
    ),
  );
}

/** Returns what was read of a hundred, by axis and step, which formats not at all, and what was read wrong. Pure. */
export function curvesOf(reads: readonly LabelRead[]) {
  const share = (some: readonly LabelRead[]): number =>
    some.filter(({ outcome }) => outcome === 'right').length / Math.max(1, some.length);
  const lines = [...(Object.keys(axes) as (keyof Seen)[]), 'far' as const].flatMap((axis) => {
    const ofAxis = reads.filter((read) => read.axis === axis);
    const levels = [...new Set(ofAxis.map(({ level }) => level))];
    const steps = levels.map((level) => {
      const some = ofAxis.filter((read) => read.level === level);
      const none = [...new Set(some.map(({ format }) => format))].filter(
        (format) => share(some.filter((read) => read.format === format)) === 0,
      );
      return `${level}: ${Math.round(100 * share(some))} %${none.length > 0 ? ` (no ${none.join(', ')})` : ''}`;
    });
    return levels.length > 0 ? [`${axis.padEnd(8)} ${steps.join(' · ')}`] : [];
  });
  const turned = reads.filter(({ axis }) => axis === 'turned');
  const upright = share(turned.filter(({ level }) => level === 0));
  return {
    lines,
    turned: share(turned.filter(({ level }) => level > 0)) / Math.max(upright, 1 / reads.length),
    wrong: reads.flatMap(({ misread }) => misread ?? []),
  };
}

/** A barcode of a format. @param letters - of a text in bars that has letters. */
export function barcodeOf(format: BarcodeFormat, random: Random, letters = 8): Barcode {
  const digits = (many: number): string => Array.from({ length: many }, () => random.whole(0, 9)).join('');
  const word = (many: number): string =>
    Array.from({ length: many }, () => LETTERS[random.whole(0, LETTERS.length - 1)]!).join('');
  const checked = (text: string): string => `${text}${checkDigit(text)}`;
  const texts: Readonly<Partial<Record<BarcodeFormat, () => string>>> = {
    Codabar: () => `A${digits(8)}B`,
    ITF: () => digits(10),
    EAN13: () => checked(`${random.whole(1, 9)}${digits(11)}`),
    EAN8: () => checked(digits(7)),
    UPCA: () => checked(digits(11)),
    UPCE: () => '01234565',
    DataBar: () => checked(digits(13)),
    QRCode: () => word(14),
    DataMatrix: () => word(14),
    PDF417: () => word(14),
    Aztec: () => word(14),
  };
  const text = (texts[format] ?? (() => word(letters)))();
  if (format === 'DataBar') return { encoder: encoders[format], text: `(01)${text}` };
  return { encoder: encoders[format], text, ...(format === 'Code93' && { options: { includecheck: true } }) };
}

/** GS1's, for any length: the last digit counts three times. */
function checkDigit(text: string): number {
  const sum = Array.from(text).reduceRight(
    (total, digit, at) => total + Number(digit) * ((text.length - at) % 2 === 1 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** A barcode as a label of its modules. */
export function labelOf(barcode: Barcode): Label {
  const { width, height, isFlat, isDark } = modulesOf(barcode);
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => (isDark(x, y) ? '1' : '0')).join(''),
  );
  return { rows, rowHeight: isFlat ? BARS_HIGH : 1 };
}
