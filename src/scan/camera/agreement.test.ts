import { expect, test } from 'vitest';
import { createSight, judgeFrame, nothingSeen } from './agreement.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';

const FRAME_MS = 75;

interface Look {
  readonly format?: BarcodeFormat;
  readonly trust?: FrameRead['trust'];
  readonly frameMs?: number;
  readonly duplicateWindowMs?: number;
  /** `true`: what reads it has its turn only now and then, and has tries left. */
  readonly isHeld?: boolean;
}

/** Returns the texts accepted from a row of frames, each `text` or `text/pass`; `-` is a frame without a code. */
function accepted(frames: readonly string[], look: Look = {}): string[] {
  const { format = 'Code39', trust = 'agree', frameMs = FRAME_MS, duplicateWindowMs, isHeld = false } = look;
  const rules = { formats: [], itfLengths: [8], ...(duplicateWindowMs !== undefined && { duplicateWindowMs }) };
  let sight = nothingSeen;
  return frames.flatMap((frame, index) => {
    const [text = '', pass = 'plain'] = frame.split('/');
    const read: FrameRead = { text, symbology: format, format, corners: [], trust, decoder: 'wasm', pass };
    const judged = judgeFrame(sight, { reads: frame === '-' ? [] : [read], laps: 0, isHeld }, index * frameMs, rules);
    sight = judged.sight;
    return judged.accepted.map(({ text: one }) => one);
  });
}

const sure = { format: 'QRCode', trust: 'sure' } as const;
const blank = (ms: number): string[] => Array<string>(Math.floor(ms / FRAME_MS)).fill('-');

test('what proves itself is taken on the first read', () => {
  expect(accepted(['A', 'A', 'A'], sure)).toEqual(['A']);
});

test.each<[string, string[], string[]]>([
  ['one read', ['A'], []],
  ['one pass, however often: a still picture repeats its misread', Array<string>(50).fill('A/plain'), []],
  ['two passes', ['A/plain', 'A/sharp'], ['A']],
  ['two passes and a misread between', ['A/plain', 'B/sharp', 'A/plain', 'A/sharp'], ['A']],
  ['two passes that disagree', ['A/plain', 'B/sharp', 'A/plain', 'B/sharp'], []],
  ['two passes within two seconds', ['A/plain', ...blank(1_800), 'A/sharp'], ['A']],
  ['two passes further apart', ['A/plain', ...blank(2_100), 'A/sharp'], []],
  ['a pass that is seen all the time waits for the other one', [...Array<string>(60).fill('A'), 'A/sharp'], ['A']],
  ['two codes in the picture', ['A/plain', 'B/plain', 'A/sharp', 'B/sharp', 'A', 'B/sharp'], ['A', 'B']],
])('bars that prove little: %s', (_, frames, texts) => {
  expect(accepted(frames)).toEqual(texts);
});

test('the same text of another symbology does not agree', () => {
  const rules = { formats: [], itfLengths: [] };
  const read: FrameRead = {
    text: '12345670',
    symbology: 'EAN8',
    format: 'EAN8',
    corners: [],
    trust: 'agree',
    decoder: 'wasm',
    pass: 'plain',
  };
  const { sight } = judgeFrame(nothingSeen, { reads: [read], laps: 0 }, 0, rules);
  const other: FrameRead = { ...read, symbology: 'Code39', format: 'Code39', pass: 'sharp' };
  expect(judgeFrame(sight, { reads: [other], laps: 0 }, 10, rules).accepted).toEqual([]);
});

test('ITF needs one of the lengths set, however sure', () => {
  for (const trust of ['sure', 'agree'] as const) {
    expect(accepted(['1334/plain', '1334/sharp', '1334'], { format: 'ITF', trust })).toEqual([]);
    expect(accepted(['1234567890/plain', '1234567890/sharp'], { format: 'ITF', trust })).toEqual([]);
  }
  expect(accepted(['12345678', '12345678/sharp', '1334', '1334/sharp'], { format: 'ITF' })).toEqual(['12345678']);
});

test('a code in sight is one scan, however long, and one more after a second out of sight', () => {
  expect(accepted(Array<string>(100).fill('A'), sure)).toEqual(['A']);
  expect(accepted(['A', ...blank(800), 'A'], sure)).toEqual(['A']);
  expect(accepted(['A', ...blank(1_100), 'A'], sure)).toEqual(['A', 'A']);
  expect(accepted(['A', ...blank(1_100), 'A'], { ...sure, duplicateWindowMs: 3_000 })).toEqual(['A']);
  const short = ['A', ...Array<string>(6).fill('-'), 'A'];
  expect(accepted(short, { ...sure, frameMs: 33, duplicateWindowMs: 200 })).toEqual(['A', 'A']);
});

