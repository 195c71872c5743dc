import bwipjs from 'bwip-js/node';
import { expect, test } from 'vitest';
import { randomOf } from '#e2e/rig/random.ts';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import { createWitness } from '#scan/decode/wasmWitness.ts';
import type { CorpusPhoto } from './corpus.ts';
import { hurtReport } from './hurt.ts';
import { openReaderOnNode } from './readerOnNode.ts';
import { type Grey, type Scene, drawFrame, lastingHindrances } from './videoScene.ts';

const QUIET = 4;

/** A PDF417 of little error correction and small modules, as labels have it, held into a camera. */
function pdfScene(seed: number, hindrance: Scene['hindrance']): { readonly text: string; readonly scene: Scene } {
  const random = randomOf(seed);
  const letters = 'ABCDEFGHIJ0123456789-';
  const text = Array.from({ length: random.whole(6, 40) }, () => letters[random.whole(0, 20)]).join('');
  const options = { eclevel: random.whole(0, 2), columns: random.whole(1, 4) };
  // oxlint-disable-next-line import/no-named-as-default-member -- the named `raw` is an encoder of that name
  const [symbol] = bwipjs.raw({ bcid: 'pdf417', text, ...options });
  if (!symbol || !('pixs' in symbol)) throw new Error(`nothing drawn for ${text}`);
  const { pixs, pixx, pixy } = symbol;
  const scale = random.whole(2, 3);
  const [width, height] = [(pixx + 2 * QUIET) * scale, (pixy + 2 * QUIET) * scale];
  const luma = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [Math.floor((at % width) / scale) - QUIET, Math.floor(at / width / scale) - QUIET];
    return x >= 0 && y >= 0 && x < pixx && y < pixy && pixs[y * pixx + x] === 1 ? 30 : 230;
  });
  const photo: Grey = { width, height, luma };
  const even = (side: number, most: number): number => Math.min(most, (side + 60) & ~1);
  const chance = { side: random.next(), angle: random.next(), tremor: random.next(), paper: random.next() };
  return {
    text,
    scene: { photo, width: even(width, 640), height: even(height, 480), hindrance, settledAt: 1.4, chance, seed },
  };
}

test.each([
  [5, 'dim'],
  [13, 'dim'],
  [23, 'blurred'],
  [60, 'blurred'],
  [50, 'covered'],
] as const)(
  'no wrong text is taken from PDF417 %i, %s, in which single looks have read one',
  async (seed, hindrance) => {
    const { text, scene } = pdfScene(seed, hindrance);
    const rules = { formats: ['PDF417'] as const, itfLengths: [] };
    const passes = [...fastPasses(rules.formats), ...ladder(rules.formats)];
    const reader = await openReaderOnNode();
    const witness = createWitness(rules);
    const looked: string[] = [];
    const taken: string[] = [];
    let sight = nothingSeen;
    for (let index = 50; index < 93; index += 2) {
      const frame = { data: drawFrame(scene, index), width: scene.width, height: scene.height };
      for (const pass of passes) {
        const reads = witness.read(reader, frame, pass);
        looked.push(...reads.map((read) => read.text));
        const judged = judgeFrame(sight, { reads, laps: 0 }, index * 33, rules);
        sight = judged.sight;
        taken.push(...judged.accepted.map((read) => read.text));
      }
    }
    expect(looked.filter((one) => one !== text)).not.toEqual([]); // else this clip shows nothing
    expect(taken.filter((one) => one !== text)).toEqual([]);
  },
  120_000,
);

test.each(lastingHindrances)('a clip that stays %s is hindered all the time, and in changing strength', (hindrance) => {
  const luma = new Uint8Array(64 * 48).fill(255);
  const chance = { side: 0.2, angle: 0.5, tremor: 0.5, paper: 0.2 };
  const scene: Scene = {
    photo: { width: 64, height: 48, luma },
    width: 160,
    height: 120,
    hindrance,
    settledAt: 1.4,
    chance,
    seed: 3,
  };
  const clear: Scene = { ...scene, hindrance: 'zoom' };
  const unlike = Array.from({ length: 44 }, (_, at) => {
    const whole = drawFrame(clear, 60 + at);
    const hurt = drawFrame(scene, 60 + at);
    return hurt.reduce((sum, grey, place) => sum + Math.abs(grey - (whole[place] ?? 0)), 0);
  });
  expect(Math.min(...unlike)).toBeGreaterThan(0);
  expect(Math.max(...unlike)).toBeGreaterThan(1.2 * Math.min(...unlike));
});

test('one wrong value in any clip misses the gate, and so does no clip at all; what is not read does not', () => {
  const photo: CorpusPhoto = { file: 'a.png', set: 'PDF417', format: 'PDF417', texts: ['A'], alt: [] };
  const clip = { photo, hindrance: 'blurred', texts: ['A'] } as const;
  const isMet = (...texts: string[][]): boolean => hurtReport(texts.map((some) => ({ ...clip, texts: some }))).isMet;
  expect(isMet(['A'], [])).toBe(true);
  expect(isMet(['A'], ['A', 'B'])).toBe(false);
  expect(isMet()).toBe(false);
});
