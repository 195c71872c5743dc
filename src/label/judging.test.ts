import { describe, expect, test } from 'vitest';
import type { PrinterLook } from './asking.ts';
import { type JudgedLabel, type KnownOfLabel, judgeLook, judgeAfterCut, whyNot } from './judging.ts';
import { ready } from './printerStatus.ts';

const one: PrinterLook = { standing: ready, count: 11, numbers: 1 };
const known: KnownOfLabel = {
  tells: 'count-and-numbers',
  labels: 1,
  before: 10,
  look: one,
  quietMs: 0,
  readyMs: 0,
};
const printed: JudgedLabel = { is: 'printed', knownBy: 'count' };
const taken: JudgedLabel = { is: 'printed', knownBy: 'taken' };
const look: JudgedLabel = { is: 'look' };
const unknown = (cause: Extract<JudgedLabel, { is: 'unknown' }>['cause']): JudgedLabel => ({ is: 'unknown', cause });

describe('a look at a printer that has the label', () => {
  test.each<[string, Partial<KnownOfLabel>, now: JudgedLabel, afterHalfAMinute: JudgedLabel]>([
    ['its count rose, and the number came back', {}, printed, printed],
    ['not yet', { look: { ...one, count: 10, numbers: 0 } }, look, unknown('no-end')],
    ['the number alone', { look: { ...one, count: 10 } }, look, unknown('no-end')],
    ['the count alone', { look: { ...one, numbers: 0 } }, look, unknown('no-numbers')],
    [
      'the count alone, and it is busy',
      { look: { ...one, numbers: 0, standing: { ...ready, isBusy: true } } },
      look,
      unknown('no-end'),
    ],
    [
      'two, and one was asked',
      { look: { ...one, count: 12, numbers: 2 } },
      unknown('other-count'),
      unknown('other-count'),
    ],
    ['the count fell', { look: { ...one, count: 3 } }, unknown('other-count'), unknown('other-count')],
    [
      'two, and it prints yet',
      { look: { ...one, count: 12, standing: { ...ready, isBusy: true } } },
      look,
      unknown('other-count'),
    ],
    ['one of three', { labels: 3 }, look, unknown('other-count')],
    ['three of three, one number', { labels: 3, look: { ...one, count: 13 } }, look, unknown('no-numbers')],
    ['three of three', { labels: 3, look: { ...one, count: 13, numbers: 3 } }, printed, printed],
    ['it has labels yet', { look: { ...one, standing: { ...ready, isBusy: true } } }, look, unknown('no-end')],
    ['it has half a label', { look: { ...one, standing: { ...ready, hasHalf: true } } }, look, unknown('no-end')],
    ['it says nothing of itself', { look: { count: 11, numbers: 1 } }, look, unknown('no-end')],
    ['it tells no count', { look: { standing: ready, numbers: 1 } }, look, unknown('no-end')],
    [
      'nobody read how many it makes',
      { labels: undefined, readyMs: 1_000 },
      unknown('no-labels-read'),
      unknown('no-labels-read'),
    ],
    ['the same, and it was not ready for a second', { labels: undefined }, look, unknown('no-labels-read')],
    [
      'the same, and nothing rose',
      { labels: undefined, readyMs: 9_000, look: { ...one, count: 10, numbers: 0 } },
      look,
      unknown('no-labels-read'),
    ],
    ['a count alone', { tells: 'count', look: { ...one, numbers: 0 } }, taken, taken],
    [
      'a count alone, two',
      { tells: 'count', look: { ...one, count: 12 } },
      unknown('other-count'),
      unknown('other-count'),
    ],
    ['it tells nothing, and is ready', { tells: 'nothing', before: undefined, readyMs: 1_000 }, taken, taken],
    ['it tells nothing, and was ready this once', { tells: 'nothing', before: undefined }, look, unknown('no-end')],
    ['it tells nothing, and is silent', { tells: 'nothing', look: { numbers: 0 } }, look, unknown('no-end')],
  ])('%s', (_, given, now, later) => {
    expect(judgeLook({ ...known, ...given })).toEqual(now);
    expect(judgeLook({ ...known, quietMs: 30_000, ...given })).toEqual(later);
  });

  test.each(['count-and-numbers', 'count', 'nothing'] as const)(
    'a fault comes before everything, and has no end: %s',
    (tells) => {
      for (const labels of [1, undefined])
        for (const quietMs of [0, 30_000, 9_000_000])
          for (const seen of [one, { ...one, count: 10 }, { ...one, count: 99 }, { numbers: 0 }]) {
            const faulty: PrinterLook = { ...seen, standing: { ...ready, fault: 'paper-out' } };
            expect(judgeLook({ ...known, tells, labels, quietMs, look: faulty, readyMs: 9_000 })).toEqual({
              is: 'waits',
              cause: 'paper-out',
            });
          }
    },
  );
});

