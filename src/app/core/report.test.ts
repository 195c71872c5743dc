import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORT_BYTES, decodeReport, encodeReport } from '#wire/report.ts';
import { type State, allStates } from '#outbox/state/queuedCall.ts';
import { owedKinds } from '#outbox/state/owed.ts';
import { noTotals } from '#outbox/store/database.ts';
import { type ReportFacts, reportOf } from './report.ts';

const facts: ReportFacts = {
  id: '0b5c7f9e-1111-4222-8333-444455556666',
  heard: 1_700_000_000_000,
  queue: {
    totals: { ...noTotals, waiting: 3, sending: 1, unconfirmed: 2, asking: 1 },
    owed: [1, 2, 3, 4].map((seq) => ({ seq, operator: '7', kind: 'held' }) as const),
    pause: 'on-hold',
  },
  oldest: { seq: 2, seenForMs: 61_900 },
  version: '0.2.0-abc',
  isPersisted: true,
  battery: { level: 0.424, charging: false },
  warehouse: '4',
  worker: '7',
};

test('a report says what goes by itself, what needs a person, since when, and what of the device may end it', () => {
  expect(reportOf(facts)).toEqual({
    id: facts.id,
    waiting: 4,
    person: 4,
    doubts: 2,
    heard: 1_700_000_000_000,
    oldest: 2,
    oldestS: 61,
    paused: 'on-hold',
    version: '0.2.0-abc',
    kept: true,
    battery: 42,
    charging: false,
    warehouse: '4',
    worker: '7',
  });
});

test('what this handheld does not know or may not say is left out', () => {
  const { totals, owed } = facts.queue;
  const little = {
    ...facts,
    queue: { totals, owed },
    heard: undefined,
    oldest: undefined,
    isPersisted: undefined,
  };
  const report = reportOf({ ...little, battery: undefined, warehouse: '', worker: '' });
  expect(Object.keys(report)).toEqual(['id', 'waiting', 'person', 'doubts', 'version']);
});

test('whatever is entered on the handheld, the gateway reads its report as it was made, in a header of ASCII', () => {
  const count = fc.nat({ max: 100_000 });
  const changed = fc.record({
    queue: fc.record({
      totals: fc.record(Object.fromEntries(allStates.map((state) => [state, count])) as Record<State, typeof count>),
      owed: fc.array(fc.record({ seq: count, operator: fc.constant('7'), kind: fc.constantFrom(...owedKinds) })),
    }),
    battery: fc.option(fc.record({ level: fc.double({ min: 0, max: 1, noNaN: true }), charging: fc.boolean() }), {
      nil: undefined,
    }),
    warehouse: fc.oneof(fc.string(), fc.constant('12')),
    worker: fc.oneof(fc.string({ unit: 'binary', maxLength: 70 }), fc.constant('Ирина')),
  });
  fc.assert(
    fc.property(changed, (more) => {
      const report = reportOf({ ...facts, ...more });
      const value = encodeReport(report);
      expect(value).toMatch(/^[ -~]*$/);
      // sixty letters beyond ASCII may be too long: then the hello counts, and the report does not
      expect(decodeReport(value)).toEqual(value.length <= REPORT_BYTES ? report : undefined);
    }),
  );
});

test('no member of a report can hold the access key: none of its facts is the key, a code, an answer or a parameter', () => {
  const key = 'secret-key-8251';
  const foreign = {
    ...facts,
    apiKey: key,
    parameters: [['apiKey', key]],
    queue: { ...facts.queue, text: key, lastAnswerAt: 1 },
  };
  expect(encodeReport(reportOf(foreign))).not.toContain(key);
});
