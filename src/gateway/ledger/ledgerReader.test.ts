import { afterAll, describe, expect, test } from 'vitest';
import type { Ledger } from './ledger.ts';
import { type LedgerReader, walkBack } from './ledgerReader.ts';
import { REPLY, ledgerCall, startLedgerKinds } from '#gateway/testing/ledgerRig.ts';

const NOW = Date.now();
const NEWEST = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

const both = await startLedgerKinds();
afterAll(() => both[Symbol.asyncDispose]());

/** So many calls that were answered, three to a millisecond. */
async function fill(ledger: Ledger, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const key = `call-${String(i).padStart(5, '0')}`;
    const operation = i % 10 === 0 ? 'CompleteBag' : 'RevertOff';
    await ledger.receive(ledgerCall(key, { fingerprint: `print-${i}`, operation }), NOW + Math.floor(i / 3));
  }
}

async function walkAll(reader: LedgerReader, mostMs?: number): Promise<string[]> {
  const keys: string[] = [];
  let place: typeof NEWEST | undefined = NEWEST;
  while (place) {
    const { lines, next } = await walkBack(reader, {}, place, mostMs);
    keys.push(...lines.map(({ key }) => key));
    place = next;
  }
  return keys;
}

describe.each(both.kinds)('the ledger in $name, read for people', { timeout: 120_000 }, (kind) => {
  test('every call comes once, the newest first, page by page, while new ones come', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 130);
    const reader = place.reader();
    const first = await walkBack(reader, {}, NEWEST);
    expect(first.lines).toHaveLength(50);
    await opened.ledger.receive(ledgerCall('call-new'), NOW + 10_000);
    const second = await walkBack(reader, {}, first.next ?? NEWEST);
    const third = await walkBack(reader, {}, second.next ?? NEWEST);
    expect(third.next).toBeUndefined();
    const keys = [first, second, third].flatMap(({ lines }) => lines.map(({ key }) => key));
    expect(keys).toEqual([...keys].sort().reverse());
    expect(new Set(keys).size).toBe(130);
    expect(await walkAll(reader)).toEqual(['call-new', ...keys]);
    await reader.close();
  });

  test('what is wanted is found behind all that is not, by operation, state, fingerprint and day', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 600);
    await opened.ledger.dispatch(ledgerCall('call-00007'), NOW + 5_000);
    await opened.ledger.giveUp('call-00007', 'It broke off.', REPLY, NOW + 6_000);
    const reader = place.reader();
    const find = async (wish: Parameters<typeof walkBack>[1]): Promise<string[]> =>
      (await walkBack(reader, wish, NEWEST)).lines.map(({ key }) => key);
    expect(await find({ fingerprint: 'print-3' })).toEqual(['call-00003']);
    expect(await find({ state: 'outcome-unknown' })).toEqual(['call-00007']);
    expect(await find({ operation: 'CompleteBag' })).toHaveLength(50);
    expect(await find({ operation: 'CompleteBag', fingerprint: 'print-3' })).toEqual([]);
    expect(await find({ from: NOW + 199 })).toEqual(['call-00599', 'call-00598', 'call-00597']);
    expect(await reader.unconfirmed(10)).toMatchObject([
      { key: 'call-00007', detail: 'It broke off.', dispatchedAt: NOW + 5_000, settledAt: NOW + 6_000, status: 200 },
    ]);
    expect((await reader.byKey('call-0000')).map(({ key }) => key)).toHaveLength(10);
    expect(await reader.byKey('CALL-0000')).toEqual([]);
    expect(await reader.entry('call-0000')).toBeUndefined();
    expect(await reader.entry('call-00007')).toMatchObject({ contentType: 'text/xml', body: '<string/>' });
    await reader.close();
  });

  test('it is told for whom a call was sent: who had it last, and nobody where nobody is named', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    const { ledger } = opened;
    await fill(ledger, 3);
    expect(
      await ledger.dispatch(ledgerCall('call-00000', { facts: { asker: '3', worker: '7', codes: 'D-1 → S-1' } }), NOW),
    ).toBe(true);
    expect(await ledger.dispatch(ledgerCall('call-00000', { facts: { asker: '4', worker: '8' } }), NOW)).toBe(false);
    await ledger.dispatch(ledgerCall('call-00001', { facts: { asker: '3', worker: '7' } }), NOW);
    await ledger.release('call-00001');
    await ledger.dispatch(ledgerCall('call-00001', { facts: { asker: '10.0.0.9' } }), NOW);
    await ledger.dispatch(ledgerCall('call-00002'), NOW);
    for (const key of ['call-00000', 'call-00001', 'call-00002']) await ledger.giveUp(key, 'It broke.', REPLY, NOW);
    const reader = place.reader();
    expect((await reader.byKey('call-')).map(({ asker }) => asker)).toEqual(['3', '10.0.0.9', undefined]);
    expect((await reader.unconfirmed(10)).map(({ asker }) => asker)).toEqual([undefined, '10.0.0.9', '3']);
    expect(await reader.entry('call-00000')).toMatchObject({ asker: '3', worker: '7', codes: 'D-1 → S-1' });
    expect((await reader.byKey('call-')).map(({ worker }) => worker)).toEqual(['7', undefined, undefined]);
    await reader.close();
  });

  test('a search that takes too long says where to go on, and misses nothing', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 600);
    const reader = place.reader();
    const cut = await walkBack(reader, { fingerprint: 'print-3' }, NEWEST, -1);
    expect(cut).toMatchObject({ lines: [], isCut: true });
    let [found, from] = [cut, cut.next];
    for (; from && found.lines.length === 0; from = found.next) {
      found = await walkBack(reader, { fingerprint: 'print-3' }, from, -1);
    }
    expect(found.lines).toMatchObject([{ key: 'call-00003' }]);
    await reader.close();
  });

  test('a key is shown as such, and of a long body its beginning', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await opened.ledger.receive(ledgerCall('call-0001'), NOW);
    await opened.ledger.dispatch(ledgerCall('call-0001'), NOW);
    const body = Buffer.from(`key-abc-0 ${'x'.repeat(5_000)}`);
    await opened.ledger.answer('call-0001', { ...REPLY, body, marker: 'key-abc-' }, NOW);
    const reader = place.reader();
    const shown = (await reader.entry('call-0001'))?.body ?? '';
    expect(shown).toMatch(/^‹apiKey› x+$/);
    expect(shown.length).toBeLessThan(2_100);
    await reader.close();
  });
});