describe('a look on a new line after a cut', () => {
  const before: PrinterLook = { standing: ready, count: 10, own: 'A', numbers: 0 };
  const after = { labels: 1, before, look: before, numbers: 0 };

  test('the same printer, as it was: nothing of the label is on paper', () => {
    expect(judgeAfterCut(after)).toBe('untouched');
  });

  test('the count rose by its labels, and the number had come back: it is printed', () => {
    expect(judgeAfterCut({ ...after, look: { ...before, count: 11 }, numbers: 1 })).toBe('printed');
  });

  test.each<[string, Partial<PrinterLook>, numbers?: number]>([
    ['it is silent', { standing: undefined as never }],
    ['it tells a fault', { standing: { ...ready, fault: 'paper-out' } }],
    ['it has labels', { standing: { ...ready, isBusy: true } }],
    ['it has half a label', { standing: { ...ready, hasHalf: true } }],
    ['it is another one', { own: 'B' }],
    ['nobody knows which one it is', { own: undefined as never }],
    ['its count rose, and no number had come back', { count: 11 }],
    ['its count rose by more', { count: 12 }, 1],
    ['its count fell', { count: 9 }],
    ['it tells no count', { count: undefined as never }],
    ['the number had come back, and its count is as it was', {}, 1],
  ])('%s: nobody knows', (_, seen, numbers = 0) => {
    expect(judgeAfterCut({ ...after, look: { ...before, ...seen }, numbers })).toBe('unknown');
  });

  test('a label of which nobody read how many it makes is never sent again', () => {
    expect(judgeAfterCut({ ...after, labels: undefined })).toBe('unknown');
  });
});

test.each<[string, PrinterLook, tells: 'count-and-numbers' | 'nothing', ReturnType<typeof whyNot>]>([
  ['ready', { standing: ready, count: 1, own: 'A', numbers: 0 }, 'count-and-numbers', undefined],
  ['ready, and asked for no count', { standing: ready, numbers: 0 }, 'nothing', undefined],
  ['silent', { count: 1, own: 'A', numbers: 0 }, 'nothing', { cause: 'silent' }],
  [
    'without its number',
    { standing: ready, count: 1, numbers: 0 },
    'count-and-numbers',
    { cause: 'silent', detail: 'device.unique_id' },
  ],
  [
    'without its count',
    { standing: ready, own: 'A', numbers: 0 },
    'count-and-numbers',
    { cause: 'silent', detail: 'odometer.total_label_count' },
  ],
  [
    'with half a label and more',
    { standing: { isBusy: true, hasHalf: true }, numbers: 0 },
    'nothing',
    { cause: 'half-label' },
  ],
  ['busy', { standing: { isBusy: true, hasHalf: false }, numbers: 0 }, 'nothing', { cause: 'busy' }],
  [
    'with a fault',
    { standing: { isBusy: true, hasHalf: true, fault: 'cutter' }, numbers: 0 },
    'nothing',
    { cause: 'cutter' },
  ],
])('a printer that is %s gets the label or not', (_, seen, tells, why) => {
  expect(whyNot({ name: 'x', code: 'x', way: 'network', language: 'zpl', tells }, seen)).toEqual(why);
});
