import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { crc32 } from './checksum.ts';
import { type CollectedFrames, addFrame, framesOf, missingIn, textOfFrames } from './frames.ts';
import { UnreadableQueue } from './unreadableQueue.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A text that deflates as badly as identifiers do. */
function identifiers(many: number): string {
  return Array.from({ length: many }, (_, index) => crc32(Uint8Array.of(index, index >> 8, 7)).repeat(2)).join();
}

function collect(frames: readonly string[], start?: CollectedFrames): CollectedFrames | undefined {
  return frames.reduce((collected, frame) => addFrame(collected, frame).collected, start);
}

test('the checksum is the one of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe('CBF43926');
  expect(crc32(new Uint8Array())).toBe('00000000');
});

test('any text comes out as it went in, whatever the order of its frames and however often each is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.nat(400).map(identifiers)),
      fc.infiniteStream(fc.nat()),
      async (text, picks) => {
        const frames = await framesOf(text);
        const left = [...frames];
        const read: string[] = [];
        for (const pick of picks) {
          if (left.length === 0) break;
          read.push(...(pick % 3 === 0 ? read.slice(-2) : left.splice(pick % left.length, 1)));
        }
        const collected = collect(read);
        expect(collected && missingIn(collected)).toEqual([]);
        expect(collected && (await textOfFrames(collected))).toBe(text);
      },
    ),
    { numRuns: 100 },
  );
});

test('what is missing is known by its number, and nothing comes of a part', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60, max: 300 }), fc.infiniteStream(fc.boolean()), async (many, losses) => {
      const frames = await framesOf(identifiers(many));
      const lost = frames.map((_, index) => index === 0 || losses.next().value === true);
      const collected = collect(frames.filter((_, index) => !lost[index]));
      fc.pre(collected !== undefined);
      expect(missingIn(collected)).toEqual(lost.flatMap((isLost, index) => (isLost ? [index + 1] : [])));
      await expect(textOfFrames(collected)).rejects.toThrow(UnreadableQueue);
    }),
    { numRuns: 40 },
  );
});

describe('a frame', () => {
  test('is short enough for a code that a handheld reads, and has nothing that Caps Lock changes', async () => {
    const frames = await framesOf(identifiers(300));
    expect(frames.length).toBeGreaterThan(5);
    for (const frame of frames) {
      expect(frame.length).toBeLessThanOrEqual(311);
      expect(frame).toMatch(/^[0-9A-Z:/]+$/); // the alphanumeric mode of QR codes
    }
    expect(await framesOf(identifiers(300))).toEqual(frames);
    const collected = collect(frames.map((frame) => ` ${frame.toLowerCase()}\r\n`));
    expect(collected && (await textOfFrames(collected))).toBe(identifiers(300));
  });

  test('with one wrong, missing or additional character is broken, and changes nothing', async () => {
    const frames = await framesOf(identifiers(100));
    const whole = frames[1] ?? '';
    const collected = collect(frames.slice(0, 1));
    fc.assert(
      fc.property(
        fc.integer({ min: 9, max: whole.length - 1 }),
        fc.constantFrom('', 'A', 'QQ', '7', ':'),
        (at, wrong) => {
          const frame = whole.slice(0, at) + wrong + whole.slice(at + 1);
          fc.pre(frame !== whole);
          expect(addFrame(collected, frame)).toEqual({ kind: 'broken', collected });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of another sequence is told apart, and one that was read before too', async () => {
    const [frames, others] = await Promise.all([framesOf(identifiers(200)), framesOf(identifiers(201))]);
    const collected = collect(frames.slice(0, 2));
    expect(addFrame(collected, others[0] ?? '')).toEqual({ kind: 'other', number: 1, collected });
    expect(addFrame(collected, frames[1] ?? '')).toEqual({ kind: 'repeat', number: 2, collected });
    expect(addFrame(collected, frames[2] ?? '')).toMatchObject({ kind: 'added', number: 3 });
  });

  test.each(['D-1001', '', 'SCAN', 'https://example.com/SCANLINE1'])('%j is none', (text) => {
    expect(addFrame(undefined, text)).toEqual({ kind: 'none', collected: undefined });
  });

  test.each(['SCANLINE1:', 'SCANLINE2:00000000:1/1:0000:AA', 'SCANLINE1:00000000:0/0:0000:A'])(
    '%j is a broken one',
    (text) => {
      expect(addFrame(undefined, text)).toEqual({ kind: 'broken', collected: undefined });
    },
  );
});

test('a browser that cannot deflate sends plain frames, which every one reads', async () => {
  vi.stubGlobal('CompressionStream', undefined);
  const frames = await framesOf(identifiers(40));
  vi.unstubAllGlobals();
  expect(frames.length).toBeGreaterThan((await framesOf(identifiers(40))).length);
  const collected = collect(frames);
  expect(collected && (await textOfFrames(collected))).toBe(identifiers(40));
});

test('a few bytes that unpack to a flood are refused', async () => {
  const frames = await framesOf('0'.repeat(9 * 1024 * 1024));
  expect(frames.length).toBeLessThan(200);
  const collected = collect(frames);
  await expect(collected && textOfFrames(collected)).rejects.toThrow(UnreadableQueue);
});
