import 'fake-indexeddb/auto';
import { unwrap } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { type Connection, type Migration, StorageClosed, StorageNewer, connect, migrations } from './database.ts';
import { type State, endedStates, openStates } from '#outbox/state/queuedCall.ts';
import { type Store, createStore } from './store.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { freshName, RIG_TIME, revertOffCall, saveAs, tried, trouble } from '#outbox/testing/storeRig.ts';

const states: readonly State[] = [...openStates, ...endedStates];

/** A step of a version to come. */
const addIndex: Migration = (_, upgrade) => {
  upgrade.objectStore('attempts').createIndex('byOwner' as never, 'owner');
};

async function enqueue(store: Store, id: string): Promise<number> {
  return (await saveAs(id, revertOffCall(id), store)).seq;
}

/** Puts one call into each of the nine states. */
async function fill(store: Store): Promise<void> {
  const settled: Partial<Record<State, QueueEvent>> = {
    unconfirmed: { kind: 'nobodyKnows', trouble },
    held: { kind: 'rejected', trouble },
    discarded: { kind: 'rejected', trouble },
    answered: { kind: 'answered', text: ' 007 ', verdict: 'accepted' },
  };
  const claimed: State[] = ['sending', 'unconfirmed', 'held', 'discarded', 'answered'];
  for (const state of claimed) {
    const seq = await enqueue(store, state);
    await store.claimNext({ owner: 'page-1', token: state, tried }, RIG_TIME);
    const event = settled[state];
    if (event) await store.settle(seq, state, { kind: 'answered', text: ' 007 ' }, event, RIG_TIME);
    if (state === 'discarded')
      await store.decide(seq, { kind: 'discarded', operator: 'u17', reason: 'gone' }, RIG_TIME);
  }
  await store.decide(await enqueue(store, 'cancelled'), { kind: 'cancelled', operator: 'u17' }, RIG_TIME);
  const given = { kind: 'handedOver', operator: 'u17', id: 'hand-over-1' } as const;
  await store.decide(await enqueue(store, 'handed-over'), given, RIG_TIME);
  const print = makeCall('PrintCNOrder', { code: 'asking', company: 'c', userId: '17' });
  await saveAs('asking', print, store);
  await store.askToConfirmPrints(RIG_TIME);
  await enqueue(store, 'waiting');
}

