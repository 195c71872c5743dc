import * as fc from 'fast-check';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSqliteDevices } from '#gateway/enrolment/devices.ts';
import { CODES_KEPT_MS, createEnrolment } from '#gateway/enrolment/enrolment.ts';
import { createAccounts } from '#office/people/accounts.ts';
import { createAudit } from '#office/people/audit.ts';
import { createSignIn } from '#office/people/signIn.ts';
import { NOW, enterSettled } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { forgetInSlices } from './forgetting.ts';
import { RETENTION_MS } from './ledger.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const AUDIT_DAYS = 30;
const SESSION_MS = 30 * 60_000;

const silent = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<typeof createAudit>[2];

/** Kinds of what is forgotten by age, each with its table and how long it is kept at least. */
const kinds = {
  calls: RETENTION_MS,
  audit: AUDIT_DAYS * DAY_MS,
  accounts: AUDIT_DAYS * DAY_MS,
  sessions: SESSION_MS,
  codes: CODES_KEPT_MS,
} as const;

type Kind = keyof typeof kinds;

/** A gateway's memory over starts, on clocks that the test moves: `truly` is the time that it is. */
function rig(dataDir: string) {
  const at = { truly: NOW, ahead: 0 };
  const clocks = { now: () => at.truly + at.ahead, monotonic: () => at.truly - NOW };
  /** The true times at which each row was written, by its kind and its place. */
  const written: Record<Kind, number[]> = { calls: [], audit: [], accounts: [], sessions: [], codes: [] };

  async function start() {
    const opened = await openSqliteLedger({ dataDir, ...clocks, log: () => {} });
    const ledger = { ...opened, tell: async () => opened.now() }; // a told time is good for a while of the true clock
    const devices = openSqliteDevices(dataDir, () => {});
    const audit = createAudit(ledger, AUDIT_DAYS, silent, clocks.monotonic, clocks.now);
    const accounts = createAccounts(ledger, true);
    const signIn = createSignIn('a long password', clocks.monotonic, ledger, accounts);
    const enrolment = createEnrolment({ devices, notes: ledger.notes, now: clocks.now, log: () => {} });
    return {
      /** Keeps one of each kind. */
      async write(): Promise<void> {
        const n = written.audit.length;
        await enterSettled(ledger, `call-${1_000 + n}`, clocks.now());
        await audit.note('sign-out', { name: 'Ada', address: `10.0.0.${n}` }, String(n));
        await accounts.add(`Ada ${n}`, 'viewer');
        expect(await accounts.remove(n + 1)).toBe('done');
        await signIn.begin(n + 1, 'Ada');
        await enrolment.newCode('', ledger.now());
        for (const kind of Object.keys(kinds) as Kind[]) written[kind].push(at.truly);
      },
      /** Forgets all that can be forgotten now. @param heard - another machine's clock. */
      async forget(heard?: number): Promise<void> {
        let waits = 0;
        await new Promise<void>((resolve) => {
          const stop = forgetInSlices(ledger, {
            heard: () => heard,
            log: silent,
            beside: {
              audit: audit.forget,
              accounts: (sure) => accounts.forget(sure - AUDIT_DAYS * DAY_MS),
              sessions: signIn.forget,
              codes: enrolment.forget,
            },
            async wait(ms) {
              waits += 1;
              await turn();
              if (ms < 1_000 && waits < 1_000) return;
              void stop();
              resolve();
            },
          });
        });
      },
      async close(): Promise<void> {
        await ledger.close();
        await devices.close();
      },
    };
  }

  /** Returns how many rows of a kind are there. */
  function left(kind: Kind): number {
    using db = new DatabaseSync(join(dataDir, kind === 'codes' ? 'devices.sqlite' : 'ledger.sqlite'));
    const { many } = db.prepare(`select count(*) as many from ${kind}`).get() as { many: number };
    return many;
  }

  return { at, written, start, left };
}

/** Each step: a restart or none, a clock that is so far ahead from then on, or behind, and the time that passes. */
const step = fc.record({
  restarts: fc.boolean(),
  aheadDays: fc.constantFrom(0, 0, 200, -200, 4_000, 0.5),
  hours: fc.constantFrom(0.1, 1, 24, 24 * 20, 24 * 33, 24 * 41),
});

test('whatever the clocks do, nothing is forgotten sooner than its age, and all of it once it is old', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      using folder = tempDir();
      const { at, written, start, left } = rig(folder.path);
      let gateway = await start();
      for (const { restarts, aheadDays, hours } of [{ restarts: false, aheadDays: 0, hours: 1 }, ...steps]) {
        if (restarts) await gateway.close();
        at.ahead = aheadDays * DAY_MS;
        if (restarts) gateway = await start();
        await gateway.write();
        await gateway.forget();
        at.truly += hours * HOUR_MS;
        await gateway.forget();
        for (const [kind, ageMs] of Object.entries(kinds) as [Kind, number][]) {
          const young = written[kind].filter((then) => at.truly - then <= ageMs).length;
          expect(left(kind), kind).toBeGreaterThanOrEqual(young);
        }
      }
      at.ahead = 0;
      at.truly += 5_000 * DAY_MS; // longer than any clock was ahead
      await gateway.forget(at.truly);
      for (const kind of Object.keys(kinds) as Kind[]) expect([kind, left(kind)]).toEqual([kind, 0]);
      await gateway.close();
    }),
    { numRuns: 8 },
  );
});

test('a start 200 days ahead deletes no line of the trail, and what is written after it is dated as it is', async () => {
  using folder = tempDir();
  const { at, start, left } = rig(folder.path);
  let gateway = await start();
  for (let lines = 0; lines < 20; lines += 1) await gateway.write();
  await gateway.close();
  at.ahead = 200 * DAY_MS;
  gateway = await start();
  await gateway.forget();
  await gateway.write();
  await gateway.close();
  at.ahead = 0;
  gateway = await start();
  await gateway.write();
  await gateway.forget();
  await gateway.close();
  expect(left('audit')).toBe(22);
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const lines = db.prepare('select at, sure from audit order by number desc limit 3').all();
  expect(lines).toEqual([
    { at: NOW, sure: NOW },
    { at: NOW + 200 * DAY_MS, sure: NOW },
    { at: NOW, sure: NOW },
  ]);
  db.close();
  gateway = await start();
  at.truly += (AUDIT_DAYS + 1) * DAY_MS;
  await gateway.forget();
  expect(left('audit')).toBe(0); // the line that is dated ahead too
  await gateway.close();
});

test('what is old goes a slice at a time, of each kind by turns', async () => {
  const left = { one: 5, other: 3 };
  const order: string[] = [];
  const forget = (name: keyof typeof left) => async (): Promise<number> => {
    order.push(name);
    if (left[name] === 0) return 0;
    left[name] -= 1;
    return 1;
  };
  await new Promise<void>((resolve) => {
    const stop = forgetInSlices(
      { prune: async () => 0, sure: () => NOW },
      {
        heard: () => undefined,
        log: silent,
        beside: { one: forget('one'), other: forget('other') },
        async wait(ms) {
          await turn();
          if (ms < 1_000) return;
          void stop();
          resolve();
        },
      },
    );
  });
  expect(left).toEqual({ one: 0, other: 0 });
  expect(order.slice(0, 4)).toEqual(['one', 'other', 'one', 'other']);
});
