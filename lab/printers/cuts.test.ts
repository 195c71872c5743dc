import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PrinterHabits } from '#standin/printerHabits.ts';
import { type Attempted, LABEL, attempt } from './attempt.ts';

/** Orders of what a printer does for a label: the manuals say nothing of it. */
const orders: readonly PrinterHabits['order'][] = [
  ['paper', 'count', 'number'],
  ['number', 'count', 'paper'],
  ['count', 'paper', 'number'],
  ['number', 'paper', 'count'],
];
/** Tells whether what was said of labels is so: no more of them than asked, all of those that are printed, none of those kept back. */
const isTrue =
  (labels: number) =>
  ({ end, papers, left }: Pick<Attempted, 'end' | 'papers' | 'left'>): boolean => {
    if (end.is === 'printed') return papers === labels;
    if (end.is === 'unknown') return papers <= labels && left.length > 0;
    return papers === 0 && left.length === 0;
  };
const two = LABEL.replace('^XZ', '^PQ2^XZ');

describe('a cut at each byte puts no label on paper twice without a person’s word', () => {
  test.each(orders)('sent or heard, of a printer that does %s, %s, %s', async (...order) => {
    const ends = new Map<string, number>();
    for (const of of ['taken', 'said'] as const) {
      const habits = { order };
      const whole = (await attempt({ habits, text: two, labels: 2 })).bytes[0]?.[of] ?? 0;
      expect(whole).toBeGreaterThan(200);
      for (let after = 0; after <= whole; after += 1) {
        const where = `${of} ${after}`;
        const { end, papers, left } = await attempt({ habits, text: two, labels: 2, cuts: [{ after, of }] });
        expect({ where, end, papers, left }).toSatisfy(isTrue(2));
        ends.set(end.is, (ends.get(end.is) ?? 0) + 1);
      }
    }
    // All three come of it, so that none of them holds for lack of a case.
    expect([...ends.keys()].sort()).toEqual(['kept-back', 'printed', 'unknown']);
  });
});

test('a half label that was gone with its line is sent again, once, and one that stayed is not', async () => {
  const cut = { after: 190, of: 'taken' } as const;
  const dropped = await attempt({ habits: { halfAfterCut: 'dropped' }, cuts: [cut] });
  expect(dropped).toMatchObject({ end: { is: 'printed', knownBy: 'count' }, papers: 1, left: [false, true] });
  const kept = await attempt({ habits: { halfAfterCut: 'kept' }, cuts: [cut] });
  expect(kept).toMatchObject({ end: { is: 'unknown', cause: 'cut' }, papers: 0, left: [false] });
  const twice = await attempt({ habits: { halfAfterCut: 'dropped' }, cuts: [cut, { after: 190, of: 'taken' }] });
  expect(twice).toMatchObject({ end: { is: 'unknown', cause: 'cut' }, left: [false, true] });
});

test('what is in the printer and begins between the two looks keeps it from being sent again', async () => {
  const tried = await attempt({
    habits: { halfAfterCut: 'dropped' },
    cuts: [{ after: 190, of: 'taken' }],
    // Not in its status, nor in its count: and then it is.
    onFirstByte: ({ machine, time }) => time.at(time.now() + 500, () => machine.enter(() => {}).take(LABEL)),
  });
  expect(tried).toMatchObject({ end: { is: 'unknown', cause: 'cut' }, papers: 1, left: [false] });
});

const habits: fc.Arbitrary<Partial<PrinterHabits>> = fc.record({
  order: fc.constantFrom(...orders),
  knowsNumbers: fc.boolean(),
  isSilentUnderFault: fc.boolean(),
  knowsErrors: fc.boolean(),
  halfAfterCut: fc.constantFrom('kept', 'dropped'),
  beginInHalf: fc.constantFrom('anew', 'goes-on'),
  reprintsSpoiled: fc.boolean(),
  keepsLabels: fc.boolean(),
  savesCount: fc.constantFrom<PrinterHabits['savesCount'][]>('always', 3),
});
const cut = fc.record({ after: fc.nat({ max: 700 }), of: fc.constantFrom('taken', 'said'), isLate: fc.boolean() });
const fault = fc.constantFrom('paper-out', 'ribbon-out', 'head-open', 'cutter', 'paused');
/** A thing that befalls a printer, at a time in milliseconds after the first byte. A printer takes ten seconds to start. */
const mishap = fc.record({
  at: fc.nat({ max: 3_000 }),
  what: fc.oneof(
    fc.record({ kind: fc.constant('fault'), fault, forMs: fc.nat({ max: 90_000 }) }),
    fc.record({ kind: fc.constant('torn'), forMs: fc.nat({ max: 90_000 }) }),
    fc.record({ kind: fc.constant('power'), forMs: fc.integer({ min: 10_000, max: 60_000 }) }),
    fc.record({ kind: fc.constant('other'), many: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('cut') }),
  ),
});

test('whatever befalls a printer, and whatever its habits: no label twice without a person’s word, and “printed” is on paper', async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      habits,
      fc.array(fc.option(cut, { nil: undefined }), { maxLength: 2 }),
      fc.array(mishap, { maxLength: 3 }),
      async (own, cuts, mishaps) => {
        const { end, papers, left } = await attempt({
          habits: own,
          cuts,
          onFirstByte: (world) => {
            const { time } = world;
            const later = (ms: number, done: () => void): void => void time.at(time.now() + ms, done);
            for (const { at, what } of mishaps) {
              later(at, () => {
                const { machine } = world;
                if (what.kind === 'fault') {
                  machine.setFault(what.fault, true);
                  later(what.forMs, () => machine.setFault(what.fault, false));
                } else if (what.kind === 'torn') {
                  machine.spoil();
                  later(what.forMs, () => machine.setFault('paper-out', false));
                } else if (what.kind === 'power') {
                  machine.powerOff();
                  world.refuses = true;
                  world.wires.forEach((wire) => wire.cut());
                  later(what.forMs, () => (world.refuses = false));
                } else if (what.kind === 'other') {
                  const entry = machine.enter(() => {});
                  entry.take(`^XA^FO1,1^FDother^FS^PQ${what.many}^XZ`);
                  entry.end();
                } else world.wires.forEach((wire) => wire.cut());
              });
            }
            // Whoever prints is stopped at last: no fault lasts for ever.
            later(600_000, () => world.stop.abort());
          },
        });
        ends.add(end.is);
        expect({ end, papers, left }).toSatisfy(isTrue(1));
      },
    ),
    { numRuns: 2_000, seed: 20_261_130 },
  );
  expect([...ends].sort()).toEqual(['kept-back', 'printed', 'unknown']);
});

test('the one way to two: a printer that hides bytes of the old line, and prints them after it stood ready on the new one', async () => {
  // docs/limits.md: without a fault, a buffered label, half a label, or a count that rose, nothing tells it.
  const { end, papers } = await attempt({
    cuts: [{ after: 190, of: 'taken' }],
    habits: { halfAfterCut: 'dropped' },
    ports: ({ machine }) => ({
      async mayLeave(isAgain) {
        if (isAgain) machine.enter(() => {}).take(LABEL);
        return true;
      },
    }),
  });
  expect({ end, papers }).toEqual({ end: { is: 'unknown', cause: 'other-count' }, papers: 2 });
});
