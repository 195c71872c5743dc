import { once } from 'node:events';
import { expect, test } from 'vitest';
import { dispatchRig } from '#gateway/testing/dispatchRig.ts';
import { reach } from './forward.ts';
import { createKeptConnections } from './keptConnections.ts';
import { type RawRequest, serviceReply, startUpstream } from '#gateway/testing/rig.ts';

const PASSED = { method: 'POST', path: '/PDAAPIV1.asmx/RevertOff', headers: {}, body: Buffer.from('a=b') } as const;

/** A reply that says that the connection stays. */
const STAYING = serviceReply('OK: done').replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n');

const answerAndStay = ({ socket }: RawRequest): void => void socket.write(STAYING, 'latin1');

test('requests that are passed on share a connection; a call of the ledger has one of its own, and closes it', async () => {
  await using upstream = await startUpstream(answerAndStay);
  await using r = await dispatchRig(upstream.url);
  for (let i = 0; i < 3; i += 1) expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  expect(upstream.connections()).toBe(1);
  expect(await r.ask('call-0001')).toMatchObject({ status: 200 });
  expect(await r.ask('call-0002')).toMatchObject({ status: 200 });
  expect(upstream.connections()).toBe(3);
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  expect(upstream.connections()).toBe(3);
  const closes = upstream.requests.map(({ text }) => /\r\nconnection: close\r\n/.test(text));
  expect(closes).toEqual([false, false, false, true, true, false]);
});

test('a connection is no one’s while it carries a request', async () => {
  await using upstream = await startUpstream();
  await using r = await dispatchRig(upstream.url);
  const asked = [r.dispatch.pass(PASSED), r.dispatch.pass(PASSED)];
  for (const request of [await upstream.next(), await upstream.next()]) answerAndStay(request);
  await Promise.all(asked);
  expect(upstream.connections()).toBe(2);
});

/** What makes a connection unfit after a reply. */
const unfit: Readonly<Record<string, (request: RawRequest) => void>> = {
  'the service closes and has not said so': (request) => request.reply(serviceReply('OK: done')),
  'the service says nothing': ({ socket }) => void socket.write(serviceReply('OK: done'), 'latin1'),
  'more comes than the reply': ({ socket }) => void socket.write(`${STAYING}HTTP/1.1 200`, 'latin1'),
};

test.each(Object.entries(unfit))('no other request goes over a connection where %s', async (_, answer) => {
  await using upstream = await startUpstream(answer);
  await using r = await dispatchRig(upstream.url);
  for (let i = 0; i < 3; i += 1) {
    expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  }
  expect(upstream.connections()).toBe(3);
});

test('a request that gets no answer on a kept connection is not sent again: nobody knows', async () => {
  let asked = 0;
  await using upstream = await startUpstream((request) => {
    asked += 1;
    if (asked === 1) answerAndStay(request);
    else request.socket.destroy();
  });
  await using r = await dispatchRig(upstream.url);
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 504 });
  expect(asked).toBe(2);
  expect(upstream.connections()).toBe(1);
});

test('a connection that nothing was asked over for so long is closed', async () => {
  await using upstream = await startUpstream();
  const kept = createKeptConnections(20);
  const socket = await reach(upstream.url, 1000);
  kept.keep(socket);
  await once(socket, 'close');
  expect(kept.take()).toBeUndefined();
});

test('bytes that nobody asked for, and the end of the gateway, close what is kept', async () => {
  await using upstream = await startUpstream(answerAndStay);
  const kept = createKeptConnections();
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => reach(upstream.url, 1000)));
  if (!first || !second || !third) throw new Error('no connections');
  kept.keep(first);
  first.emit('data', Buffer.from('HTTP/1.1 408 Request Timeout\r\n\r\n'));
  expect(first.destroyed).toBe(true);
  kept.keep(second);
  expect(kept.take()).toBe(second);
  kept.keep(second);
  kept.close();
  kept.keep(third);
  expect([second.destroyed, third.destroyed]).toEqual([true, true]);
  expect(kept.take()).toBeUndefined();
});
