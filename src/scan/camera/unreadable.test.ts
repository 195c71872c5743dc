import { expect, test } from 'vitest';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import type { Seen } from '#scan/decode/messages.ts';
import { createUnreadableTeller } from './unreadable.ts';

const part: Seen = { reads: [], laps: 0, unreadable: 'part' };
const nothing: Seen = { reads: [], laps: 0 };
const code: Seen = { reads: [{ text: 'D-1001' } as FrameRead], laps: 0 };

function toldOf(frames: readonly (readonly [seen: Seen, atMs: number])[]): unknown[] {
  const told: unknown[] = [];
  const tell = createUnreadableTeller((why) => told.push(why));
  for (const [seen, atMs] of frames) tell(seen, atMs);
  return told;
}

test('a part is said once, through the frames that miss it', () => {
  expect(
    toldOf([
      [part, 0],
      [nothing, 300],
      [part, 600],
      [nothing, 1_500],
    ]),
  ).toEqual(['part']);
});

test('it is said no more where it has been away for a second, or a code is read', () => {
  expect(
    toldOf([
      [part, 0],
      [nothing, 1_001],
    ]),
  ).toEqual(['part', undefined]);
  expect(
    toldOf([
      [part, 0],
      [code, 100],
    ]),
  ).toEqual(['part', undefined]);
});

test('another reason takes its place', () => {
  expect(
    toldOf([
      [part, 0],
      [{ ...nothing, unreadable: 'letters' }, 100],
    ]),
  ).toEqual(['part', 'letters']);
});
