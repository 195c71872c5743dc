import type { FastifyReply } from 'fastify';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { person } from '#main/testing/peopleRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { createPersonTurns } from './personTurns.ts';

/** Starts a gateway whose ledger has many calls. */
async function startFull(many: number) {
  const folder = tempDir();
  const env = { DATA_DIR: folder.path, SUPERVISOR_PASSWORD: PASSWORD };
  await (await startHere(env))[Symbol.asyncDispose]();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const add = db.prepare(
    `insert into calls (key, fingerprint, operation, state, received_at, worker, detail) values (?, '', 'RevertOff', 'answered', ?, '7', ?)`,
  );
  db.exec('begin');
  for (let n = 0; n < many; n += 1) add.run(`call-${10_000 + n}`, Date.now() + n, 'x'.repeat(500));
  db.exec('commit');
  db.close();
  const gateway = await startHere(env);
  return {
    ...gateway,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const withStatus = (replies: readonly Response[], wanted: number): number =>
  replies.filter(({ status }) => status === wanted).length;

test('one person has two files at once and a few pages, hears that it is busy and for how long, and keeps nobody else out', async () => {
  await using gateway = await startFull(4_000);
  const [vera, ada] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Ada', 'viewer')];
  const ask = (path: string, headers: object = vera) =>
    fetch(gateway.url + path, { headers: { accept: 'text/html', ...headers } });
  const many = (path: string) => Promise.all(Array.from({ length: 60 }, () => ask(path)));
  const files = many('/gateway/ledger/csv');
  const others = ask('/gateway/ledger/csv', ada);
  expect((await others).status).toBe(200);
  expect(await (await others).text()).toContain('call-13999');
  const asked = await files;
  expect(withStatus(asked, 200)).toBeGreaterThanOrEqual(2);
  expect(withStatus(asked, 429)).toBeGreaterThan(30); // a few come when the first are over
  expect(withStatus(asked, 200) + withStatus(asked, 429)).toBe(60);
  const refused = asked.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('2');
  expect(await refused?.text()).toContain('try again in 2 seconds');
  for (const reply of asked) if (!reply.bodyUsed) await reply.text();
  expect((await ask('/gateway/ledger/csv')).status).toBe(200); // those are over

  const pages = await many('/gateway/ledger?worker=9'); // which nobody is: all calls are looked at
  expect(withStatus(pages, 200)).toBeGreaterThanOrEqual(12);
  expect(withStatus(pages, 429)).toBeGreaterThan(0);
  expect(withStatus(pages, 200) + withStatus(pages, 429)).toBe(60);
  expect((await ask('/gateway/floor')).status).toBe(200);
  const json = await ask('/gateway/ledger', { ...vera, accept: '*/*' });
  expect(json.status).toBe(200);
}, 30_000);

test('a file that nobody takes keeps no other waiting, and is over with its connection', async () => {
  await using gateway = await startFull(40_000);
  const [vera, ada] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Ada', 'viewer')];
  const sockets = [1, 2].map(() => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.pause();
    socket.write(`GET /gateway/ledger/lines HTTP/1.1\r\nHost: localhost\r\nCookie: ${vera['cookie']}\r\n\r\n`);
    return socket;
  });
  const statusFor = async (browser: Readonly<Record<string, string>>) =>
    (await fetch(`${gateway.url}/gateway/ledger/csv?worker=8`, { headers: browser })).status;
  await expect.poll(() => statusFor(vera)).toBe(429);
  expect(await statusFor(ada)).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => statusFor(vera), { timeout: 5_000 }).toBe(200);
}, 30_000);

test('the parts of files are made one at a time, those of each person in turn', async () => {
  const turns = createPersonTurns();
  const reply = { raw: { closed: false, once: () => undefined } } as unknown as FastifyReply;
  let [atOnce, most] = [0, 0];
  const order: string[] = [];
  async function* made(name: string): AsyncGenerator<string> {
    for (let n = 0; n < (name === 'Ada' ? 3 : 20); n += 1) {
      most = Math.max(most, (atOnce += 1));
      order.push(name);
      await new Promise(setImmediate);
      atOnce -= 1;
      yield name;
    }
  }
  const fileOf = async (name: string): Promise<void> => {
    const inTurn = await turns.file({ role: 'viewer', name, address: name }, reply);
    if (inTurn) for await (const _part of inTurn(made(name)));
  };
  await Promise.all(['Vera', 'Vera', 'Ada', 'Vera'].map(fileOf));
  expect(most).toBe(1);
  expect(order.lastIndexOf('Ada')).toBeLessThan(15); // hers are not behind all of Vera's
  expect(order).toHaveLength(43); // a third file of Vera's at once is none
});
