import { expect, test } from 'vitest';
import { judgeFrame, nothingSeen } from './agreement.ts';
import type { BarcodeFormat } from './formats.ts';
import type { FrameRead } from './frameRead.ts';

const FRAME_MS = 75;
const rules = { formats: [], itfLengths: [8] };

/** The texts accepted from a row of frames: `-` is a frame without a code. */
function accepted(
  format: BarcodeFormat,
  trust: FrameRead['trust'],
  frames: readonly string[],
  frameMs = FRAME_MS,
): string[] {
  let sight = nothingSeen;
  return frames.flatMap((text, index) => {
    const read: FrameRead | undefined =
      text === '-' ? undefined : { text, symbology: format, format, trust, decoder: 'wasm', pass: 'fast' };
    const judged = judgeFrame(sight, read, index * frameMs, rules);
    sight = judged.sight;
    return judged.accepted ? [judged.accepted.text] : [];
  });
}

test('what proves itself is taken on the first read', () => {
  expect(accepted('QRCode', 'sure', ['A', 'A', 'A'])).toEqual(['A']);
});

test.each<[string, string[], string[]]>([
  ['one read', ['A'], []],
  ['a misread between', ['A', 'B', 'A', 'A'], ['A']],
  ['two in five frames', ['A', '-', '-', '-', 'A'], ['A']],
  ['two in six frames', ['A', '-', '-', '-', '-', 'A'], []],
  ['never two alike', ['A', 'B', 'C', 'D', 'E', 'F'], []],
  ['two codes in the picture', ['A', 'B', 'A', 'B', 'A', 'B'], ['A', 'B']],
])('Code 39, without a check digit: %s', (_, frames, texts) => {
  expect(accepted('Code39', 'agree', frames)).toEqual(texts);
});

test('ITF needs one of the lengths set, and two reads', () => {
  expect(accepted('ITF', 'agree', ['1334', '1334', '1334', '1334'])).toEqual([]);
  expect(accepted('ITF', 'agree', ['12345678'])).toEqual([]);
  expect(accepted('ITF', 'agree', ['12345678', '12345678', '1334', '1334'])).toEqual(['12345678']);
});

test('a code in sight is one scan, however long, and one more after a second out of sight', () => {
  const held = Array<string>(100).fill('A');
  expect(accepted('QRCode', 'sure', held)).toEqual(['A']);
  const away = (ms: number): string[] => ['A', ...Array<string>(Math.floor(ms / FRAME_MS)).fill('-'), 'A'];
  expect(accepted('QRCode', 'sure', away(800))).toEqual(['A']);
  expect(accepted('QRCode', 'sure', away(1_100))).toEqual(['A', 'A']);
});

test('another code does not bring back the first one', () => {
  expect(accepted('QRCode', 'sure', ['A', 'B', 'A', 'B', 'A'])).toEqual(['A', 'B']);
});
