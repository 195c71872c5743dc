import { describe, expect, test } from 'vitest';
import type { Ledger } from './ledger.ts';
import { type LedgerPart, type LedgerReader, type LedgerWish, stretchesBack, walkBack } from './ledgerReader.ts';
import { REPLY, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';

const NOW = Date.now();
const NEWEST = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

const kinds = await ledgerKinds();

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
    const { lines, next }: LedgerPart = await walkBack(reader, {}, place, undefined, mostMs);
    keys.push(...lines.map(({ key }) => key));
    place = next;
  }
  return keys;
}

describe.each(kinds)('the ledger in $name, read for people', { timeout: 120_000 }, (kind) => {
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

  test('fifty that are all are said to be all', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 50);
    const reader = place.reader();
    expect(await walkBack(reader, {})).toMatchObject({ isCut: false, lines: { length: 50 } });
    expect((await walkBack(reader, {})).next).toBeUndefined();
    await reader.close();
  });

  test('who sent it, who worked, and a part of its codes find a call, each letter and sign as it is', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    const { ledger } = opened;
    const facts = [
      { asker: '3', worker: '7', codes: 'D-1001 → S-01-A' },
      { asker: '4', worker: '7', codes: 'D-1002 → 100%_\\' },
      { asker: '10.0.0.9', worker: '8', codes: 'Д-1003' },
      {},
    ];
    for (const [at, fact] of facts.entries()) {
      const call = ledgerCall(`call-000${at}`, { facts: fact });
      await ledger.receive(call, NOW + at);
      await ledger.dispatch(call, NOW + at);
    }
    const reader = place.reader();
    const find = async (wish: LedgerWish): Promise<string[]> =>
      (await walkBack(reader, wish)).lines.map(({ key }) => key.slice(-1)).toReversed();
    const cases: readonly (readonly [LedgerWish, string])[] = [
      [{ code: '1001' }, '0'],
      [{ code: 'd-100' }, '01'],
      [{ code: 's-01-a' }, '0'],
      [{ code: '%' }, '1'],
      [{ code: '_' }, '1'],
      [{ code: '\\' }, '1'],
      [{ code: 'D_1001' }, ''],
      [{ code: 'D%1' }, ''],
      [{ code: 'Д-1003' }, '2'],
      [{ code: "'; drop table calls; --" }, ''],
      [{ askers: ['3'] }, '0'],
      [{ askers: ['3', '10.0.0.9'] }, '02'],
      [{ askers: [] }, ''],
      [{ workers: ['7'] }, '01'],
      [{ workers: ['7'], askers: ['4'], code: '1002', operation: 'RevertOff', state: 'dispatching' }, '1'],
      [{ from: NOW + 1, until: NOW + 3 }, '12'],
    ];
    const wrong: unknown[] = [];
    for (const [wish, expected] of cases) {
      const keys = [(await find(wish)).join(''), (await reader.byKey('call-', wish)).lines.length] as const;
      if (keys[0] !== expected || keys[1] !== expected.length) wrong.push([wish, keys]);
    }
    expect(wrong).toEqual([]);
    expect((await reader.unconfirmed(9, ['3'])).length).toBe(0);
    await reader.close();
  });

  test('what was decided is none of the open calls, and found as decided; a call has each of its keys', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    const { ledger } = opened;
    for (const key of ['call-0001', 'call-0002', 'call-0001x', 'call-0001.gx']) {
      await ledger.receive(ledgerCall(key), NOW);
      await ledger.dispatch(ledgerCall(key), NOW);
      await ledger.giveUp(key, { cause: 'cut-off', detail: 'It broke off.' }, REPLY, NOW);
    }
    await ledger.decide({ id: 'decision-1', key: 'call-0001', says: 'sent-again', version: 0, by: '7' }, NOW);
    await ledger.receive(ledgerCall('call-0001.g2'), NOW + 1);
    const reader = place.reader();
    const find = async (wish: LedgerWish): Promise<string[]> =>
      (await walkBack(reader, wish)).lines.map(({ key }) => key).toSorted();
    expect(await find({ state: 'open' })).toEqual(['call-0001.gx', 'call-0001x', 'call-0002']);
    expect(await find({ state: 'decided' })).toEqual(['call-0001']);
    for (const key of ['call-0001', 'call-0001.g2'])
      expect((await reader.keysOfCall(key)).map((entry) => entry.key)).toEqual(['call-0001', 'call-0001.g2']);
    expect(await reader.keysOfCall('call-0009')).toEqual([]);
    await reader.close();
  });

  test('of a beginning that very many keys have, some are looked at, and that is said', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 260);
    const reader = place.reader();
    expect(await reader.byKey('call-')).toMatchObject({ isCut: true, lines: { length: 250 } });
    expect(await reader.byKey('call-0001')).toMatchObject({ isCut: false, lines: { length: 10 } });
    await reader.close();
  });

  test('what is wanted is found behind all that is not, by operation, state, fingerprint and day', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 600);
    await opened.ledger.dispatch(ledgerCall('call-00007'), NOW + 5_000);
    await opened.ledger.giveUp('call-00007', { cause: 'cut-off', detail: 'It broke off.' }, REPLY, NOW + 6_000);
    const reader = place.reader();
    const find = async (wish: LedgerWish): Promise<string[]> =>
      (await walkBack(reader, wish)).lines.map(({ key }) => key);
    expect(await find({ fingerprint: 'print-3' })).toEqual(['call-00003']);
    expect(await find({ state: 'open' })).toEqual(['call-00007']);
    expect(await find({ operation: 'CompleteBag' })).toHaveLength(50);
    expect(await find({ operation: 'CompleteBag', fingerprint: 'print-3' })).toEqual([]);
    expect(await find({ from: NOW + 199 })).toEqual(['call-00599', 'call-00598', 'call-00597']);
    expect(await reader.unconfirmed(10)).toMatchObject([
      {
        key: 'call-00007',
        cause: 'cut-off',
        detail: 'It broke off.',
        dispatchedAt: NOW + 5_000,
        settledAt: NOW + 6_000,
        status: 200,
      },
    ]);
    expect((await reader.byKey('call-0000')).lines).toHaveLength(10);
    expect((await reader.byKey('CALL-0000')).lines).toEqual([]);
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
    for (const key of ['call-00000', 'call-00001', 'call-00002'])
      await ledger.giveUp(key, { cause: 'cut-off', detail: 'It broke.' }, REPLY, NOW);
    const reader = place.reader();
    expect((await reader.byKey('call-')).lines.map(({ asker }) => asker)).toEqual([undefined, '10.0.0.9', '3']);
    expect((await reader.unconfirmed(10)).map(({ asker }) => asker)).toEqual([undefined, '10.0.0.9', '3']);
    expect(await reader.entry('call-00000')).toMatchObject({ asker: '3', worker: '7', codes: 'D-1 → S-1' });
    expect((await reader.byKey('call-')).lines.map(({ worker }) => worker)).toEqual([undefined, undefined, '7']);
    await reader.close();
  });

  test('a search that takes too long says where to go on, and misses nothing', async () => {
    await using place = await kind.place();
    await using opened = await place.open({ now: () => NOW });
    await fill(opened.ledger, 1_100);
    const reader = place.reader();
    const wish = { fingerprint: 'print-3' };
    const cut = await walkBack(reader, wish, undefined, undefined, -1);
    expect(cut).toMatchObject({ lines: [], isCut: true });
    const found = await walkBack(reader, wish, cut.next, undefined, -1);
    expect(found).toMatchObject({ lines: [{ key: 'call-00003' }], isCut: false });
    expect(await walkAll(reader, -1)).toHaveLength(1_100);
    const files: string[] = [];
    for await (const { lines } of stretchesBack(reader, {})) files.push(...lines.map(({ key }) => key));
    expect(files).toEqual(await walkAll(reader));
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
