import { type Socket, connect, createServer } from 'node:net';
import { listening } from './rig.ts';

/** Makes a wire between a gateway and its database that a test can cut. @param databaseUrl - the database's own address. */
export async function startWireCutter(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const alive: { readonly far: Socket; orphaned: boolean }[] = [];
  let state: 'whole' | 'muffled' | 'cut' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    const pair = { far, orphaned: false };
    alive.push(pair);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (pair.orphaned && socket === far) return;
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (state === 'whole') near.write(chunk);
    });
  });
  const open = await listening(server);
  const url = new URL(databaseUrl);
  url.port = String(open.port);
  const cut = (): void => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  return {
    /** The database's address through the wire. */
    url: url.href,
    /** Ends all connections, and lets no new one be made. */
    cut,
    /** Lets everything through to the database and nothing back, until it is cut. */
    muffle: () => void (state = 'muffled'),
    /** Ends the oldest connection for the database, and tells the gateway nothing of it. */
    orphanOldest(): void {
      const oldest = alive.find(({ far }) => !far.destroyed);
      if (!oldest) throw new Error('there is no connection');
      oldest.orphaned = true;
      oldest.far.destroy();
    },
    /** Lets everything through again. */
    mend: () => void (state = 'whole'),
    async [Symbol.asyncDispose](): Promise<void> {
      cut();
      await open[Symbol.asyncDispose]();
    },
  };
}
