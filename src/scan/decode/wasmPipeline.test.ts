import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Luma } from '#scan/vision/luma.ts';
import type { WasmReader } from './wasmReader.ts';
import type { ReadingRules } from './formats.ts';
import { type WasmPipeline, openWasmPipeline } from './wasmPipeline.ts';

/** The codes that the reader says to a look for bars; those for squares see nothing. It notes how hard each look was. */
const says = vi.hoisted(() => ({
  texts: (_isHard: boolean, _height: number): readonly string[] => [],
  looks: [] as string[],
  widths: new Set<number>(),
  /** Place of the code that it reads. */
  at: { x: 0, y: 0 },
  /** Places of the first of the rows that each look along bars was given. */
  firstRows: [] as number[],
}));

vi.mock('./wasmReader.ts', () => {
  const code = { format: 'Code128', symbology: 'Code128', symbologyIdentifier: '', extra: '', rotation: 0 };
  const read: WasmReader['read'] = ({ width, height, placeOf }, look) => {
    const far = { x: says.at.x + 600, y: says.at.y };
    const found = { ...code, position: { topLeft: says.at, topRight: far, bottomRight: far, bottomLeft: says.at } };
    says.widths.add(width);
    if (placeOf) says.firstRows.push(placeOf({ x: 0, y: 0 }).y);
    if (look.formats.includes('QRCode')) return [];
    says.looks.push(look.tryHarder ? 'hard' : 'fast');
    return says.texts(look.tryHarder, height).map((text) => ({ ...found, text })) as never;
  };
  return { openWasmReader: async () => ({ read }) };
});

const rules = { formats: ['Code128', 'QRCode'], itfLengths: [] } as const;
/** Rows of two labels where all bars of a picture are looked at, a few of each. */
const ROWS_OF_MANY = 32;

const [WIDTH, HEIGHT] = [640, 240];
const isBar = (x: number, y: number): boolean => y > 60 && y < 180 && x % 320 > 60 && x % 320 < 260 && x % 9 < 4;
/** Two labels of bars beside each other, and nothing. */
const [labels, nothing] = [true, false].map((hasLabels) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    hasLabels && isBar(at % WIDTH, Math.floor(at / WIDTH)) ? 20 : 220,
  ),
) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];

/** Another frame of the same picture. */
const picture = (hasLabels: boolean): Luma => ({ data: hasLabels ? labels : nothing, width: WIDTH, height: HEIGHT });

/** Each look takes as long as another. */
const openPipeline = (asked: ReadingRules): Promise<WasmPipeline> => {
  let ms = 0;
  return openWasmPipeline(asked, () => (ms += 1));
};

beforeEach(() => {
  says.looks.length = 0;
  says.widths.clear();
  says.at = { x: 0, y: 0 };
});

test('a code that is new and alone is told at once, without another look', async () => {
  const pipeline = await openPipeline(rules);
  says.texts = () => ['A'];
  expect(pipeline(picture(false)).reads.map(({ text }) => text)).toEqual(['A']);
  expect(says.looks).toEqual(['fast']);
});

test('a code that is new where more bars are is told with them: it is one of many', async () => {
  const pipeline = await openPipeline(rules);
  says.texts = (isHard) => (isHard ? ['A', 'B'] : ['A']);
  expect(new Set(pipeline(picture(true)).reads.map(({ text }) => text))).toEqual(new Set(['A', 'B']));
});

test('a code that is first read along bars is told with those where other bars are, and they stay in sight with it', async () => {
  const pipeline = await openPipeline({ ...rules, formats: ['Code128'] });
  says.texts = (isHard, height) => (isHard ? (height === ROWS_OF_MANY ? ['A', 'B'] : ['A']) : []);
  const texts = Array.from({ length: 40 }, () => [
    ...new Set(pipeline(picture(true)).reads.map(({ text }) => text)),
  ]).filter((read) => read.length > 0);
  expect(texts[0]).toEqual(['A', 'B']);
  expect(texts.filter((read) => read.includes('B')).length).toBeGreaterThan(12);
});

test('a code that was proved is not proved again as long as it is held', async () => {
  const pipeline = await openPipeline({ ...rules, formats: ['Code128'] });
  says.texts = (isHard) => (isHard ? ['A'] : []);
  while (pipeline(picture(true)).reads.length === 0);
  for (let frame = 0; frame < 60; frame += 1) {
    says.looks.length = 0;
    pipeline(picture(true));
    expect(says.looks.length).toBeLessThanOrEqual(2);
  }
});

test('a code that is read along bars is held, while it is read and until that was tried in vain a few times', async () => {
  const pipeline = await openPipeline({ ...rules, formats: ['Code128'] });
  const framesHeld = (): number => {
    for (let frames = 0; ; frames += 1) if (pipeline(picture(true)).isHeld !== true) return frames;
  };
  says.texts = () => [];
  expect(framesHeld()).toBe(0);
  says.texts = (isHard) => (isHard ? ['A'] : []);
  while (pipeline(picture(true)).isHeld !== true);
  for (let frame = 0; frame < 60; frame += 1) expect(pipeline(picture(true)).isHeld).toBe(true);
  says.texts = () => [];
  expect(framesHeld()).toBeGreaterThan(6);
  expect(framesHeld()).toBe(0);
});