test('slow looks take no code out of sight: it has gone when six of them have looked for it in vain', () => {
  const missed = (looks: number): string[] => ['A', ...Array<string>(looks).fill('-'), 'A'];
  for (const frameMs of [250, 400, 1_500]) {
    expect(accepted(missed(5), { ...sure, frameMs })).toEqual(['A']);
    expect(accepted(missed(6), { ...sure, frameMs })).toEqual(['A', 'A']);
  }
  expect(accepted(missed(20), { ...sure, frameMs: 33 })).toEqual(['A']); // nor do many looks in no time
});

test('looks that do not look in the way a code is read in take it out of sight neither, however many', () => {
  expect(accepted(['A', ...blank(60_000), 'A'], { ...sure, isHeld: true })).toEqual(['A']);
});

test('a code in sight stays one scan by reads that would not have been enough alone', () => {
  const seldom = Array.from({ length: 10 }, () => [...blank(800), 'A/plain']).flat();
  expect(accepted(['A/plain', 'A/sharp', ...seldom])).toEqual(['A']);
});

test('another code does not bring back the first one', () => {
  expect(accepted(['A', 'B', 'A', 'B', 'A'], sure)).toEqual(['A', 'B']);
});

test('a code seen again after a while needs two passes again', () => {
  const first = ['A/plain', 'A/sharp'];
  for (const pass of ['plain', 'sharp']) {
    expect(accepted([...first, ...blank(1_100), `A/${pass}`, `A/${pass}`])).toEqual(['A']);
  }
  expect(accepted([...first, ...blank(1_100), 'A/plain', 'A/sharp'])).toEqual(['A', 'A']);
});

const readOf = (text: string, pass = 'plain', trust: FrameRead['trust'] = 'sure'): FrameRead => ({
  text,
  symbology: 'Code128',
  format: 'Code128',
  corners: [{ x: text.length, y: 0 }],
  trust,
  decoder: 'wasm',
  pass,
});

test('of many codes in a frame each is accepted by its own reads', () => {
  const rules = { formats: [], itfLengths: [] };
  const reads = [readOf('A'), readOf('B', 'plain', 'agree'), readOf('A', 'sharp')];
  const first = judgeFrame(nothingSeen, { reads, laps: 0 }, 0, rules);
  expect(first.accepted.map(({ text }) => text)).toEqual(['A']);
  const others = [readOf('B', 'sharp', 'agree'), readOf('C', 'x', 'agree')];
  const second = judgeFrame(first.sight, { reads: others, laps: 0 }, 33, rules);
  expect(second.accepted.map(({ text }) => text)).toEqual(['B']);
});

test('a code among others has gone when all that there is to try was tried twice without it, and the window has passed', () => {
  const rules = { formats: [], itfLengths: [] };
  const again = (laps: number, atMs: number): number => {
    let { sight } = judgeFrame(nothingSeen, { reads: [readOf('A'), readOf('B')], laps: 4 }, 0, rules);
    for (let look = 0; look < 30; look += 1)
      ({ sight } = judgeFrame(sight, { reads: [readOf('B')], laps: 4 }, 1, rules));
    return judgeFrame(sight, { reads: [readOf('A')], laps }, atMs, rules).accepted.length;
  };
  expect([again(5, 60_000), again(6, 900), again(6, 1_100)]).toEqual([0, 0, 1]);
});

test('the codes in sight are told with each frame: which are new, which were read, and where; none once, and none while it is paused', () => {
  const told: string[] = [];
  const sight = createSight({ formats: [], itfLengths: [] }, (codes) => {
    told.push(
      codes
        .map(
          ({ scan, isNew, isRead, corners }) =>
            `${scan.text}${isNew ? ' new' : ''}${isRead ? '' : ' before'} ${corners[0]?.x}`,
        )
        .join(', '),
    );
  });
  const look = (reads: readonly FrameRead[], atMs: number): void => sight.onFrame({ reads, laps: 0 }, atMs);
  look([], 0);
  look([readOf('A'), readOf('BB')], 33);
  look([readOf('A')], 66);
  look([], 3_000);
  look([], 3_033);
  sight.pause(true);
  look([readOf('C')], 3_066);
  sight.pause(false);
  look([readOf('C')], 3_100);
  expect(told).toEqual(['A new 1, BB new 2', 'A 1, BB before 2', '', 'C new 1']);
});
