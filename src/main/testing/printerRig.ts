import { type Socket, createServer } from 'node:net';
import type { PrinterHabits } from '#standin/printerHabits.ts';
import { type Paper, createZplPrinter } from '#standin/zplPrinter.ts';
import { listening } from './rig.ts';

export interface PrinterRigOptions {
  readonly habits?: Partial<PrinterHabits>;
  /** Milliseconds of one thing that it does for a label. @defaultValue 5 */
  readonly stepMs?: number;
  /** @defaultValue any port that is free */
  readonly port?: number;
  /** The number that no other printer has. */
  readonly own?: string;
  /** Told of bytes that arrive, before the printer takes them. @returns `false`: it takes none of them, and the line is cut. */
  readonly onBytes?: (bytes: string, socket: Socket) => boolean;
}

/** Starts a label printer on a port of the loopback. */
export async function startPrinter({ habits, stepMs = 5, port = 0, own = 'RIG0001', onBytes }: PrinterRigOptions = {}) {
  const papers: Paper[] = [];
  const printer = createZplPrinter({
    own,
    count: 1_000,
    ...(habits && { habits }),
    now: Date.now,
    onPaper: (paper) => papers.push(paper),
  });
  let lines = 0;
  const server = createServer((socket) => {
    lines += 1;
    const entry = printer.enter((text) => void socket.write(text, 'latin1'));
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      if (onBytes?.(text, socket) === false) socket.destroy();
      else entry.take(text);
    });
    socket.on('close', entry.end);
  });
  const open = await listening(server, port);
  const steps = setInterval(() => printer.step(), stepMs);
  return {
    ...printer,
    port: open.port,
    papers: papers as readonly Paper[],
    /** Returns the number of lines that were opened into it. */
    lines: (): number => lines,
    /** Cuts every line into it. */
    cut(): void {
      for (const socket of open.sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(steps);
      await open[Symbol.asyncDispose]();
    },
  };
}
