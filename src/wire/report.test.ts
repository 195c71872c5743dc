import { assert, constantFrom, json, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { type HandheldReport, REPORT_BYTES, decodeReport } from '#wire/report.ts';

const least: HandheldReport = { id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 0, person: 0 };
const whole: HandheldReport = {
  ...least,
  waiting: 1_000_000,
  oldest: 1e15,
  oldestS: 1e8,
  paused: 'key-refused',
  version: 'a'.repeat(40),
  kept: false,
  battery: 100,
  charging: true,
  warehouse: '1234567890',
  worker: '"'.repeat(60),
};
const read = (value: unknown): HandheldReport | undefined => decodeReport(JSON.stringify(value));

test('a report with everything in it is read as it was written, and fits into its header', () => {
  expect(JSON.stringify(whole).length).toBeLessThanOrEqual(REPORT_BYTES);
  expect(read(whole)).toEqual(whole);
  expect(read(least)).toEqual(least);
});

test('what is said beside the known members is left out: nothing of a handheld is kept that is not named here', () => {
  expect(read({ ...least, apiKey: 'secret-key-1', code: 'D-1001', __proto__: { worker: 'x' } })).toEqual(least);
});

test('a member out of its bounds makes it no report, whichever it is', () => {
  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    { id: '' },
    { id: 'x'.repeat(36) },
    { id: undefined },
    { waiting: -1 },
    { waiting: 1.5 },
    { waiting: 1_000_001 },
    { waiting: '3' },
    { person: null },
    { oldest: 0 },
    { oldestS: 5 },
    { oldest: 1, oldestS: -1 },
    { paused: 'tired' },
    { version: '<b>' },
    { version: '=1+1' },
    { kept: 'yes' },
    { battery: 101 },
    { charging: 1 },
    { warehouse: '1 OR 1' },
    { worker: '' },
    { worker: 'a\u0000b' },
    { worker: 'a\nb' },
    { worker: 'x'.repeat(61) },
  ];
  for (const member of wrong) expect(read({ ...least, ...member }), JSON.stringify(member)).toBeUndefined();
});

test('a worker’s id may have markup or a formula in it: who shows it escapes it', () => {
  for (const worker of ['<script>alert(1)</script>', '=HYPERLINK("http://x")', 'Ирина', '王'])
    expect(read({ ...least, worker })).toEqual({ ...least, worker });
});

test('a megabyte, no JSON and any JSON at all are no report or one within its bounds, and never an error', () => {
  expect(decodeReport(JSON.stringify({ ...least, more: 'x'.repeat(1_000_000) }))).toBeUndefined();
  for (const value of ['', '{', '[]', 'null', '7', '"x"']) expect(decodeReport(value)).toBeUndefined();
  assert(property(json(), (text) => void decodeReport(text)));
  const members = constantFrom(...Object.keys(whole));
  assert(
    property(members, jsonValue(), (name, value) => {
      const came = read({ ...whole, [name]: value });
      if (came === undefined) return;
      expect(came.waiting).toBeGreaterThanOrEqual(0);
      expect(came.waiting).toBeLessThanOrEqual(1_000_000);
      expect(came.battery ?? 0).toBeLessThanOrEqual(100);
      expect(Object.keys(whole)).toEqual(expect.arrayContaining(Object.keys(came)));
    }),
  );
});
