import { expect, test } from 'vitest';
import { type Collector, createCollector } from './collector.ts';
import { type WedgeProfile, defaultWedgeProfile } from './profile.ts';
import type { Scan } from '#scan/scan.ts';

interface Rig {
  readonly collector: Collector;
  readonly scans: Scan[];
  readonly blanks: number[];
  /** Adds characters `gapMs` apart. @returns when the last one came. */
  type(text: string, fromMs: number, gapMs?: number): number;
}

function rig(profile: Partial<WedgeProfile> = {}): Rig {
  const scans: Scan[] = [];
  const blanks: number[] = [];
  const collector = createCollector({
    profile: () => ({ ...defaultWedgeProfile, ...profile }),
    now: () => 1_700_000_000_000,
    onScan: (scan) => void scans.push(scan),
    onBlank: () => void blanks.push(1),
  });
  return {
    collector,
    scans,
    blanks,
    type(text, fromMs, gapMs = 2) {
      Array.from(text).forEach((character, index) =>
        collector.add('keys', { text: character, atMs: fromMs + index * gapMs }),
      );
      return fromMs + (text.length - 1) * gapMs;
    },
  };
}

test('a burst is a scan of the wedge, slow keys are a typed one', () => {
  const { collector, scans, type } = rig();
  collector.end(type('D-1001', 0));
  collector.end(type('D-1002', 5_000, 180));
  expect(scans).toEqual([
    { text: 'D-1001', source: 'wedge', at: 1_700_000_000_000 },
    { text: 'D-1002', source: 'typed', at: 1_700_000_000_000 },
  ]);
});

test('fifty pulls, each just more than a key gap behind the last, are fifty scans in order', () => {
  const { collector, scans, type } = rig();
  const codes = Array.from({ length: 50 }, (_, index) => `D-${1000 + index}`);
  let atMs = 0;
  for (const code of codes) {
    const endedMs = type(code, atMs, 0);
    collector.end(endedMs);
    atMs = endedMs + defaultWedgeProfile.keyGapMs + 1;
  }
  expect(scans.map(({ text }) => text)).toEqual(codes);
});

test('a listener that throws loses no later code', () => {
  const taken: string[] = [];
  const collector = createCollector({
    profile: () => defaultWedgeProfile,
    now: () => 0,
    onScan({ text }) {
      taken.push(text);
      if (text === 'D-1001') throw new Error('the screen is broken');
    },
  });
  collector.add('text', { text: 'D-1001', atMs: 0 });
  expect(() => collector.endText(1)).toThrow('broken');
  collector.add('text', { text: 'D-1002', atMs: 500 });
  collector.endText(501);
  expect(taken).toEqual(['D-1001', 'D-1002']);
  expect(collector.text).toBe('');
});

test('silence ends a burst, never what a person types', () => {
  const { collector, scans, type } = rig();
  type('D-1', 0, 180);
  collector.endSilence(1_000);
  expect([scans.length, collector.text]).toEqual([0, 'D-1']);
  collector.clear();
  type('D-1001', 2_000);
  collector.endSilence(2_500);
  expect([scans.length, collector.text]).toEqual([1, '']);
});

test('a scanner whose codes have always had an ending may stall longer, until one has none', () => {
  const { collector, scans, type } = rig();
  expect(collector.silenceMs).toBe(400);
  for (const fromMs of [0, 1_000, 2_000]) collector.end(type('D-1001', fromMs));
  expect(collector.silenceMs).toBe(1_200);
  type('D-10', 3_000);
  collector.end(type('02', 4_000)); // a stall of nearly a second
  expect(scans.at(-1)).toMatchObject({ text: 'D-1002', source: 'wedge' });
  type('D-1003', 6_000);
  collector.endSilence(7_300);
  expect(scans.at(-1)).toMatchObject({ text: 'D-1003' });
  expect(collector.silenceMs).toBe(400);
});

test('a burst is in the middle of its code until silence ends it, a person’s text only for a moment', () => {
  const { collector, type } = rig();
  const lastMs = type('D-1001', 0);
  expect([collector.isFlowing(lastMs + 390), collector.isFlowing(lastMs + 410)]).toEqual([true, false]);
  collector.clear();
  const quickMs = type('D-1001', 1_000, 70);
  expect([collector.isFlowing(quickMs + 90), collector.isFlowing(quickMs + 110)]).toEqual([true, false]);
});

