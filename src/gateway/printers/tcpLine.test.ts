import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { LineCut } from '#label/printerLine.ts';
import { freePort, listening } from '#main/testing/rig.ts';
import { openTcpLine } from './tcpLine.ts';

async function startPort(onConnect: (socket: Socket) => void) {
  return listening(
    createServer((socket) => {
      socket.on('error', () => {});
      onConnect(socket);
    }),
  );
}

test('bytes go to the port as they are, and what it says is heard, before it closes and after', async () => {
  let came = '';
  await using server = await startPort((socket) => {
    socket.on('data', (bytes: Buffer) => {
      came += bytes.toString('latin1');
      socket.end('\u0002said\u0003');
    });
  });
  const line = await openTcpLine('127.0.0.1', server.port);
  expect((await line.hear(1)).byteLength).toBe(0);
  await line.send(Buffer.from('^XA\xff', 'latin1'));
  expect(Buffer.from(await line.hear(5_000)).toString()).toBe('\u0002said\u0003');
  await expect(line.hear(5_000)).rejects.toThrow(LineCut);
  await expect(line.send(Buffer.from('x'))).rejects.toThrow(LineCut);
  expect(came).toBe('^XA\xff');
  await line.close();
});

test('a port that nobody has is said at once', async () => {
  await expect(openTcpLine('127.0.0.1', await freePort())).rejects.toThrow('ECONNREFUSED');
});

test('what is sent to a printer that takes nothing more waits, and is cut where the line is', async () => {
  const sockets: Socket[] = [];
  await using server = await startPort((socket) => sockets.push(socket.pause()));
  const line = await openTcpLine('127.0.0.1', server.port);
  const sending = line.send(Buffer.alloc(64 * 1024 * 1024)).then(
    () => 'sent',
    (error: unknown) => error,
  );
  expect(await Promise.race([sending, line.hear(50).then(() => 'waits')])).toBe('waits');
  sockets[0]?.destroy();
  expect(await sending).toBeInstanceOf(LineCut);
});

test('a printer that talks without end is cut, and fills no memory', async () => {
  await using server = await startPort((socket) => {
    const talk = (): void => {
      while (socket.writable && socket.write(Buffer.alloc(65_536, 'x')));
    };
    socket.on('drain', talk);
    talk();
  });
  const line = await openTcpLine('127.0.0.1', server.port);
  let heard = 0;
  const hearing = (async () => {
    for (;;) heard += (await line.hear(1_000)).byteLength;
  })();
  await expect(hearing).rejects.toThrow(LineCut);
  expect(heard).toBeLessThan(6 * 1024 * 1024);
});

test('an end that was asked for lets what was taken go first', async () => {
  let came = 0;
  await using server = await startPort((socket) =>
    socket.on('data', (bytes: Buffer) => void (came += bytes.byteLength)),
  );
  const line = await openTcpLine('127.0.0.1', server.port);
  await line.send(Buffer.alloc(100_000));
  const [socket] = server.sockets;
  const ended = socket && once(socket, 'close');
  await line.close();
  await ended;
  expect(came).toBe(100_000);
});
