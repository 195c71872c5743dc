import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NOW, enterSettled } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { forgetInSlices } from './forgetting.ts';
import { RETENTION_MS } from './ledger.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const silent = { error: () => {} };
const OLD = 20_000;

/** A ledger with many calls that are to be forgotten, and another hand on its file. */
async function fullOfOld(dataDir: string) {
  let truly = 0;
  const ledger = await openSqliteLedger({ dataDir, now: () => NOW, monotonic: () => truly, log: () => {} });
  const db = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  db.exec(
    `insert into calls (key, fingerprint, operation, state, received_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ${OLD})
     select 'key-' || i, 'print', 'RevertOff', 'answered', ${NOW} from n`,
  );
  truly = 40 * DAY_MS;
  const count = db.prepare(`select count(*) as rows from calls where key like 'key-%'`);
  return { ledger, db, line: NOW + truly - RETENTION_MS, rows: () => Number(count.get()?.['rows']) };
}

test('a call waits for a slice or two, however many calls are to be forgotten, and the line is drawn before the first', async () => {
  using folder = tempDir();
  const { ledger, db, line, rows } = await fullOfOld(folder.path);
  const stop = forgetInSlices(ledger, { heard: () => undefined, log: silent, wait: () => turn() });
  const seen = [rows()];
  for (let call = 0; call < 50; call += 1) {
    await enterSettled(ledger, `call-${1000 + call}`, NOW + 40 * DAY_MS); // three writes
    seen.push(rows());
    const drawn = db.prepare(`select value from meta where name = 'pruned_before'`).get();
    expect(Number(drawn?.['value'])).toBe(line);
  }
  await stop();
  const forgotten = seen.slice(1).map((left, index) => (seen[index] ?? 0) - left);
  expect(Math.max(...forgotten)).toBeLessThanOrEqual(500);
  expect(Math.min(...forgotten)).toBeGreaterThan(0);
  db.close();
  await ledger.close();
});

test('all that are old go, and then it looks again after an hour', async () => {
  using folder = tempDir();
  const { ledger, db, rows } = await fullOfOld(folder.path);
  await enterSettled(ledger, 'call-1000', NOW + 40 * DAY_MS);
  const waited: number[] = [];
  let isDone = (): void => {};
  const done = new Promise<void>((resolve) => (isDone = resolve));
  const stop = forgetInSlices(ledger, {
    heard: () => undefined,
    log: silent,
    async wait(ms, signal) {
      waited.push(ms);
      await turn();
      if (ms < 1000) return;
      isDone();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  await done;
  expect(rows()).toBe(0);
  expect(await ledger.find('call-1000')).toMatchObject({ state: 'answered' });
  expect(waited.length).toBeGreaterThan(OLD / 200);
  expect([waited.slice(0, -1).every((ms) => ms > 0), waited.at(-1)]).toEqual([true, 3_600_000]);
  await stop();
  db.close();
  await ledger.close();
});

test('stopped, it forgets no more; what fails is said and tried again later', async () => {
  const said: object[] = [];
  const waits: number[] = [];
  let slices = 0;
  let isDone = (): void => {};
  const done = new Promise<void>((resolve) => (isDone = resolve));
  const stop = forgetInSlices(
    {
      async prune() {
        slices += 1;
        if (slices === 2) throw new Error('the disk is full');
        return 1;
      },
      sure: () => NOW,
    },
    {
      heard: () => undefined,
      log: { error: (facts) => said.push(facts) },
      async wait(ms) {
        waits.push(ms);
        await turn();
        if (slices < 4) return;
        void stop();
        isDone();
      },
    },
  );
  await done;
  await stop();
  await turn();
  expect([slices, said.length, waits[1]]).toEqual([4, 1, 3_600_000]);
});
