import { EventEmitter, once } from 'node:events';
import { Server, type Socket, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { listening } from '#main/testing/rig.ts';
import { limitConnections } from './connectionLimit.ts';

test('an address holds so many connections and no more, and gets the place of one that it gives up', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).on('data', () => socket.write('in')));
  limitConnections(server, (address) => address.endsWith('127.0.0.9'), 3);
  await using here = await listening(server);
  const { port } = here;
  const open: Socket[] = [];
  /** Tells whether a connection from the address is let in. */
  const isIn = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => socket.write('x'));
    open.push(socket);
    const received = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    return received.catch(() => false);
  };
  expect([await isIn('127.0.0.2'), await isIn('127.0.0.2'), await isIn('127.0.0.2')]).toEqual([true, true, true]);
  expect([await isIn('127.0.0.2'), await isIn('127.0.0.2')]).toEqual([false, false]);
  expect(await isIn('127.0.0.3')).toBe(true);
  for (let index = 0; index < 5; index += 1) expect(await isIn('127.0.0.9')).toBe(true);
  open[0]?.destroy();
  await expect.poll(() => isIn('127.0.0.2')).toBe(true);
});

test('a site that stands behind one address says how many connections it holds', async () => {
  await using gateway = await startHere({ CONNECTIONS_PER_ADDRESS: '3', HOST: '127.0.0.1' });
  // All of them come through one NAT.
  const on = vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, ...event: unknown[]) {
    if (event[0] === 'connection') Object.defineProperty(event[1], 'remoteAddress', { value: '192.0.2.7' });
    return Reflect.apply(EventEmitter.prototype.emit, this, event) as boolean;
  });
  const open: Socket[] = [];
  const isIn = async (): Promise<boolean> => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
      socket.write('GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    open.push(socket);
    const received = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    return received.catch(() => false);
  };
  expect([await isIn(), await isIn(), await isIn(), await isIn()]).toEqual([true, true, true, false]);
  on.mockRestore();
  for (let index = 0; index < 5; index += 1) expect(await isIn()).toBe(true); // this machine speaks for many
  for (const socket of open) socket.destroy();
});
