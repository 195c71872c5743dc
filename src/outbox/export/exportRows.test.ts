import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { type Connection, connect, migrations } from '#outbox/store/database.ts';
import { openAsIs, exportRows } from './exportRows.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createRescue } from '#outbox/handover/rescue.ts';
import { createStore } from '#outbox/store/store.ts';
import { freshName, tried } from '#outbox/testing/storeRig.ts';

const NOW = Date.UTC(2026, 10, 21, 16, 12, 0);

/** Calls that were answered at the second try, then calls that wait. */
async function fill(connection: Connection, answered: number, waiting = 0): Promise<void> {
  const store = createStore(connection);
  for (let number = 1; number <= answered + waiting; number += 1) {
    const values = { deliveryCode: `D-${number}`, storeCode: `=HYPERLINK("x")\n;"${number}"`, userID: '7' };
    const scans = [
      { text: `D-${number}`, raw: `10D-${number}\u001d`, source: 'camera', symbology: 'GS1-128', at: NOW },
      { text: 'S-07', source: 'typed', at: NOW, repeated: 2 },
      { text: 'S-08', source: 'typed', shared: true, at: NOW },
    ] as const;
    const { seq } = await store.enqueue(
      { call: makeCall('RevertOff', values), callId: `call-${number}`, operator: '7', scans },
      NOW,
    );
    if (number > answered) continue;
    await store.claimNext({ owner: 'p', token: `first-${number}`, tried }, NOW);
    const lost = { code: 'timed-out', reason: 'No answer.' };
    await store.settle(
      seq,
      `first-${number}`,
      { kind: 'no-answer', cause: 'timed-out', reason: 'No answer.' },
      { kind: 'answerLost', trouble: lost, delayMs: 0 },
      NOW,
    );
    await store.claimNext({ owner: 'p', token: `second-${number}`, tried }, NOW);
    await store.settle(
      seq,
      `second-${number}`,
      { kind: 'answered', text: ' OK: ü\t"done"' },
      { kind: 'answered', text: ' OK: ü\t"done"', verdict: 'accepted' },
      NOW,
    );
  }
}

/** Reads CSV as RFC 4180 says, and nothing of how it was written. */
function readCsv(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error(`no CSV at ${field.lastIndex}`);
    lines[lines.length - 1]?.push((match[1] ?? match[2] ?? '').replaceAll('""', '"'));
    if (match[3] === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

async function textOf(blob: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

async function allOf(connection: Connection): Promise<{ calls: readonly QueuedCall[]; attempts: readonly unknown[] }> {
  return connection.run(async (database) => ({
    calls: (await database.getAll('calls')).map(({ open: _open, head: _head, intent: _intent, ...call }) => call),
    attempts: await database.getAll('attempts'),
  }));
}

describe('JSON', () => {
  test('holds every row of every state and every try, as they are stored', async () => {
    const name = freshName();
    const connection = connect(name);
    await fill(connection, 255, 800);
    await createRescue(connection).handOver('hand-over-1', '7', NOW);
    const read = JSON.parse(await textOf(await exportRows(name, 'json', NOW))) as Record<string, unknown>;
    expect(read).toMatchObject({ format: 'scanline-export', version: 1, at: NOW });
    const stored = await allOf(connection);
    expect(read['calls']).toEqual(JSON.parse(JSON.stringify(stored.calls)));
    expect(read['attempts']).toEqual(stored.attempts);
    expect([stored.calls.length, stored.attempts.length]).toEqual([1_055, 510]);
  });

  test('of an empty outbox is whole too', async () => {
    const name = freshName();
    await createStore(connect(name)).totals();
    expect(JSON.parse(await textOf(await exportRows(name, 'json', NOW)))).toMatchObject({
      calls: [],
      attempts: [],
    });
  });
});

describe('CSV', () => {
  test('has one line a call with its last try, readable by whoever reads RFC 4180 in UTF-8', async () => {
    const name = freshName();
    const connection = connect(name);
    await fill(connection, 30, 600);
    const text = await textOf(await exportRows(name, 'calls', NOW));
    expect(text.startsWith('\uFEFF"seq","callId"')).toBe(true);
    const [head = [], ...lines] = readCsv(text.slice(1));
    expect(lines).toHaveLength(630);
    const row = (index: number): Record<string, string> =>
      Object.fromEntries(head.map((column, place) => [column, lines[index]?.[place] ?? '']));
    expect(row(29)).toMatchObject({
      seq: '30',
      callId: 'call-30',
      idempotencyKey: 'call-30',
      operation: 'RevertOff',
      parameters: 'deliveryCode=D-30\nstoreCode==HYPERLINK("x")\n;"30"\nuserID=7',
      scans: 'D-30\nS-07\nS-08',
      scannedRaw: '10D-30\u001d\nS-07\nS-08',
      scannedBy: 'camera GS1-128\ntyped +2\nshared',
      operator: '7',
      state: 'answered',
      verdict: 'accepted',
      answer: ' OK: ü\t"done"',
      savedAt: '2026-11-21T16:12:00.000Z',
      tries: '2',
      lastTryOutcome: 'answered',
      lastTryText: ' OK: ü\t"done"',
    });
    expect(row(629)).toMatchObject({ seq: '630', state: 'waiting', answer: '', lastTryAt: '', lastTryOutcome: '' });
  });

  test('has one line a try', async () => {
    const name = freshName();
    await fill(connect(name), 3, 2);
    const [head = [], ...lines] = readCsv((await textOf(await exportRows(name, 'tries', NOW))).slice(1));
    expect(lines.map((line) => line[head.indexOf('token')])).toEqual(
      [1, 2, 3].flatMap((number) => [`first-${number}`, `second-${number}`]),
    );
    expect(lines[0]?.[head.indexOf('text')]).toBe('No answer.');
  });
});

describe('the database', () => {
  test('is read also where a newer Scanline has changed it', async () => {
    const name = freshName();
    const newer = connect(name, [
      ...migrations,
      (_, upgrade) => void upgrade.objectStore('attempts').createIndex('byOwner' as never, 'owner'),
    ]);
    await fill(newer, 3);
    newer.close();
    await expect(createStore(connect(name)).totals()).rejects.toThrow('newer');
    for (const kind of ['json', 'calls', 'tries'] as const) {
      expect((await exportRows(name, kind, NOW)).size).toBeGreaterThan(300);
    }
  });

  test('is not made where there is none: an empty one would be taken for the outbox', async () => {
    const name = freshName();
    await expect(exportRows(name, 'json', NOW)).rejects.toThrow('no outbox');
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
    expect(await createStore(connect(name)).totals()).toMatchObject({ waiting: 0 });
  });

  test('of somebody else is said to be none', async () => {
    const name = freshName();
    const foreign = indexedDB.open(name);
    await new Promise((resolve) => foreign.addEventListener('success', resolve));
    foreign.result.close();
    await expect(exportRows(name, 'json', NOW)).rejects.toThrow('no outbox');
  });

  test('can be upgraded while an export has it open', async () => {
    const name = freshName();
    const old = connect(name);
    await fill(old, 1);
    old.close();
    const reading = await openAsIs(name);
    await reading.count('calls');
    const newer = connect(name, [...migrations, () => undefined]);
    expect(await createStore(newer).totals()).toMatchObject({ answered: 1 });
    reading.close();
  });
});