test('while a code stays in sight more is looked for, until everything was tried in vain; another code begins anew', async () => {
  const pipeline = await openPipeline(rules);
  says.texts = () => ['A'];
  const frames = (many: number): string[] => {
    says.looks.length = 0;
    for (let frame = 0; frame < many; frame += 1) pipeline(picture(false));
    return says.looks;
  };
  expect(frames(200)).toContain('hard');
  const rest = (): void => {
    for (let most = 0; most < 50 && frames(100).includes('hard'); most += 1);
    expect(frames(100)).not.toContain('hard');
  };
  rest();
  says.texts = (isHard) => (isHard ? [] : ['B']);
  expect(frames(200)).toContain('hard');
  rest();
});

test('what frames without a code lack is said, until one is read', async () => {
  const pipeline = await openPipeline(rules);
  const dark = (): Luma => ({ ...picture(false), data: new Uint8Array(640 * 240).fill(20) });
  says.texts = () => [];
  expect(pipeline(dark()).lack).toBe('dim');
  says.texts = () => ['A'];
  expect(pipeline(dark()).lack).toBeUndefined();
  says.texts = () => [];
  const small = {
    ...picture(false),
    data: Uint8Array.from({ length: 640 * 240 }, (_, at) => (isSmall(at) ? 20 : 220)),
  };
  let seen = pipeline({ ...small });
  while (seen.laps === 0 && seen.lack === undefined) seen = pipeline({ ...small });
  expect(seen.lack).toBe('small');
});

/** Bars of two pixels in the middle of a picture. */
function isSmall(at: number): boolean {
  const [x, y] = [at % 640, Math.floor(at / 640)];
  return x > 240 && x < 400 && y > 90 && y < 150 && x % 4 < 2;
}

test('no frame is looked at more than its fast passes and one more, where its code is known', async () => {
  const pipeline = await openPipeline(rules);
  says.texts = (isHard) => (isHard ? [] : ['A']);
  pipeline(picture(false));
  for (let frame = 0; frame < 50; frame += 1) {
    says.looks.length = 0;
    pipeline(picture(false));
    expect(says.looks.length).toBeLessThanOrEqual(2);
  }
});

test('a finer picture is looked at now and then while nothing is read, and not where there is none', async () => {
  says.texts = () => [];
  const widths = async (finer?: () => Luma): Promise<number[]> => {
    const pipeline = await openPipeline(rules);
    for (let [frame, laps] = [0, 0]; frame < 500 && laps === 0; frame += 1) {
      says.widths.clear();
      ({ laps } = pipeline({ ...picture(false), ...(finer && { finer }) }));
      if (says.widths.has(960)) return [...says.widths];
    }
    return [...says.widths];
  };
  expect(await widths(() => ({ data: new Uint8Array(960 * 360), width: 960, height: 360 }))).toEqual([640, 960]);
  expect(await widths()).not.toContain(960);
  const looks = async (finer?: () => Luma): Promise<number> => {
    const pipeline = await openPipeline(rules);
    says.looks.length = 0;
    while (pipeline({ ...picture(true), ...(finer && { finer }) }).laps === 0);
    return says.looks.filter((look) => look === 'hard').length;
  };
  expect(await looks(() => picture(true))).toBeGreaterThan(await looks());
});

describe('bars where the last code was', () => {
  const drawn: Record<number, Uint8Array<ArrayBuffer>> = {};

  /** Four labels one under the other, the lower the stronger, and all of them further down from frame to frame. */
  function shelf(down: number): Luma {
    const [width, height] = [640, 640];
    const data = (drawn[down] ??= Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width) - down];
      const isInk = y > 0 && y % 150 > 20 && y % 150 < 90 && x > 60 && x < 580 && x % 9 < 4;
      return isInk ? 150 - 40 * Math.min(3, Math.floor(y / 150)) : 220;
    }));
    return { data, width, height };
  }

  /** By frame after a read of the uppermost label, where the first row lies that is looked at along bars. */
  async function firstRowsAfter(frames: readonly Luma[]): Promise<ReadonlyMap<number, number>> {
    const pipeline = await openPipeline({ ...rules, formats: ['Code128'] });
    says.at = { x: 20, y: 55 };
    says.texts = () => ['A'];
    pipeline(shelf(0));
    says.texts = () => [];
    const rows = new Map<number, number>();
    frames.forEach((frame, index) => {
      says.firstRows.length = 0;
      pipeline(frame);
      const [first = 0] = says.firstRows;
      if (first >= 1) rows.set(index, first); // the whole picture's begin at its edge
    });
    return rows;
  }

  test('are looked at before stronger ones, and followed as they move', async () => {
    const rows = await firstRowsAfter(Array.from({ length: 25 }, (_, frame) => shelf(frame * 12)));
    expect(Math.max(...rows.keys())).toBeGreaterThan(20);
    for (const [frame, row] of rows) expect(Math.abs(row - 20 - frame * 12)).toBeLessThan(30); // two blocks
  });

  test('are one of many again when nothing has been read for a second', async () => {
    const rows = [...(await firstRowsAfter(Array.from({ length: 60 }, () => shelf(0)))).values()];
    expect(rows[0]).toBeLessThan(100);
    expect(rows.at(-1)).toBeGreaterThan(400);
  });
});
