import { describe, expect, test } from 'vitest';
import { createCollector } from './collector.ts';
import { type WedgeProfile, defaultWedgeProfile } from './profile.ts';

/** A scanner at `gapMs` a key; `\r` in what it types is its Enter. */
function scanner(profile: Partial<WedgeProfile> = {}) {
  const told: string[] = [];
  const before: string[][] = [];
  const collector = createCollector({
    profile: () => ({ ...defaultWedgeProfile, ...profile }),
    now: () => 0,
    onScan: ({ text, source }) => told.push(source === 'wedge' ? text : `${text} typed`),
    onSplit(pull) {
      told.push(`${pull.first.text} was ${pull.texts.join('|')}`);
      before.push(pull.before.map(({ text }) => text));
    },
    onBlank: () => told.push('blank'),
  });
  function type(keys: string, fromMs: number, gapMs = 4): number {
    const times = Array.from(keys, (_, index) => fromMs + index * gapMs);
    Array.from(keys).forEach((key, index) => {
      const atMs = times[index] ?? 0;
      if (key !== '\r') collector.add('keys', { text: key, atMs });
      else if (collector.text === '') collector.endAgain(atMs);
      else collector.end(atMs);
    });
    return times.at(-1) ?? fromMs;
  }
  return { collector, told, before, type };
}

test.each<[string, string, string[]]>([
  [
    'of three lines',
    'PN:7781\rQTY:5\rLOT:A9\r',
    ['PN:7781', 'PN:7781 was PN:7781|QTY:5', 'PN:7781 was PN:7781|QTY:5|LOT:A9'],
  ],
  ['with a line of one letter', 'D-1001\rA\r', ['D-1001', 'D-1001 was D-1001|A']],
  ['that begins with a line of one letter', '1\rD-1001\r', ['1 typed', '1 was 1|D-1001']],
  ['with an empty line', 'D-1003\r\r\rS-01-B\r', ['D-1003', 'D-1003 was D-1003|S-01-B']],
  ['of two equal lines', 'D-1001\rD-1001\r', ['D-1001', 'D-1001 was D-1001|D-1001']],
])('nothing behind the first line of a code %s is a scan', (_, keys, expected) => {
  const { told, type } = scanner();
  type(keys, 0);
  expect(told).toEqual(expected);
});

test('a slow scanner’s lines, an empty one between them, are one pull by its own key gap', () => {
  const { told, type } = scanner({ keyGapMs: 150 });
  type('D-1003\r\rS-01-B\r', 0, 120);
  expect(told).toEqual(['D-1003', 'D-1003 was D-1003|S-01-B']);
});

test.each([100, 101])(
  'a code that begins %i ms behind the last ending is of the same pull up to a key gap',
  (gapMs) => {
    const { told, type } = scanner();
    type('S-01-B\r', type('D-1003\r', 0) + gapMs);
    expect(told).toEqual(['D-1003', gapMs === 100 ? 'D-1003 was D-1003|S-01-B' : 'S-01-B']);
  },
);

test('the next pull is a scan again', () => {
  const { told, type } = scanner();
  type('D-1001\r', type('D-1003\rS-01-B\r', 0) + 300);
  expect(told.at(-1)).toBe('D-1001');
});

describe('a scanner that sends many codes at once, with pauses of its own', () => {
  test('is known by the first two that come within a key gap; what came too soon before them for a hand is of it', () => {
    const { before, type } = scanner();
    let atMs = 0;
    for (const [code, gapMs] of [
      ['D-1001', 400],
      ['S-01-A', 130],
      ['D-1002', 130],
      ['S-02-A', 60],
    ] as const)
      atMs = type(`${code}\r`, atMs + gapMs);
    expect(before).toEqual([['D-1001', 'S-01-A']]);
  });

  test('sends nothing more that is a scan, until it is quiet for longer than a hand needs', () => {
    const { told, type } = scanner();
    let atMs = type('D-1001\rS-01-A\r', 0);
    for (const gapMs of [130, 240, 60]) atMs = type('D-1002\r', atMs + gapMs);
    expect(told.filter((one) => !one.includes(' was '))).toEqual(['D-1001']);
    type('D-1003\r', atMs + 260);
    expect(told.at(-1)).toBe('D-1003');
  });

  test('takes in no scan of a hand before it', () => {
    const { before, type } = scanner();
    type('S-01-A\rS-02-A\r', type('D-1001\r', 0) + 260);
    expect(before).toEqual([[]]);
  });
});

