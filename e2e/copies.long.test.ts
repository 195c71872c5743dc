import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Chain, createChain } from './rig/chain.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

/** Two handhelds hold one queue: real queues and drains, a real gateway process with its ledger on disk, the stand-in. */

const DAY_MS = 24 * 60 * 60 * 1000;

let gateway: Gateway;
beforeEach(async () => {
  gateway = await createGateway();
  await gateway.start();
}, 60_000);
afterEach(() => gateway.remove());

const ran = async (): Promise<number> => (await gateway.executions('RevertOff')).length;

/** A handheld that a gateway has told a time, and that saved a call after that. */
async function withCall(): Promise<{ readonly handheld: Chain; readonly seq: number }> {
  const handheld = createChain(gateway.origin);
  await handheld.look();
  const { seq } = await handheld.revertOff('D-1001');
  return { handheld, seq };
}

/** The product's own back-up and restore. */
function backUp(): { restore(): Promise<void> } {
  const run = (...args: readonly string[]): string => {
    const env = { ...process.env, DATA_DIR: gateway.dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [programFile('backup'), ...args], { env });
    expect(status, String(stderr)).toBe(0);
    return String(stdout).trim();
  };
  const folder = run('backup', join(gateway.dataDir, 'copies'));
  return {
    async restore() {
      await gateway.stop();
      run('restore', folder);
      await gateway.start();
    },
  };
}

/** 40 days go by: all that the ledger and this handheld know lies so far back. */
async function fortyDaysPass(...handhelds: readonly Chain[]): Promise<void> {
  await gateway.stop();
  {
    using ledger = new DatabaseSync(join(gateway.dataDir, 'ledger.sqlite'));
    ledger.exec(`update calls set received_at = received_at - ${40 * DAY_MS}`);
  }
  for (const handheld of handhelds) {
    for (const row of await handheld.store.list('waiting', 100)) {
      if (row.told) await handheld.change({ ...row, told: { ...row.told, at: row.told.at - 40 * DAY_MS } });
    }
  }
  await gateway.start();
  const left = (): unknown => {
    using ledger = new DatabaseSync(join(gateway.dataDir, 'ledger.sqlite'), { readOnly: true });
    return ledger.prepare('select count(*) as count from calls').get()?.['count'];
  };
  await vi.waitFor(() => expect(left()).toBe(0), 20_000); // it forgets after it listens
}

/** Ways in which two handhelds come to hold one queue: both hold the call then, untried. */
const ways: readonly [name: string, make: (from: Chain) => Promise<readonly [Chain, Chain]>][] = [
  [
    'a hand-over that was taken twice',
    async (from) => {
      await from.rescue.handOver('hand-over-1', '7', Date.now());
      const document = await from.rescue.document('hand-over-1');
      const both = [createChain(gateway.origin), createChain(gateway.origin)] as const;
      for (const handheld of both) await handheld.rescue.takeOver(document, Date.now());
      return both;
    },
  ],
  [
    'a hand-over that was taken back, and taken over all the same',
    async (from) => {
      await from.rescue.handOver('hand-over-1', '7', Date.now());
      const document = await from.rescue.document('hand-over-1');
      await from.rescue.takeBack('hand-over-1', '7', Date.now());
      const other = createChain(gateway.origin);
      await other.rescue.takeOver(document, Date.now());
      return [from, other];
    },
  ],
  [
    'a copied profile',
    async (from) => {
      const copy = await from.copy();
      from.restart();
      return [from, copy];
    },
  ],
];

describe.each(ways)('%s', (_, make) => {
  test('with the ledger whole both show the one answer', async () => {
    const [one, other] = await make((await withCall()).handheld);
    for (const handheld of [one, other]) await handheld.drainAll();
    expect((await one.store.list('answered', 9))[0]?.result?.text).toBeTypeOf('string');
    expect((await other.store.list('answered', 9))[0]?.result).toEqual(
      (await one.store.list('answered', 9))[0]?.result,
    );
    expect(await ran()).toBe(1);
  });

  test.each(['40 days later', 'after a restore'])('one sends; %s the other does not run it again', async (when) => {
    const { handheld } = await withCall();
    const backup = backUp();
    const [one, other] = await make(handheld);
    await one.drainAll();
    expect((await one.store.totals()).answered).toBe(1);
    if (when === '40 days later') await fortyDaysPass(other);
    else await backup.restore();
    await other.drainAll();
    expect(await ran()).toBe(1);
    const [row] = await other.store.list('unconfirmed', 9);
    expect(row?.trouble?.code).toBe('copied');
  });
});

test('a call of a handheld that knew of no gateway when it was saved goes to a person where it came by a hand-over', async () => {
  const from = createChain(gateway.origin);
  const { callId } = await from.revertOff('D-1001');
  const [one] = await (ways[0]?.[1](from) ?? []);
  await one?.drainAll();
  expect((await one?.store.list('unconfirmed', 9))?.map((row) => row.callId)).toEqual([callId]);
  expect(await ran()).toBe(0);
});

test('a call of which no copy can be goes on after a restore', async () => {
  const { handheld, seq } = await withCall();
  const backup = backUp();
  await handheld.look();
  await backup.restore();
  await handheld.drainAll();
  expect((await handheld.row(seq))?.state).toBe('answered');
});

test('what a person has sent anew runs: who says so knows of no other', async () => {
  const { one, other } = await bothInDoubt(ways[0]?.[1]);
  await saysNotDone(other);
  await other.drainAll();
  expect((await other.store.totals()).answered).toBe(1);
  expect(await ran()).toBe(1);
  expect((await one.store.totals()).unconfirmed).toBe(1);
});

test.each(ways)(
  '%s: said not done on both, sent 40 days apart: it runs once, and goes to a person',
  async (_, make) => {
    const { one, other } = await bothInDoubt(make);
    for (const handheld of [one, other]) await saysNotDone(handheld);
    await one.drainAll();
    expect(await ran()).toBe(1);
    await fortyDaysPass(other);
    await other.drainAll();
    expect(await ran()).toBe(1);
    expect((await other.store.list('unconfirmed', 9))[0]?.trouble?.code).toBe('copied');
  },
);

/** Two handhelds that hold one call of which neither knows whether it ran; it did not. */
async function bothInDoubt(make: (typeof ways)[number][1] | undefined): Promise<Record<'one' | 'other', Chain>> {
  const { handheld, seq } = await withCall();
  const row = await handheld.row(seq);
  if (!row || !make) throw new Error('no call, or no way to copy it');
  await handheld.change({ ...row, state: 'unconfirmed', trouble: { code: 'outcome-unknown', reason: 'Why.' } });
  const [one, other] = await make(handheld);
  return { one, other };
}

async function saysNotDone(handheld: Chain): Promise<void> {
  await handheld.look();
  const [row] = await handheld.store.list('unconfirmed', 9);
  await handheld.saidNotDone(row?.seq ?? 0);
}
