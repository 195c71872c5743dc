import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

vi.setConfig({ testTimeout: 90_000 });

const SOON = { timeout: 30_000, interval: 50 };

/** @returns a small disk of the test's own, which it can fill, or one sentence saying why there is none. */
function mountDisk() {
  const folder = tempDir();
  const path = join(folder.path, 'disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', path], { stdio: 'pipe' });
  } catch {
    folder[Symbol.dispose]();
    return 'This user may mount no disk.';
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024))).toThrow(/ENOSPC/);
    },
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', path]);
      folder[Symbol.dispose]();
    },
  };
}

const isPossible = ((disk) => {
  if (typeof disk !== 'string') disk[Symbol.dispose]();
  else process.stderr.write(`\nSKIPPED: ${disk} What a full disk does was not tested.\n`);
  return typeof disk !== 'string';
})(mountDisk());

test.skipIf(!isPossible)(
  'answers for which there is no room on the disk reach their askers, and are in the ledger once there is room again',
  async () => {
    using disk = mountDisk() as Exclude<ReturnType<typeof mountDisk>, string>;
    await using upstream = await startUpstream();
    const ledger = await openSqliteLedger({ dataDir: disk.path, now: Date.now, log: () => {} });
    await using r = await dispatchRig(upstream.url, { ledger });
    const keys = Array.from({ length: 19 }, (_, i) => `call-${String(i).padStart(4, '0')}`);
    const tried = `${ledger.epoch};${await ledger.tell()}`;
    const asked = keys.map((key) => r.ask(key));
    const requests = await Promise.all(keys.map(() => upstream.next()));
    disk.fill();
    for (const request of requests) request.reply(serviceReply('x'.repeat(400_000)));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    const isQueued = async (key: string): Promise<boolean> =>
      (await r.ask(key, revertOffFields(), tried)).status !== 200;
    const queued: string[] = [];
    for (const key of keys) if (await isQueued(key)) queued.push(key);
    expect(queued.length).toBeGreaterThan(5);
    // It is not put to a person as unknown: the gateway knows, and says that this try went no further.
    for (const key of queued)
      expect(await r.ask(key, revertOffFields(), tried)).toMatchObject({ status: 503, code: 'not-forwarded' });
    disk.makeRoom();
    await vi.waitFor(async () => expect(await ledger.counts()).toMatchObject({ dispatching: 0 }), SOON);
    for (const key of keys) {
      expect(await r.ask(key, revertOffFields(), tried)).toMatchObject({ status: 200, replayed: true });
    }
    expect(upstream.requests).toHaveLength(19);
  },
);
