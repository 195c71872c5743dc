import { describe, expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { NOW, REPLY, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { createMistakes } from '#ledger/mistakes.ts';
import type { ShiftTime } from './shiftAsked.ts';
import { type CountedShift, countingShift, createShiftCounter } from './countShift.ts';

const names = { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' };
const site = { ...unknownSite, answerRules: [{ matches: '^', verdict: 'accepted' as const }] };
const HOUR_MS = 3_600_000;
const TIME: ShiftTime = { from: NOW, until: NOW + HOUR_MS, zone: 'UTC' };

/** Enters a call, and keeps an answer of the service's own. */
async function enterAnswered(ledger: Ledger, key: string, at: number): Promise<void> {
  await ledger.receive(ledgerCall(key), at);
  await ledger.dispatch(ledgerCall(key), at);
  await ledger.answer(key, { ...REPLY, body: Buffer.from(`<string xmlns="${names.namespace}">OK</string>`) }, at);
}

async function unconfirmed(ledger: Ledger, key: string, at: number): Promise<void> {
  await ledger.receive(ledgerCall(key), at);
  await ledger.dispatch(ledgerCall(key), at);
  await ledger.giveUp(key, { cause: 'no-reply', detail: 'No answer came.' }, undefined, at);
}

async function wholeOf(counting: AsyncIterable<CountedShift>) {
  const parts: CountedShift[] = [];
  for await (const part of counting) parts.push(part);
  return { parts, whole: parts.at(-1) };
}

const kinds = await ledgerKinds();

describe.each(kinds)('a shift counted from $name', { timeout: 60_000 }, (kind) => {
  test('has the calls of its time alone, and of each doubt who settled it and how', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    const { ledger } = opened;
    await enterAnswered(ledger, 'call-0001', NOW);
    for (const n of [2, 3, 4]) await unconfirmed(ledger, `call-000${n}`, NOW + n);
    await enterAnswered(ledger, 'call-0005', NOW + HOUR_MS - 1);
    await enterAnswered(ledger, 'call-0006', NOW + HOUR_MS); // the first of the next
    const word = { version: 0, by: 'Ada' } as const;
    await ledger.decide({ ...word, id: 'word-1', key: 'call-0002', says: 'done' }, NOW);
    await ledger.decide({ ...word, id: 'word-2', key: 'call-0003', says: 'not-done', asker: '3' }, NOW);
    await createMistakes(ledger).say({ id: 'word-3', key: 'call-0005', by: '7', asker: '3', says: 'mistake' });
    const reader = place.reader();
    const { whole } = await wholeOf(countingShift({ reader, site: () => site, names }, TIME, NOW));
    expect(whole?.countedFrom).toBeUndefined();
    expect(whole?.sums).toMatchObject({
      all: { done: 3, open: 1, other: 1 },
      doubts: [
        { by: 'desk', says: 'done', many: 1 },
        { by: 'handheld', says: 'not-done', many: 1 },
        { by: 'nobody', many: 1 },
      ],
      mistakes: { many: 1, newest: [{ key: 'call-0005' }] },
      open: { newest: [{ key: 'call-0004' }] },
    });
    await reader.close();
  });

  test('is counted a thousand calls at a time, and a page that has no time left says from when on', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await Promise.all(
      Array.from({ length: 2_500 }, (_, n) => opened.ledger.receive(ledgerCall(`call-${10_000 + n}`), NOW + n)),
    );
    const reader = place.reader();
    const parts = { reader, site: () => site, names };
    const all = await wholeOf(countingShift(parts, TIME, NOW));
    expect(all.parts).toHaveLength(4);
    expect(all.whole?.sums.notSent.many).toBe(2_500);
    const hurried = await createShiftCounter({ ...parts, pageMs: 0 })('Vera', TIME, NOW);
    expect([hurried?.sums.all.other, hurried?.countedFrom]).toEqual([1_000, NOW + 1_500]);
    await reader.close();
  });

  test('is counted once for all who ask for it at the same time', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await enterAnswered(opened.ledger, 'call-0001', NOW);
    const reader = place.reader();
    let asked = 0;
    const stretch: typeof reader.stretch = (...values) => {
      asked += 1;
      return reader.stretch(...values);
    };
    const count = createShiftCounter({ reader: { ...reader, stretch }, site: () => site, names });
    const asking = Array.from({ length: 60 }, (_, n) => count(`person ${n}`, TIME, NOW));
    const counted = await Promise.all(asking);
    expect(counted.map((shift) => shift?.sums.all.done)).toEqual(Array(60).fill(1));
    expect(asked).toBe(1);
    await reader.close();
  });
});
