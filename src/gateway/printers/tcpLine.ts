import { type Socket, connect } from 'node:net';
import { LineCut, type PrinterLine } from '#label/printerLine.ts';

/** The time for a printer to take a connection, in milliseconds. */
const CONNECT_MS = 3_000;
/** The time for what was taken to go, at the end of a line, in milliseconds. */
const CLOSE_MS = 1_000;
/** A printer that is gone is noticed so long after it said something last, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;
/** The most bytes that wait to be heard; more are left on the network until they are. */
const MOST_HELD = 64 * 1024;
/** The most bytes that are heard on one line: a printer says little, and what says more is none. */
const MOST_HEARD = 4 * 1024 * 1024;

/** Opens a line to a printer's port. @param address - resolved and allowed before. @throws where nobody takes it in time */
export async function openTcpLine(address: string, port: number): Promise<PrinterLine> {
  return lineOn(await connectTo(address, port));
}

/** Connects to a port. @param address - resolved and allowed before. @throws where nobody takes it in time */
export async function connectTo(address: string, port: number, connectMs = CONNECT_MS): Promise<Socket> {
  const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  await connected(socket, connectMs);
  return socket;
}

function connected(socket: Socket, connectMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error(`nobody answers within ${connectMs / 1000} s`)), connectMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function lineOn(socket: Socket): PrinterLine {
  let held: Buffer[] = [];
  let [heldBytes, heardBytes] = [0, 0];
  let cut: LineCut | undefined;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const one of waiting) one();
  };
  const end = (why: string): void => {
    cut ??= new LineCut(why);
    wake();
  };
  socket.on('data', (bytes: Buffer) => {
    held.push(bytes);
    heldBytes += bytes.byteLength;
    heardBytes += bytes.byteLength;
    if (heardBytes > MOST_HEARD) socket.destroy();
    else if (heldBytes > MOST_HELD) socket.pause();
    wake();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  socket.on('end', () => end('the printer has closed it'));
  socket.on('close', () => end('it is closed'));

  const take = (): Uint8Array => {
    const all = Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    socket.resume();
    return all;
  };

  /** Waits until something happens on the line, or the time is over. */
  const happens = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      waiting.add(done);
    });

  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        if (cut) return reject(cut);
        const fail = (): void => {
          if (!cut) return;
          waiting.delete(fail);
          reject(cut);
        };
        waiting.add(fail);
        socket.write(bytes, (error) => {
          waiting.delete(fail);
          if (error) end(error.message);
          if (cut) reject(cut);
          else resolve();
        });
      }),
    async hear(waitMs) {
      if (heldBytes === 0 && !cut) await happens(waitMs);
      if (heldBytes > 0) return take();
      if (cut) throw cut;
      return new Uint8Array();
    },
    async close() {
      end('it was closed here');
      socket.destroySoon(); // what was taken goes first
      setTimeout(() => socket.destroy(), CLOSE_MS).unref();
    },
  };
}
