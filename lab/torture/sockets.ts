import { once } from 'node:events';
import { type Server, type Socket, createServer } from 'node:net';

/** Listens on the loopback interface. @param port - 0: any. */
export async function listen(serve: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer(serve).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Stops listening; connections that stand are left. */
export async function close(server: Server): Promise<void> {
  server.close();
  await Promise.race([once(server, 'close'), sleep(20)]); // it closes for good with its last connection
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Does things in the order in which they were given, each after its delay: bytes are held up, and never overtake. */
export function inTurn(): (delayMs: number, work: () => void) => void {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return (delayMs, work) => {
    if (delayMs === 0 && waiting === 0) {
      work();
      return;
    }
    waiting += 1;
    last = last
      .then(() => sleep(delayMs))
      .then(() => {
        waiting -= 1;
        work();
      });
  };
}