test('a clock that begins anew makes no rest of the next pull', () => {
  const { told, type } = scanner();
  type('D-1001\r', 5_000);
  type('S-01-A\r', 100);
  expect(told).toEqual(['D-1001', 'S-01-A']);
});

test('what a person types behind Enter is no pull, however soon', () => {
  const { told, type } = scanner();
  type('S-01\r', type('D-1001\r', 0, 150) + 90, 150);
  expect(told).toEqual(['D-1001 typed', 'S-01 typed']);
});

test('a person who begins to type behind a scan has typed', () => {
  const { told, type } = scanner();
  type('1250\r', type('D-1001\r', 0) + 90, 150);
  expect(told).toEqual(['D-1001', '1250 typed']);
});

test('a last line that no ending ends is told by the silence behind it', () => {
  for (const rest of ['QTY:5', 'A']) {
    const { collector, told, type } = scanner();
    collector.endSilence(type(`D-1001\r${rest}`, 0) + 401);
    expect(told).toEqual(['D-1001', `D-1001 was D-1001|${rest}`]);
    expect(collector.text).toBe('');
  }
});

test('of a scanner without an ending, a stall longer than its silence is no second pull', () => {
  const { collector, told, type } = scanner({ terminator: 'none' });
  const lastMs = type('D-10', 0);
  collector.endSilence(lastMs + 90);
  type('01', lastMs + 90);
  collector.endSilence(lastMs + 200);
  expect(told).toEqual(['D-10', 'D-10 was D-10|01']);
});

test('a text put in at once that silence has ended is no pull with the keys behind that', () => {
  const { collector, told, type } = scanner();
  collector.add('text', { text: 'D-1001', atMs: 0 });
  collector.endText(450);
  type('S-01\r', 450);
  expect(told).toEqual(['D-1001', 'S-01']);
});

test('the other output’s copy of a code is no second line', () => {
  const { collector, told, type } = scanner();
  const endedMs = type('D-1001\r', 0);
  collector.add('text', { text: 'D-1001', atMs: endedMs + 10 });
  collector.endText(endedMs + 10);
  expect(told).toEqual(['D-1001']);
});

test('an ending by itself behind the rest is no blank scan', () => {
  const { told, type } = scanner();
  type('D-1001\r\u0002\r', 0);
  expect(told).toEqual(['D-1001']);
});

describe('a number that the app ends or drops, as a person has left it without Enter', () => {
  test('keeps what goes on right behind its last key: it was the head of a burst', () => {
    const { collector, told, type } = scanner();
    collector.add('keys', { text: '9', atMs: 0 });
    collector.clear(true);
    collector.end(type('250-A', 40));
    expect(told).toEqual(['9250-A']);
  });

  test('is undone by what goes on right behind its last key, which is no code', () => {
    const { collector, told, type } = scanner();
    collector.add('keys', { text: '9', atMs: 0 });
    collector.end(300, undefined, true); // the page was busy, and more keys are on their way
    collector.end(type('250-A', 40));
    expect(told).toEqual(['9 typed', '9 was 9|250-A']);
  });

  test('is a number, and no part of the next pull', () => {
    const { collector, told, type } = scanner();
    collector.add('keys', { text: '9', atMs: 0 });
    collector.end(300, undefined, true);
    collector.add('keys', { text: '8', atMs: 1_000 });
    collector.clear(true);
    collector.end(type('D-1001', 1_200));
    expect(told).toEqual(['9 typed', 'D-1001']);
  });
});
