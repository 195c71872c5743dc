import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { dispatchRig } from '#gateway/testing/dispatchRig.ts';
import { NotReached } from './forward.ts';
import { httpReply, revertOff, serviceReply, startUpstream } from '#gateway/testing/rig.ts';
import { type Sender, createSender } from './sender.ts';

const REQUEST = { method: 'POST', path: '/PDAAPIV1.asmx/RevertOff', headers: {}, body: Buffer.from('a=ü') } as const;

/** A sender whose thread runs. */
async function begun(url: URL, said: string[] = []): Promise<Sender & AsyncDisposable> {
  const sender = createSender(url, (line) => said.push(line));
  await vi.waitUntil(() => sender.isReady());
  return { ...sender, [Symbol.asyncDispose]: () => sender.close() };
}

test('a request goes out once over a fresh connection, and the reply comes back byte for byte', async () => {
  const body = Array.from({ length: 100_000 }, (_, n) => String.fromCharCode(32 + (n % 90))).join('');
  await using upstream = await startUpstream((request) => request.reply(httpReply(500, 'text/plain; x="ü"', body)));
  await using sender = await begun(upstream.url);
  const connection = await sender.connect(5000);
  const sent = await connection.send(REQUEST, 5000);
  if (sent.kind !== 'reply') throw new Error(sent.kind);
  expect({ ...sent.reply, body: Buffer.from(sent.reply.body).toString() }).toMatchObject({ status: 500, body });
  expect(upstream.requests.map((request) => Buffer.from(request.body, 'latin1').toString())).toEqual(['a=ü']);
  expect(upstream.connections()).toBe(1);
});

test('nothing leaves before it is told to, and a connection that is dropped is closed without a byte', async () => {
  await using upstream = await startUpstream();
  await using sender = await begun(upstream.url);
  const connection = await sender.connect(5000);
  const closed = once(await upstream.connected(), 'close');
  connection.drop();
  await closed;
  expect(upstream.requests).toHaveLength(0);
});

test('a service that is not there is not reached', async () => {
  const gone = await startUpstream();
  await gone[Symbol.asyncDispose]();
  await using sender = await begun(gone.url);
  await expect(sender.connect(5000)).rejects.toThrow('the connection was refused');
  await expect(sender.connect(5000)).rejects.toBeInstanceOf(NotReached);
});

test('a connection that the service has closed sends nothing, and it is known that nothing was sent', async () => {
  await using upstream = await startUpstream();
  await using sender = await begun(upstream.url);
  const connection = await sender.connect(5000);
  const socket = await upstream.connected();
  socket.end();
  await once(socket, 'close');
  expect(await connection.send(REQUEST, 5000)).toEqual({ kind: 'not-sent' });
  expect(upstream.requests).toHaveLength(0);
});

test('where the thread ends, nobody knows what came of a request, and a connection has sent nothing', async () => {
  await using upstream = await startUpstream();
  await using sender = await begun(upstream.url);
  const [first, second] = [await sender.connect(5000), await sender.connect(5000)];
  const sent = first.send(REQUEST, 5000);
  await upstream.next();
  await sender.close();
  expect(await sent).toMatchObject({ kind: 'broken', cause: 'no-reply' });
  expect(await second.send(REQUEST, 5000)).toEqual({ kind: 'not-sent' });
  expect(sender.isReady()).toBe(false);
});

test('of many calls at once each runs once, whichever way it goes', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  await using sender = await begun(upstream.url);
  const connect = vi.fn(sender.connect);
  await using r = await dispatchRig(upstream.url, { sender: { ...sender, connect } });
  const keys = Array.from({ length: 40 }, (_, n) => `call-${1000 + n}`);
  const answers = await Promise.all([...keys, ...keys].map((key) => r.ask(key, revertOff(key))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(40);
  expect(upstream.requests).toHaveLength(40);
  expect(new Set(upstream.requests.map(({ body }) => /call-\d+/.exec(body)?.[0]))).toEqual(new Set(keys));
  expect(connect.mock.calls.length).toBeGreaterThan(30);
  expect(upstream.connections()).toBe(40);
});