async function everything(connection: Connection): Promise<unknown[]> {
  return connection.run((database) =>
    Promise.all([
      database.getAll('calls'),
      database.getAll('attempts'),
      database.getAll('totals'),
      database.getAll('kept'),
    ]),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('versions', () => {
  test('version 1 is what was shipped: its stores and indexes', async () => {
    const schema = await connect(freshName()).run(async (database) => {
      const tx = database.transaction([...database.objectStoreNames]);
      return [...tx.objectStoreNames].map((name) => {
        const store = unwrap(tx.objectStore(name));
        const indexes = [...store.indexNames].map((index) => [
          index,
          store.index(index).keyPath,
          store.index(index).unique,
        ]);
        return [name, store.keyPath, store.autoIncrement, indexes];
      });
    });
    expect(schema).toEqual([
      ['answers', 'intent', false, []],
      [
        'attempts',
        'id',
        true,
        [
          ['bySeq', ['seq', 'id'], false],
          ['byToken', 'token', false],
        ],
      ],
      [
        'calls',
        'seq',
        true,
        [
          ['byCallId', 'callId', true],
          ['byHead', ['head', 'state', 'seq'], false],
          ['byOpenIntent', ['intent', 'open'], false],
          ['byOpenLane', ['lane', 'open', 'seq'], false],
          ['byState', ['state', 'seq'], false],
        ],
      ],
      ['kept', null, false, []],
      ['totals', null, false, []],
    ]);
  });

  test('an upgrade keeps every row of every state, and the counts', async () => {
    const name = freshName();
    const old = connect(name);
    await fill(createStore(old));
    const before = await everything(old);
    old.close();
    const connection = connect(name, [...migrations, addIndex]);
    expect(await everything(connection)).toEqual(before);
    const store = createStore(connection);
    for (const state of states) {
      expect([state, (await store.list(state, 10)).map(({ callId }) => callId)]).toEqual([state, [state]]);
    }
    expect(await store.totals()).toEqual(Object.fromEntries(states.map((state) => [state, 1])));
    expect(await store.claimNext({ owner: 'page-2', token: 'next', tried }, RIG_TIME)).toMatchObject({
      queued: { callId: 'waiting' },
    });
  });

  test('an upgrade that fails half-way changes nothing: the old program still finds its rows', async () => {
    const name = freshName();
    const old = connect(name);
    await fill(createStore(old));
    const before = await everything(old);
    old.close();
    const failing: Migration = async (_, upgrade) => {
      upgrade.objectStore('attempts').createIndex('byOwner' as never, 'owner');
      await upgrade.objectStore('calls').clear();
      throw new TypeError('a mistake in a migration');
    };
    await expect(everything(connect(name, [...migrations, failing]))).rejects.toThrow('a mistake in a migration');
    expect(await everything(connect(name))).toEqual(before);
  });

  test('steps run one after the other, from the version that is on the device', async () => {
    const name = freshName();
    const ran: number[] = [];
    const steps = [2, 3, 4].map((version): Migration => async (_, upgrade) => {
      await upgrade.objectStore('totals').get('calls');
      ran.push(version);
    });
    await connect(name, [...migrations, ...steps.slice(0, 1)]).run(async (database) => database.close());
    await connect(name, [...migrations, ...steps]).run(async (database) => database.close());
    expect(ran).toEqual([2, 3, 4]);
  });

  test('an open page lets a newer one upgrade, and from then on knows that it is too old', async () => {
    const name = freshName();
    const page = createStore(connect(name));
    await enqueue(page, 'before');
    const newer = createStore(connect(name, [...migrations, addIndex]));
    expect(await newer.totals()).toMatchObject({ waiting: 1 }); // was not blocked
    await expect(enqueue(page, 'after')).rejects.toThrow(StorageNewer);
    await expect(page.totals()).rejects.toThrow(StorageNewer);
    expect(await newer.list('waiting', 10)).toMatchObject([{ callId: 'before' }]);
  });
});

describe('a connection that dies', () => {
  test('is opened again, and what was asked for is done once', async () => {
    const connection = connect(freshName());
    const store = createStore(connection);
    await enqueue(store, 'a');
    await connection.run(async (database) => database.close()); // the browser closed it underfoot
    await enqueue(store, 'b');
    expect((await store.list('waiting', 10)).map(({ callId }) => callId)).toEqual(['a', 'b']);
  });

  test('is opened once for all that wait for it', async () => {
    const connection = connect(freshName());
    const store = createStore(connection);
    await connection.run(async (database) => database.close());
    const opens = vi.spyOn(indexedDB, 'open');
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => enqueue(store, id)));
    expect(opens).toHaveBeenCalledTimes(1);
    expect(await store.totals()).toMatchObject({ waiting: 4 });
  });

  test('is opened again after the browser said that it closed it', async () => {
    const connection = connect(freshName());
    const raw = await connection.run(async (database) => unwrap(database));
    raw.close();
    raw.dispatchEvent(new IDBVersionChangeEvent('close'));
    const transactions = vi.spyOn(raw, 'transaction');
    expect(await createStore(connection).totals()).toMatchObject({ waiting: 0 });
    expect(transactions).not.toHaveBeenCalled();
  });

  test('that the browser has taken away is opened again at once, before anybody asks for it, and that is told', async () => {
    const opened: number[] = [];
    const connection = connect(freshName(), migrations, () => opened.push(opened.length + 1));
    const raw = await connection.run(async (database) => unwrap(database));
    const opens = vi.spyOn(indexedDB, 'open');
    raw.close();
    raw.dispatchEvent(new IDBVersionChangeEvent('close'));
    await vi.waitFor(() => expect(opened).toEqual([1, 2]));
    await connection.run(async () => undefined);
    expect(opens).toHaveBeenCalledTimes(1);
  });

  test('that was taken away, and cannot be opened at once, is opened when it is used', async () => {
    const connection = connect(freshName());
    const raw = await connection.run(async (database) => unwrap(database));
    const opens = vi.spyOn(indexedDB, 'open');
    opens.mockImplementationOnce(() => {
      throw new DOMException('gone', 'DataError');
    });
    raw.close();
    raw.dispatchEvent(new IDBVersionChangeEvent('close'));
    await vi.waitFor(() => expect(opens).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await createStore(connection).totals()).toMatchObject({ waiting: 0 });
  });

  const broken = (name: string) => (): never => {
    throw new DOMException('Internal error opening backing store', name);
  };

  test.each([1, 2, 3])('is opened again after %i failures to open it', async (failures) => {
    const opens = vi.spyOn(indexedDB, 'open');
    for (let left = failures; left > 0; left -= 1) opens.mockImplementationOnce(broken('UnknownError'));
    expect(await createStore(connect(freshName())).totals()).toMatchObject({ waiting: 0 });
    expect(opens).toHaveBeenCalledTimes(failures + 1);
  });

  test('is given up after the fourth: nothing is pretended, nothing is deleted, and the next use tries anew', async () => {
    const deletes = vi.spyOn(indexedDB, 'deleteDatabase');
    const opens = vi.spyOn(indexedDB, 'open').mockImplementation(broken('UnknownError'));
    const store = createStore(connect(freshName()));
    await expect(enqueue(store, 'a')).rejects.toThrow(StorageClosed);
    expect(opens).toHaveBeenCalledTimes(4);
    opens.mockRestore();
    await enqueue(store, 'a');
    expect(await store.totals()).toMatchObject({ waiting: 1 });
    expect(deletes).not.toHaveBeenCalled();
  });

  test('the reason is kept with the error', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(broken('UnknownError'));
    const error: unknown = await createStore(connect(freshName()))
      .totals()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StorageClosed', cause: { name: 'UnknownError' } });
  });

  test.each(['QuotaExceededError', 'ConstraintError', 'SecurityError'])(
    '%s is not a dead connection: nothing is tried again',
    async (name) => {
      const opens = vi.spyOn(indexedDB, 'open').mockImplementation(broken(name));
      await expect(createStore(connect(freshName())).totals()).rejects.toMatchObject({ name });
      expect(opens).toHaveBeenCalledTimes(1);
    },
  );

  test('an error of the work itself is given back as it is, and the connection stays', async () => {
    const connection = connect(freshName());
    await connection.run((database) => database.count('calls'));
    const opens = vi.spyOn(indexedDB, 'open');
    await expect(connection.run(() => Promise.reject(new RangeError('no such thing')))).rejects.toThrow(
      'no such thing',
    );
    await connection.run((database) => database.count('calls'));
    expect(opens).not.toHaveBeenCalled();
  });
});
