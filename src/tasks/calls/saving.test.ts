import { beforeEach, expect, test, vi } from 'vitest';
import { type Call, makeCall } from '#contract/call.ts';
import { OperationOff } from '#contract/errors.ts';
import { explain } from '#tasks/task/explain.ts';
import { createSaving } from './saving.ts';
import { createOutbox } from '#outbox/outbox.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued, type Enqueued } from '#outbox/store/store.ts';

const call = (code: string) => makeCall('RevertOff', { deliveryCode: code, storeCode: 'S-1', userID: '7' });
const row = (seq: number, code: string) => ({ ...call(code), seq, state: 'answered' }) as unknown as QueuedCall;

let order: string[];
let told: (readonly QueuedCall[])[];

/** @param last - what was told last, as it was kept. @param rows - what is on the disk after it. */
function saving(last: number | undefined, rows: readonly QueuedCall[] = [], newest = 0) {
  const enqueue = vi.fn((made: ReturnType<typeof call>) => {
    order.push('on disk');
    return Promise.resolve({ ...made, seq: 99 } as unknown as QueuedCall);
  });
  const since = vi.fn(() => Promise.resolve(rows));
  const get = vi.fn((_seq: number) => Promise.resolve<QueuedCall | undefined>(undefined));
  const signalledSaves = {
    last: () => Promise.resolve(last),
    forget: vi.fn(),
    flush: () => undefined,
    note: vi.fn(() => void order.push('told')),
  };
  const failed = vi.fn();
  const made = createSaving({
    outbox: { since, get, newest: () => Promise.resolve(newest) },
    isOn: (operation) => operation !== 'PrintKJYOrder',
    signalledSaves,
    onUnheard: (calls) => told.push(calls),
    onSaved: () => undefined,
  });
  const outbox = createOutbox({
    store: { enqueue: ({ call: wanted }: Enqueued) => enqueue(wanted) },
    channel: { addEventListener: () => undefined, postMessage: () => undefined },
    setTimeout: () => undefined,
    clearTimeout: () => undefined,
    now: Date.now,
    newId: () => 'call-99',
    refuse: made.refuse,
    onSaved: made.told,
    onNotSaved: failed,
  } as unknown as OutboxPorts);
  const save = (wanted: Call, scans: readonly ScanNote[], again: boolean) => outbox.enqueue(wanted, '7', scans, again);
  return { ...made, save, enqueue, since, get, signalledSaves, failed };
}

beforeEach(() => {
  order = [];
  told = [];
});

test('a save is noted as told after it is on disk, and not at all where it failed', async () => {
  const on = saving(0);
  await on.save(call('D-1'), [], false);
  expect(order).toEqual(['on disk', 'told']);
  on.enqueue.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(on.save(call('D-2'), [], false)).rejects.toThrow('full');
  expect(on.signalledSaves.note).toHaveBeenCalledOnce();
  expect(on.failed).toHaveBeenCalledOnce();
});

test('an operation that the site has switched off is not saved, and says so', async () => {
  const on = saving(0);
  const print = makeCall('PrintKJYOrder', { code: 'D-1', userId: '7' });
  await expect(on.save(print, [], true)).rejects.toThrow(new OperationOff('PrintKJYOrder'));
  expect(on.failed).toHaveBeenCalledOnce();
  expect(on.enqueue).not.toHaveBeenCalled();
  expect(explain(new OperationOff('PrintKJYOrder'))).toBe('The site has switched this off.');
});

test('what is on the disk after the last one told is shown, until the next save or a person', async () => {
  const on = saving(4, [row(5, 'D-5')]);
  await on.findUnheard();
  expect(on.since).toHaveBeenCalledWith(4, 20);
  await on.save(call('D-6'), [], false);
  expect(told.map((calls) => calls.length)).toEqual([1, 0]);
  on.acknowledge();
  expect(on.signalledSaves.note).toHaveBeenLastCalledWith(5);
});

test('the same scans again are asked about, although the call has its answer by now', async () => {
  const on = saving(4, [row(5, 'D-5')]);
  await on.findUnheard();
  await expect(on.save(call('D-5'), [], false)).rejects.toThrow(AlreadyQueued);
  expect(on.enqueue).not.toHaveBeenCalled();
  await on.save(call('D-5'), [], true);
  expect(on.enqueue).toHaveBeenCalledOnce();
});

test('an installation from before this was kept has told everything', async () => {
  const on = saving(undefined, [row(5, 'D-5')], 41);
  await on.findUnheard();
  expect(told).toEqual([]);
  expect(on.signalledSaves.note).toHaveBeenCalledExactlyOnceWith(41);
});

test('the same call again is asked about for a minute after its answer, unless it was refused', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const on = saving(0);
  const answered = { ...row(99, 'D-7'), changedAt: 1_000_000, result: { verdict: 'unclassified' } };
  on.get.mockResolvedValue(answered as QueuedCall);
  await on.save(call('D-7'), [], false);
  await expect(on.save(call('D-7'), [], false)).rejects.toMatchObject({ seq: 99, stands: 'answered' });
  expect(on.enqueue).toHaveBeenCalledOnce();
  await on.save(call('D-7'), [], true);
  await on.save(call('D-8'), [], false);
  vi.setSystemTime(1_060_001);
  await on.save(call('D-7'), [], false);
  vi.setSystemTime(1_000_000);
  for (const verdict of ['refused', 'key-refused']) {
    on.get.mockResolvedValue({ ...answered, result: { verdict } } as QueuedCall);
    await on.save(call('D-7'), [], false);
  }
  expect(on.enqueue).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});

test('a second label of an order that was printed a moment ago is asked about by its copies alone', async () => {
  const on = saving(0);
  const print = makeCall('PrintCNOrder', { code: 'D-1', company: 'X', userId: '7' });
  on.get.mockResolvedValue({ ...print, seq: 99, state: 'answered', changedAt: Date.now() } as unknown as QueuedCall);
  await on.save(print, [], false);
  await on.save(print, [], false);
  expect(on.enqueue).toHaveBeenCalledTimes(2);
});
