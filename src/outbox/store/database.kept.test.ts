import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { createAnswers } from '#outbox/liveReads.ts';
import { connect, createKept } from './database.ts';
import { freshName, RIG_TIME } from '#outbox/testing/storeRig.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('small things that are kept', () => {
  test('are there after the database was closed and opened again', async () => {
    const name = freshName();
    const before = connect(name);
    await createKept(before).write('settings', { sound: true });
    before.close();
    expect(await createKept(connect(name)).read('settings')).toEqual({ sound: true });
  });

  test('are replaced, and are gone when there is nothing to keep', async () => {
    const kept = createKept(connect(freshName()));
    await kept.write('pause', 'key-refused');
    await kept.write('pause', 'hold');
    expect(await kept.read('pause')).toBe('hold');
    await kept.write('pause', undefined);
    expect(await kept.read('pause')).toBeUndefined();
    expect(await kept.read('never written')).toBeUndefined();
  });

  test('are added to by several at once, and nothing of it is lost', async () => {
    const name = freshName();
    const pages = Array.from({ length: 4 }, () => createKept(connect(name)));
    await pages[0]?.write('numbers', [0]);
    await Promise.all(
      pages.map((page, index) => page.join('numbers', (before) => [...(before as number[]), index + 1])),
    );
    await pages[0]?.join('numbers', () => undefined);
    expect(await pages[0]?.read('numbers')).toEqual([0, 1, 2, 3, 4]);
  });

  test('are written strictly, and written when that is said', async () => {
    const kept = createKept(connect(freshName()));
    await kept.read('open');
    const events: string[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...how
    ) {
      const tx = transaction.apply(this, how);
      tx.addEventListener('complete', () => events.push('on disk'));
      return tx;
    });
    await kept.write('pause', 'hold').then(() => events.push('written'));
    expect(events).toEqual(['on disk', 'written']);
    expect(opened.mock.calls).toEqual([['kept', 'readwrite', { durability: 'strict' }]]);
  });
});

describe('the last answers of reads', () => {
  const bag = (bagCode: string) => makeCall('GetBagDetailByBagCode', { bagCode });

  test('are kept by what was asked, the latest only', async () => {
    const answers = createAnswers(connect(freshName()));
    await answers.keep(bag('B-1'), 'one', RIG_TIME);
    await answers.keep(bag('B-1'), null, RIG_TIME + 1);
    await answers.keep(bag('B-2'), ' 007 ', RIG_TIME);
    expect(await answers.last(bag('B-1'))).toMatchObject({ text: null, at: RIG_TIME + 1 });
    expect(await answers.last(bag('B-2'))).toMatchObject({ text: ' 007 ', at: RIG_TIME });
    expect(await answers.last(bag('B-3'))).toBeUndefined();
    expect(await answers.last(makeCall('GetWbBatchBagPackages', { batchCode: 'B-1' }))).toBeUndefined();
  });
});
