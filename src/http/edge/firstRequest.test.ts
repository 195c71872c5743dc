import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type Socket, connect as connectPlain } from 'node:net';
import { type TLSSocket, connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { limitFirstRequest } from './firstRequest.ts';
import { listening, tempDir } from '#main/testing/rig.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n';

/** Starts a server whose own limits never come; it answers each request when its body is whole and `answerMs` are over. */
async function rig(headMs: number, wholeMs: number, answerMs = 0) {
  using folder = tempDir();
  const { certFile, keyFile } = certify(folder.path, 'localhost');
  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile), headersTimeout: 0, requestTimeout: 0 },
    (request, reply) => {
      request.resume();
      request.once('end', () => setTimeout(() => reply.end('done'), answerMs));
    },
  );
  const refused: unknown[] = [];
  const refuse = (error: NodeJS.ErrnoException, socket: Socket): void => {
    refused.push(error.code);
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  };
  limitFirstRequest(server, refuse, { headMs, wholeMs });
  const open = await listening(server);
  return {
    ...open,
    /** The codes that were refused in words. */
    refused,
    async connect(): Promise<TLSSocket> {
      const socket = connect({ host: '127.0.0.1', port: open.port, rejectUnauthorized: false });
      socket.on('error', () => {});
      await once(socket, 'secureConnect');
      return socket;
    },
  };
}

/** Reads everything that comes until the other side has closed. */
async function untilCut(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => {});
  await once(socket, 'close');
  return text;
}

/** Waits for so many answers. */
async function answers(socket: Socket, count: number): Promise<void> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.split('done').length > count) return;
  }
}

describe.skipIf(!canCertify)('over TLS', () => {
  test('who never begins to speak TLS is cut off', async () => {
    await using r = await rig(300, 600);
    const socket = connectPlain(r.port, '127.0.0.1');
    expect(await untilCut(socket)).toBe('');
    expect(r.refused).toEqual([]);
  });

  test('who says nothing, or no whole head, is told so and cut off, however long the handshake took', async () => {
    await using r = await rig(300, 600);
    const silent = await r.connect();
    const slow = await r.connect();
    slow.write(HEAD.slice(0, 20));
    const said = await Promise.all([untilCut(silent), untilCut(slow)]);
    expect(said.map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408']);
    expect(r.refused).toEqual(['ERR_HTTP_REQUEST_TIMEOUT', 'ERR_HTTP_REQUEST_TIMEOUT']);
  });

  test('who sends no whole body is cut off', async () => {
    await using r = await rig(60_000, 300);
    const socket = await r.connect();
    socket.write(`${HEAD}x`);
    expect(await untilCut(socket)).toMatch(/^HTTP\/1\.1 408/);
  });

  test('the answer may take longer than the request may, and a later request of the connection is not looked at', async () => {
    await using r = await rig(300, 300, 400);
    const socket = await r.connect();
    socket.write(`${HEAD}xx`);
    await answers(socket, 1);
    socket.write(`${HEAD}x`);
    setTimeout(() => socket.write('x'), 400);
    await answers(socket, 1);
    expect(r.refused).toEqual([]);
    socket.destroy();
  });
});