test('what a person types and ends says nothing of the scanner', () => {
  const { collector, type } = rig();
  for (const fromMs of [0, 5_000, 10_000, 15_000]) collector.end(type('D-1001', fromMs, 180));
  expect(collector.silenceMs).toBe(400);
});

test.each(['', '   ', '\u0002'])('an ending after %j is a blank', (text) => {
  const { collector, scans, blanks, type } = rig();
  collector.end(type(text, 0));
  expect([scans.length, blanks.length]).toEqual([0, 1]);
});

test('a burst shorter than a code is noise, a short typed code is not', () => {
  const { collector, scans, type } = rig();
  collector.end(type('A1', 0));
  collector.end(type('A1', 1_000, 200));
  expect(scans).toMatchObject([{ text: 'A1', source: 'typed' }]);
});

test('a half-typed text stays beside a code that is put in at once', () => {
  const { collector, scans, type } = rig();
  type('12', 0, 200);
  collector.add('text', { text: 'D-1001', atMs: 3_000 });
  collector.end(3_005);
  expect(scans.map(({ text }) => text)).toEqual(['D-1001']);
  expect(collector.text).toBe('12');
});

test('a text that never got its ending is no part of the next code', () => {
  const { collector, scans, type } = rig({ terminator: 'enter' });
  collector.add('text', { text: 'D-1000', atMs: 0 });
  collector.end(type('D-1001', 5_000));
  expect(scans).toMatchObject([{ text: 'D-1001', notice: { kind: 'unfinished', text: 'D-1000' } }]);
});

test('keys and text of one code, in either order and mixed, are one scan', () => {
  const { collector, scans, type } = rig();
  type('D-10', 0);
  collector.add('text', { text: 'D-1001', atMs: 8 });
  collector.end(type('01', 10));
  expect(scans).toMatchObject([{ text: 'D-1001', notice: { kind: 'doubled' } }]);
  collector.add('text', { text: 'D-1001', atMs: 15 });
  collector.endText(15);
  expect([scans.length, collector.text]).toEqual([1, '']);
});

test('the last character can be taken back', () => {
  const { collector, type } = rig();
  type('D-1', 0, 200);
  collector.back();
  expect(collector.text).toBe('D-');
});

test('prefix and identifier come off what is typed', () => {
  const { collector, scans, type } = rig({ prefix: '*' });
  collector.end(type('*]C1D-1001', 0));
  expect(scans).toMatchObject([{ text: 'D-1001', symbology: 'GS1-128' }]);
});

test('where only an ending ends a code, a stall of 1.5 s is still in it, and after a longer one another code begins', () => {
  const codes = [1_500, 1_501].map((stallMs) => {
    const { collector, scans, type } = rig({ terminator: 'enter' });
    collector.end(type('1002', type('D-1', 0) + stallMs));
    return scans;
  });
  expect(codes).toMatchObject([
    [{ text: 'D-11002', source: 'wedge' }],
    [{ text: '1002', source: 'wedge', notice: { kind: 'unfinished', text: 'D-1' } }],
  ]);
});

test('where only an ending ends a code, a burst is in the middle of it for 1.5 s', () => {
  const { collector, type } = rig({ terminator: 'enter' });
  const lastMs = type('D-1001', 0);
  expect([collector.isFlowing(lastMs + 1_500), collector.isFlowing(lastMs + 1_501)]).toEqual([true, false]);
});

test('a burst of two digits is noise, but where a badge is asked for and an ending key ends it', () => {
  const task = rig();
  task.collector.end(task.type('42', 0));
  expect([task.scans, task.blanks.length]).toEqual([[], 1]);
  const badge = rig({ minEnded: 1 });
  const typedMs = badge.type('42', 0);
  badge.collector.endSilence(typedMs + 500);
  expect(badge.scans).toEqual([]); // no key has ended it: two keys may be anybody's
  badge.collector.end(typedMs + 510);
  expect(badge.scans).toMatchObject([{ text: '42', source: 'wedge' }]);
});
