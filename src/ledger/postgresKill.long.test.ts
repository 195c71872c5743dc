import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { kills } from '#main/testing/killRig.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type RawUpstream, post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/**
 * Makes the process stop for good at one statement of the ledger: the test then kills it there. `after` counts as
 * done and on disk.
 */
function barrier(folder: string, when: 'before' | 'after', statement: string, value: string): string {
  const file = join(folder, 'barrier.mjs');
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs';
     import { EventEmitter } from 'node:events';
     const stop = () => { writeSync(1, 'AT THE BARRIER\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };
     const { emit } = EventEmitter.prototype;
     let isHeld = false;
     // The library is in the gateway's bundle: its client shows itself when it has connected.
     EventEmitter.prototype.emit = function (name, ...more) {
       if (!isHeld && name === 'connect' && this.constructor.name === 'Client') {
         isHeld = true;
         holdUp(Object.getPrototypeOf(this), this.query);
       }
       return emit.call(this, name, ...more);
     };
     const holdUp = (client, query) => (client.query = function (...asked) {
       const [{ text, values = [] }] = asked;
       const here = String(text).includes(${JSON.stringify(statement)}) && values.includes(${JSON.stringify(value)});
       if (here && ${when === 'before'}) stop();
       const said = query.apply(this, asked);
       return here ? said.then((reply) => (stop(), reply)) : said;
     });`,
  );
  return file;
}

const DISPATCH = `set state = 'dispatching'`;
const SETTLE = 'set state = $3';

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

  /** At which statement with which value the process stops, to be killed there. */
  test.concurrent.each<
    [moment: keyof typeof kills, key: string, when: 'before' | 'after', statement: string, value: string]
  >([
    ['before “dispatching” is written', 'call-000001', 'before', DISPATCH, 'call-000001'],
    ['after “dispatching” is on disk, before the first byte', 'call-000002', 'after', DISPATCH, 'call-000002'],
    ['after the reply came, before “answered” is written', 'call-000003', 'before', SETTLE, 'answered'],
    ['after “answered” is on disk, before it is passed on', 'call-000004', 'after', SETTLE, 'answered'],
  ])('%s: the call never runs twice at the other', async (moment, key, ...at) => {
    const kill = kills[moment];
    const executions = (): number => service.requests.filter(({ body }) => body.includes(key)).length;
    const DATA_DIR = join(folder.path, key);
    mkdirSync(DATA_DIR);
    {
      await using gateway = await spawnGateway({ ...env, DATA_DIR }, barrier(DATA_DIR, ...at));
      const asked = post(gateway.url, key, revertOffFields(key)).catch(() => 'cut off');
      await gateway.says('AT THE BARRIER');
      await gateway.kill();
      expect(await asked).toBe('cut off');
      expect(executions()).toBe(kill.ranBefore);
    }
    for (const replayed of kill.replayed) {
      const again = await post(survivor.url, key, revertOffFields(key));
      expect(again).toMatchObject({ status: kill.status, text: expect.stringContaining(kill.says) });
      expect(again.headers.get('idempotency-replayed')).toBe(replayed);
    }
    expect(executions()).toBe(kill.ranAfter);
  });
});
