import { expect, test } from 'vitest';
import { clockOf } from './lap.ts';
import { type Result, reportOf } from './stillReport.ts';

/** A photo of `A`, and what each decoder says of it: nothing where it says `-`. */
function result(said: { product: string; wasm: string; browser: string }, part: Partial<Result['photo']> = {}): Result {
  const of = (text: string) => ({ texts: text === '-' ? [] : [text], ms: 10 });
  const looked = {
    product: { ...of(said.product), framesMs: Array<number>(10).fill(1), passes: '' },
    wasm: of(said.wasm),
    zbar: of('-'),
    browser: of(said.browser),
  };
  return {
    photo: { file: 'a.png', set: 'S', format: 'QRCode', texts: ['A'], alt: [], ...part },
    looked,
    small: { ...looked, product: { ...looked.product, texts: [] } },
  };
}

const all = { product: 'A', wasm: 'A', browser: 'A' };
const alone = { product: 'A', wasm: 'A', browser: '-' };
const nothing = { product: '-', wasm: '-', browser: '-' };
const empty = { set: 'NEG-x', format: 'none', texts: [] };
const met = (results: readonly Result[]): boolean[] => reportOf(results).gates.map(({ isMet }) => isMet);

test('every gate is met by as many reads as zxing-wasm, 1.6 times the others, none wrong, and a cheap empty frame', () => {
  expect(met([result(all), result(alone), result(nothing, empty)])).toEqual([true, true, true, true, true]);
});

test('a format that falls behind is named, though others make up for it', () => {
  const behind = result({ product: '-', wasm: 'A', browser: '-' }, { format: 'ITF' });
  const ahead = result({ product: 'A', wasm: '-', browser: '-' });
  const { gates } = reportOf([result(all), ahead, ahead, behind]);
  expect(gates.map(({ isMet }) => isMet)).toEqual([false, true, true, true, true]);
  expect(gates[0]?.seen).toBe('fewer: ITF');
});

test('three reads to two are not enough while there is more to read', () => {
  const some = [result(all), result(all), result(alone)];
  expect(met([...some, result(nothing)])).toEqual([true, false, true, true, true]);
  expect(met(some)).toEqual([true, true, true, true, true]);
});

test('a wrong value is named with its file, in a photo without a code too', () => {
  for (const part of [{}, empty]) {
    const { gates, lines } = reportOf([result(alone), result(all), result({ ...nothing, product: 'B' }, part)]);
    expect(gates[2]).toMatchObject({ seen: '1 wrong', isMet: false });
    expect(lines).toContain('wrong, Scanline: a.png read as B');
  }
});

test('a small frame has a line of its own, and a wrong value in it is one', () => {
  const one = result(all);
  const { gates, lines } = reportOf([
    { ...one, small: { ...one.looked, product: { ...one.looked.product, texts: ['B'] } } },
  ]);
  expect(lines.find((line) => line.startsWith('in 640×480'))).toMatch(/ 1 +0 +1 +0 .* 1 +0 +0 /u);
  expect(gates[2]?.isMet).toBe(false);
});

test('a Code 39 in full ASCII is right as it is printed', () => {
  const raw = { product: '+A', wasm: '+A', browser: '-' };
  const { lines } = reportOf([result(raw, { format: 'Code39', texts: ['a'] })]);
  expect(lines.find((line) => line.startsWith('all codes'))).toMatch(/^all codes +1 +1 +0 +0 +10\.0 +10\.0 +1 +0 +0 /u);
});

test('an empty frame costs what all its frames cost, by their number', () => {
  const cheap = result(nothing, empty);
  const dear: Result = {
    ...cheap,
    looked: { ...cheap.looked, product: { ...cheap.looked.product, framesMs: Array<number>(10).fill(3) } },
  };
  expect(met([result(all), result(alone), cheap])[3]).toBe(true);
  expect(reportOf([cheap, dear]).gates[3]?.seen).toMatch(/^0\.20 /u);
  expect(met([result(all), result(alone), dear])[3]).toBe(false);
});

test('what one frame reads stands beside what many do', () => {
  const slow = result(all);
  const quick = { ...slow, looked: { ...slow.looked, product: { ...slow.looked.product, framesMs: [10] } } };
  const wrong = { ...quick, looked: { ...quick.looked, product: { ...quick.looked.product, texts: ['B'] } } };
  expect(reportOf([slow, quick, quick, wrong]).lines).toContain('in the first frame  2 right');
});

test('a frame is compared with a try, in the middle and at the late end', () => {
  const frames = (framesMs: readonly number[]): Result => {
    const one = result(all);
    return { ...one, looked: { ...one.looked, product: { ...one.looked.product, framesMs } } };
  };
  const gate = (framesMs: readonly number[]) => reportOf([frames(framesMs)]).gates[4];
  expect(gate([...Array<number>(95).fill(1.4), ...Array<number>(5).fill(3.5)])?.isMet).toBe(true);
  expect(gate(Array<number>(100).fill(1.6))?.isMet).toBe(false);
  expect(gate([...Array<number>(94).fill(1.4), ...Array<number>(6).fill(3.7)])?.isMet).toBe(false);
});

test('a scan takes as long as the camera needs for its frames: each is the newest picture there is', () => {
  expect(clockOf([5])).toBe(5);
  expect(clockOf([5, 5, 5])).toBe(71);
  expect(clockOf([40, 5])).toBe(45);
  expect(clockOf([40, 5, 5])).toBe(71);
});
