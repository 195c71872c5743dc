import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { skipped, startPostgresKind } from './ledgerRig.ts';
import {
  type GatewayProcess,
  type Heard,
  type RawUpstream,
  post,
  revertOff,
  runGateway,
  serviceReply,
  spawnGateway,
  startUpstream,
  tempDir,
} from './rig.ts';

/** Two gateways in processes of their own, on one database, before one service. */
interface Pair extends AsyncDisposable {
  readonly url: string;
  readonly one: GatewayProcess;
  readonly two: GatewayProcess;
}

const SOON = { timeout: 15_000, interval: 20 };

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
  readonly barrier: readonly [when: 'before' | 'after', statement: string, value: string];
  readonly ranBefore: number;
  readonly ranAfter: number;
  readonly answers: readonly (readonly [status: number, replayed: string | null])[];
  readonly says: string;
}[] = [
  {
    name: 'before “dispatching” is written',
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
    barrier: ['after', DISPATCH, 'call-000001'],
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

describe.skipIf(!started)('two gateways on one PostgreSQL', { timeout: 60_000 }, () => {
  const { server } = started ?? skipped;

  async function startPair(upstream: RawUpstream, preload?: (folder: string) => string): Promise<Pair> {
    const folder = tempDir();
    const url = await server.database();
    const start = (name: string, file?: string): Promise<GatewayProcess> =>
      spawnGateway(
        {
          DATA_DIR: join(folder.path, name),
          DATABASE_URL: url,
          UPSTREAM_URL: upstream.url.href,
          LOG_LEVEL: 'error',
        },
        file,
      );
    const [one, two] = await Promise.all([start('one', preload?.(folder.path)), start('two')]);
    return {
      url,
      one,
      two,
      async [Symbol.asyncDispose]() {
        await Promise.all([one.kill(), two.kill()]);
        folder[Symbol.dispose]();
      },
    };
  }

  /** Asks until the call is neither turned away nor still running. */
  async function askUntilSettled(url: string, key: string): Promise<Heard & { readonly tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const heard = await post(url, key, revertOff(key), { headers: { connection: 'keep-alive' } });
      if (!['busy', 'in-progress'].includes(heard.code ?? '')) return { ...heard, tries };
    }
  }

  test('a thousand keys asked of both at the same moment run a thousand times, and every asker has the answer', async () => {
    const ran = new Map<string, number>();
    await using upstream = await startUpstream((request) => {
      const delivery = new URLSearchParams(request.body).get('deliveryCode') ?? '';
      ran.set(delivery, (ran.get(delivery) ?? 0) + 1);
      request.reply(serviceReply(`OK: ${delivery}`));
    });
    await using pair = await startPair(upstream);
    const keys = Array.from({ length: 1000 }, (_, i) => `call-${String(i).padStart(4, '0')}`);
    const wrong: unknown[] = [];
    let replayed = 0;
    const worker = async (): Promise<void> => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        const asked = key;
        const heard = await Promise.all([pair.one, pair.two].map(({ url }) => askUntilSettled(url, asked)));
        for (const { status, text, headers } of heard) {
          if (status !== 200 || !text.includes(`OK: ${asked}<`)) wrong.push([asked, status, text]);
          if (headers.get('idempotency-replayed') === 'true') replayed += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 24 }, worker));
    expect(wrong).toEqual([]);
    expect(replayed).toBe(1000);
    expect(ran.size).toBe(1000);
    expect(upstream.requests).toHaveLength(1000);
  });

  test('a call that runs at one is waited for at the other, whoever leaves', async () => {
    await using upstream = await startUpstream();
    await using pair = await startPair(upstream);
    const leaving = new AbortController();
    const first = post(pair.one.url, 'call-0001', revertOff(), { signal: leaving.signal }).catch(() => 'gone');
    const request = await upstream.next();
    const second = post(pair.two.url, 'call-0001');
    expect(await post(pair.two.url, 'call-0001', revertOff('D-1002'))).toMatchObject({
      status: 422,
      code: 'key-reuse',
    });
    leaving.abort();
    expect(await first).toBe('gone');
    request.reply(serviceReply('OK: done'));
    expect(await second).toMatchObject({ status: 200, text: expect.stringContaining('OK: done') });
    expect((await second).headers.get('idempotency-replayed')).toBe('true');
    expect(upstream.requests).toHaveLength(1);
  });

  test.concurrent.each(kills)('one is killed $name: the call never runs twice at the other', async (kill) => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using pair = await startPair(upstream, (folder) => barrier(folder, ...kill.barrier));
    const asked = post(pair.one.url, 'call-000001').catch(() => 'cut off');
    await pair.one.says('AT THE BARRIER');
    await pair.one.kill();
    expect(await asked).toBe('cut off');
    expect(upstream.requests).toHaveLength(kill.ranBefore);
    for (const [status, replayed] of kill.answers) {
      const again = await post(pair.two.url, 'call-000001');
      expect(again).toMatchObject({ status, text: expect.stringContaining(kill.says) });
      expect(again.headers.get('idempotency-replayed')).toBe(replayed);
    }
    expect(upstream.requests).toHaveLength(kill.ranAfter);
  });

  test('every connection of both is ended while a call runs: its answer is kept, and nothing runs twice', async () => {
    await using upstream = await startUpstream();
    await using pair = await startPair(upstream);
    const first = post(pair.one.url, 'call-0001');
    const request = await upstream.next();
    await server.ask(
      pair.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scanline' and datname = current_database()`,
    );
    request.reply(serviceReply('OK: done'));
    expect(await first).toMatchObject({ status: 200, text: expect.stringContaining('OK: done') });
    await Promise.all([pair.one, pair.two].map((gateway) => gateway.says('connection to the database is back')));
    for (const { url } of [pair.one, pair.two]) {
      expect(await post(url, 'call-0001')).toMatchObject({ status: 200, text: expect.stringContaining('OK: done') });
    }
    expect(upstream.requests).toHaveLength(1);
  });

  test('a database that goes away lets nothing out, and calls go on when it is back', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using pair = await startPair(upstream);
    expect(await post(pair.one.url, 'call-0001')).toMatchObject({ status: 200 });
    await server.stop();
    // It does not say that the call was not forwarded: of earlier tries only the ledger knows.
    expect(await post(pair.one.url, 'call-0002')).toMatchObject({ status: 500, code: undefined });
    expect((await fetch(`${pair.one.url}/gateway/health`)).status).toBe(503);
    await server.start();
    await vi.waitFor(async () => expect(await post(pair.two.url, 'call-0002')).toMatchObject({ status: 200 }), SOON);
    expect(await post(pair.one.url, 'call-0002')).toMatchObject({ status: 200 });
    expect(upstream.requests).toHaveLength(2);
  });

  test('a database that is away stops the start with one line', async () => {
    using folder = tempDir();
    const DATABASE_URL = 'postgres://u:secret@127.0.0.1:1/scanline';
    const { code, stderr } = await runGateway({ DATA_DIR: folder.path, DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: the database at 127\.0\.0\.1:1\/scanline cannot be used: [^\n]+\.\n$/);
    expect(stderr).not.toContain('secret');
  });
});
