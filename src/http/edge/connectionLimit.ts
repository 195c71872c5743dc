import type { Server, Socket } from 'node:net';
import { MOST_CONNECTIONS } from '#settings/variables.ts';

/**
 * Closes connections beyond what one address may hold, before a byte is read of them.
 *
 * @param isExempt - tells proxies of ours and this machine, which speak for many and may hold any number.
 */
export function limitConnections(server: Server, isExempt: (address: string) => boolean, mostFromOne: number): void {
  const held = new Map<string, number>();
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const count = (held.get(address) ?? 0) + 1;
    held.set(address, count);
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left === 0) held.delete(address);
      else held.set(address, left);
    });
    if (count > mostFromOne) socket.destroy();
  });
}
