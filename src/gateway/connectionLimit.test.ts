import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from './connectionLimit.ts';

test('an address holds so many connections and no more, and gets the place of one that it gives up', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).on('data', () => socket.write('in')));
  limitConnections(server, (address) => address.endsWith('127.0.0.9'), 3);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open: Socket[] = [];
  /** Whether a connection from the address is let in. */
  const isIn = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => socket.write('x'));
    open.push(socket);
    const heard = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    return heard.catch(() => false);
  };
  expect([await isIn('127.0.0.2'), await isIn('127.0.0.2'), await isIn('127.0.0.2')]).toEqual([true, true, true]);
  expect([await isIn('127.0.0.2'), await isIn('127.0.0.2')]).toEqual([false, false]);
  expect(await isIn('127.0.0.3')).toBe(true);
  for (let index = 0; index < 5; index += 1) expect(await isIn('127.0.0.9')).toBe(true);
  open[0]?.destroy();
  await expect.poll(() => isIn('127.0.0.2')).toBe(true);
  for (const socket of open) socket.destroy();
  server.close();
});
