import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skipped, startPostgresKind } from '#gateway/testing/ledgerRig.ts';
import { type GatewayProcess, spawnGateway } from '#gateway/testing/gatewayProcess.ts';
import { type RawUpstream, post, revertOff, serviceReply, startUpstream, tempDir } from '#gateway/testing/rig.ts';

/**
 * Makes the process stop for good at one statement of the ledger: the test then kills it there. `after` counts as
 * done and on disk.
 */
function barrier(folder: string, when: 'before' | 'after', statement: string, value: string): string {
  const file = join(folder, 'barrier.mjs');
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs';
     import { createRequire } from 'node:module';
     const { Client } = createRequire(${JSON.stringify(import.meta.filename)})('pg');
     const { query } = Client.prototype;
     const stop = () => { writeSync(1, 'AT THE BARRIER\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };
     Client.prototype.query = function (text, unused, done) {
       const here = String(text.text).includes(${JSON.stringify(statement)}) && text.values.includes(${JSON.stringify(value)});
       if (here && ${when === 'before'}) stop();
       const heard = here && typeof done === 'function' ? (...said) => { stop(); done(...said); } : done;
       return query.call(this, text, unused, heard);
     };`,
  );
  return file;
}

const DISPATCH = `set state = 'dispatching'`;
const SETTLE = 'set state = $3';
const STOPPED = 'The gateway stopped while the call was on its way.';

/** Where it is killed, what has run by then, and what the same key gets from the other gateway, twice. */
const kills: readonly {
  readonly name: string;
  readonly key: string;
  readonly barrier: readonly [when: 'before' | 'after', statement: string, value: string];
  readonly ranBefore: number;
  readonly ranAfter: number;
  readonly answers: readonly (readonly [status: number, replayed: string | null])[];
  readonly says: string;
}[] = [
  {
    name: 'before “dispatching” is written',
    key: 'call-000001',
    barrier: ['before', DISPATCH, 'call-000001'],
    ranBefore: 0,
    ranAfter: 1,
    answers: [
      [200, null],
      [200, 'true'],
    ],
    says: 'OK: done',
  },
  {
    name: 'after “dispatching” is on disk, before the first byte',
    key: 'call-000002',
    barrier: ['after', DISPATCH, 'call-000002'],
    ranBefore: 0,
    ranAfter: 0,
    answers: [
      [504, null],
      [504, null],
    ],
    says: STOPPED,
  },
  {
    name: 'after the reply came, before “answered” is written',
    key: 'call-000003',
    barrier: ['before', SETTLE, 'answered'],
    ranBefore: 1,
    ranAfter: 1,
    answers: [
      [504, null],
      [504, null],
    ],
    says: STOPPED,
  },
  {
    name: 'after “answered” is on disk, before it is passed on',
    key: 'call-000004',
    barrier: ['after', SETTLE, 'answered'],
    ranBefore: 1,
    ranAfter: 1,
    answers: [
      [200, 'true'],
      [200, 'true'],
    ],
    says: 'OK: done',
  },
];

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)('of two gateways on one PostgreSQL one is killed', { timeout: 180_000 }, () => {
  const { server } = started ?? skipped;
  let service: RawUpstream;
  let survivor: GatewayProcess;
  let env: Readonly<Record<string, string>>;
  const folder = tempDir();
  beforeAll(async () => {
    service = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    env = { DATABASE_URL: await server.database(), UPSTREAM_URL: service.url.href, LOG_LEVEL: 'error' };
    survivor = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'survivor') });
  }, 60_000);
  afterAll(async () => {
    await survivor.kill();
    await service[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test.concurrent.each(kills)('$name: the call never runs twice at the other', async ({ key, ...kill }) => {
    const executions = (): number => service.requests.filter(({ body }) => body.includes(key)).length;
    const DATA_DIR = join(folder.path, key);
    mkdirSync(DATA_DIR);
    {
      await using gateway = await spawnGateway({ ...env, DATA_DIR }, barrier(DATA_DIR, ...kill.barrier));
      const asked = post(gateway.url, key, revertOff(key)).catch(() => 'cut off');
      await gateway.says('AT THE BARRIER');
      await gateway.kill();
      expect(await asked).toBe('cut off');
      expect(executions()).toBe(kill.ranBefore);
    }
    for (const [status, replayed] of kill.answers) {
      const again = await post(survivor.url, key, revertOff(key));
      expect(again).toMatchObject({ status, text: expect.stringContaining(kill.says) });
      expect(again.headers.get('idempotency-replayed')).toBe(replayed);
    }
    expect(executions()).toBe(kill.ranAfter);
  });
});
