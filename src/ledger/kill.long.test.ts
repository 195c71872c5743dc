import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { hello, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { kills } from '#main/testing/killRig.ts';
import { post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/**
 * Makes the process stop for good, with nothing running any more, at one statement of the ledger: the test then kills
 * it there. `after` counts as done and on disk.
 */
function barrier(folder: string, when: 'before' | 'after', statement: string, thenCommit = false): string {
  const file = join(folder, 'barrier.mjs');
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs';
     import { DatabaseSync } from 'node:sqlite';
     const db = new DatabaseSync(':memory:');
     const statements = Object.getPrototypeOf(db.prepare('select 1'));
     const { run } = statements;
     const { exec } = DatabaseSync.prototype;
     const stop = () => { writeSync(1, 'AT THE BARRIER\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };
     let reached = false;
     statements.run = function (...values) {
       const here = [this.sourceSQL, ...values].join(' ').includes(${JSON.stringify(statement)});
       if (here && ${when === 'before'}) stop();
       const result = run.apply(this, values);
       if (here && ${when === 'after' && !thenCommit}) stop();
       reached ||= here;
       return result;
     };
     DatabaseSync.prototype.exec = function (sql) {
       const result = exec.call(this, sql);
       if (reached && ${thenCommit} && sql === 'commit') stop();
       return result;
     };`,
  );
  return file;
}

const DISPATCH = `set state = 'dispatching'`;
const ANSWER = "where key = ? and state = 'dispatching' answered";

/** At which statement the process stops, to be killed there. */
test.each<[moment: keyof typeof kills, when: 'before' | 'after', statement: string, thenCommit: boolean]>([
  ['before “dispatching” is written', 'before', DISPATCH, false],
  ['after “dispatching” is on disk, before the first byte', 'after', DISPATCH, true],
  ['after the reply came, before “answered” is written', 'before', ANSWER, false],
  ['after “answered” is on disk, before it is passed on', 'after', ANSWER, true],
])('killed %s: the call never runs twice', async (moment, ...at) => {
  const kill = kills[moment];
  using folder = tempDir();
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  let headers = {};
  {
    await using gateway = await spawnGateway(env, barrier(folder.path, ...at));
    const { epoch, now } = await hello(gateway);
    headers = { 'scanline-tried': `${epoch};${now}` };
    const asked = post(gateway.url, 'call-000001').catch(() => 'cut off');
    await gateway.says('AT THE BARRIER');
    await gateway.kill();
    expect(await asked).toBe('cut off');
    expect(upstream.requests.length).toBe(kill.ranBefore);
  }
  await using gateway = await spawnGateway(env);
  for (const replayed of kill.replayed) {
    const again = await post(gateway.url, 'call-000001', revertOffFields(), { headers });
    expect(again).toMatchObject({ status: kill.status, text: expect.stringContaining(kill.says) });
    expect(again.headers.get('idempotency-replayed')).toBe(replayed);
  }
  expect(upstream.requests.length).toBe(kill.ranAfter);
});

test('killed while the service works: “dispatching” is on disk before the first byte, and it is never sent again', async () => {
  using folder = tempDir();
  await using upstream = await startUpstream();
  const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  {
    await using gateway = await spawnGateway(env);
    const asked = post(gateway.url, 'call-000002').catch(() => 'cut off');
    await upstream.next(); // it holds the whole request, and has not answered
    const ledger = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { readOnly: true });
    expect(ledger.prepare('select key, state from calls').all()).toEqual([
      { key: 'call-000002', state: 'dispatching' },
    ]);
    ledger.close();
    await gateway.kill();
    expect(await asked).toBe('cut off');
  }
  await using gateway = await spawnGateway(env);
  expect(gateway.output()).toContain('1 call(s) were on their way');
  for (let i = 0; i < 3; i += 1) {
    expect(await post(gateway.url, 'call-000002')).toMatchObject({ status: 504, code: 'outcome-unknown' });
  }
  expect(upstream.requests.length).toBe(1);
});

test('a kill does not begin a new epoch: calls that wait are sent without a person', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
  const epochs: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    await using gateway = await spawnGateway(env);
    await post(gateway.url, `call-00001${i}`, {
      deliveryCode: `D-100${i}`,
      storeCode: 'S-01-A',
      apiKey: 'x',
      userID: '7',
    });
    epochs.push((await hello(gateway)).epoch);
  }
  expect(epochs[0]).toBe(epochs[1]);
});
