import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { rawly, startHere } from '#gateway/testing/appRig.ts';
import { KEY, PASSWORD } from '#gateway/testing/deviceRig.ts';
import { readBody } from './body.ts';

const CALL =
  'POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n';

/** Reads a body that is told to be so long, and comes in such pieces. @returns the body, or why it was not read. */
function read(length: number, pieces: readonly Buffer[]): Promise<Buffer | string> {
  const payload = new PassThrough();
  const request = { headers: { 'content-length': String(length) } } as unknown as FastifyRequest;
  return new Promise((resolve) => {
    readBody(request, payload as unknown as IncomingMessage, (error, body) => resolve(error?.message ?? body ?? ''));
    for (const piece of pieces) payload.write(piece);
    payload.end();
  });
}

test('a body is read whole, and one that comes byte by byte is not read to its end', async () => {
  const whole = Buffer.alloc(100_000, 'ab');
  expect(await read(whole.length, [whole.subarray(0, 60_000), whole.subarray(60_000)])).toEqual(whole);
  expect(
    await read(
      500,
      Array.from({ length: 500 }, () => Buffer.from('a')),
    ),
  ).toEqual(Buffer.alloc(500, 'a'));
  const bytes = Array.from({ length: 5_000 }, () => Buffer.from('a'));
  expect(await read(5_000, bytes)).toBe('The body comes in too many pieces.');
});

test('who has no right to call, or says a length that is too long or none, is told so before a byte of the body was sent', async () => {
  await using gateway = await startHere({
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    ENROLMENT: 'required',
  });
  const keyed = `${CALL}Idempotency-Key: call-0001\r\n`;
  for (const [status, head] of [
    [401, `${keyed}Content-Length: 1000000\r\n`],
    [401, `${CALL}Content-Length: 1000000\r\n`],
    [413, `${keyed}Content-Length: 1048577\r\n`],
    [413, 'POST /gateway/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n'],
    [413, 'GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n'],
    [411, `${CALL}Transfer-Encoding: chunked\r\n`],
    [411, 'POST /gateway/sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'],
    [411, 'GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'],
  ] as const) {
    const reply = await rawly(gateway.url, `${head}\r\n`);
    expect([head, reply.slice(9, 12)]).toEqual([head, String(status)]);
    expect(reply).toMatch(/\r\nconnection: close\r\n/i); // what is behind it is not read on
  }
});

test('who says no length is told so, and of what follows no more is read', async () => {
  await using gateway = await startHere();
  const CHANNEL = 'http.server.request.start';
  let taken: Socket | undefined;
  const note = (message: unknown): void => {
    taken = (message as { readonly socket: Socket }).socket;
  };
  subscribe(CHANNEL, note);
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let reply = '';
  socket.on('error', () => {}).on('data', (piece: Buffer) => (reply += piece.toString()));
  socket.write(`${CALL}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(2_000_000)}`);
  await new Promise((resolve) => socket.once('close', resolve)); // its writing breaks off before
  unsubscribe(CHANNEL, note);
  expect(reply).toMatch(/^HTTP\/1\.1 411 [^]*a body needs a Content-Length/);
  expect(taken?.bytesRead).toBeLessThan(132_000); // of 12,000,000: what came with the head
});

test('a page of the gateway takes no form that it cannot read for an empty one', async () => {
  await using gateway = await startHere();
  for (const path of ['/gateway/sign-in', '/gateway/sign-out', '/gateway/provision', '/gateway/ledger']) {
    for (const [body, says] of [
      ['a=%FF', 'The form is not in UTF-8.'],
      ['a=1&'.repeat(2_000), 'The form has more than 1000 fields.'],
    ] as const) {
      const reply = await fetch(gateway.url + path, { method: 'POST', body });
      expect([path, reply.status, await reply.text()]).toEqual([path, 400, expect.stringContaining(says)]);
    }
  }
});

test('the large bodies of all who send at once have a bound; what is small is read beside them', async () => {
  await using gateway = await startHere();
  const sockets = Array.from({ length: 15 }, () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`${CALL}Content-Length: 1048576\r\n\r\na`); // the rest never comes
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ask = async (length: number): Promise<string> => {
    const body = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID='.padEnd(length, '7');
    return (
      await rawly(gateway.url, `${CALL}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    ).slice(9, 12);
  };
  await expect.poll(() => ask(1_048_576)).toBe('200'); // there is room for one more
  const last = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  last.on('error', () => {}).write(`${CALL}Content-Length: 1048576\r\n\r\na`);
  await expect.poll(() => ask(1_048_576)).toBe('429');
  expect(await ask(70)).toBe('200');
  for (const socket of [...sockets, last]) socket.destroy();
  await expect.poll(() => ask(1_048_576)).toBe('200');
});
