import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import type { PrinterHabits } from '#standin/printerHabits.ts';
import { type Paper, type PrinterEntry, type ZplPrinter, createZplPrinter } from '#standin/zplPrinter.ts';

/** The options of a printer on the network that is none. */
export interface RigOptions {
  readonly habits?: Partial<PrinterHabits>;
  /** @defaultValue a number that no other rig of this process has */
  readonly own?: string;
  /** The labels that it has printed before. @defaultValue 4711 */
  readonly count?: number;
  /** Milliseconds of each of the three things that it does for a label. @defaultValue 20 */
  readonly stepMs?: number;
  /** 0: any free port. */
  readonly port?: number;
  /** @defaultValue this machine's loopback */
  readonly host?: string;
}

/** The way to receive whoever connects. `silent`: takes all, says nothing. `one`: a second one is closed at once. */
export type Manner = 'many' | 'one' | 'silent' | 'none';

/** A cut by itself: after so many bytes on the next line, that it takes or says. */
export interface RigCut {
  readonly after: number;
  readonly of: 'taken' | 'said';
}

export type Rig = Awaited<ReturnType<typeof createRig>>;

let made = 0;

/**
 * Starts a printer on TCP that is none, on this machine alone: the printer of the stand-in's kind, and whatever befalls one on a network.
 * Nothing of it reads with the sender's code.
 */
export async function createRig(options: RigOptions = {}) {
  const {
    habits = {},
    own = `RIG${(made += 1)}`,
    count = 4_711,
    stepMs = 20,
    port: asked = 0,
    host = '127.0.0.1',
  } = options;
  const papers: Paper[] = [];
  const make = (its: string): ZplPrinter =>
    createZplPrinter({ own: its, count, habits, now: Date.now, onPaper: (paper) => papers.push(paper) });
  let machine = make(own);
  let manner: Manner = 'many';
  let nextCut: RigCut | undefined;
  const sockets = new Set<Socket>();
  const counted = { taken: 0, said: 0, lines: 0 };

  const onSocket = (socket: Socket): void => {
    const isOneTooMany = manner === 'one' && sockets.size > 0;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (isOneTooMany || manner === 'none') return void socket.destroy();
    counted.lines += 1;
    const cut = nextCut;
    nextCut = undefined;
    serve(socket, machine, cut, () => manner === 'silent', counted);
  };
  const server = createServer({ noDelay: true }, onSocket);
  await listening(server, asked, host);
  const { port } = server.address() as AddressInfo;
  const working = setInterval(() => machine.step(), stepMs);

  const cutAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const away = async (): Promise<void> => {
    cutAll();
    if (server.listening) await once(server.close(), 'close');
  };
  return {
    /** As a site's file has it. */
    address: `${host}:${port}`,
    port,
    papers,
    counted,
    /** The printer itself: its faults, its count, a torn label. */
    machine: (): ZplPrinter => machine,
    /** Decides what it does with whoever connects from now on. */
    receive(to: Manner): void {
      manner = to;
    },
    /** Has the next line cut by itself. */
    cutNext(cut: RigCut): void {
      nextCut = cut;
    },
    /** Cuts every line now. */
    cut: cutAll,
    /** Has another host print labels of its own. */
    printOther(text: string): void {
      const entry = machine.enter(() => {});
      entry.take(text);
      entry.end();
    },
    /** Puts another printer at the address: its own number, the same papers. */
    swap(its: string): void {
      cutAll();
      machine = make(its);
    },
    /** Pulls the power. Nobody listens at the address until it is back. */
    async powerOff(): Promise<void> {
      machine.powerOff();
      await away();
    },
    powerOn: (): Promise<void> => (server.listening ? Promise.resolve() : listening(server, port, host)),
    /** Prints at once whatever it has, without a fault. */
    drain(): void {
      for (const fault of ['paper-out', 'ribbon-out', 'head-open', 'cutter', 'paused'] as const)
        machine.setFault(fault, false);
      while (machine.step());
    },
    async close(): Promise<void> {
      clearInterval(working);
      await away();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await this.close();
    },
  };
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  await once(server.listen(port, host), 'listening');
}

/** Joins a connection to the printer, up to where it is cut. */
function serve(
  socket: Socket,
  machine: ZplPrinter,
  cut: RigCut | undefined,
  isSilent: () => boolean,
  counted: { taken: number; said: number },
): void {
  let [taken, said] = [0, 0];
  const room = (of: RigCut['of'], have: number): number => (cut?.of === of ? cut.after - have : Infinity);
  const entry: PrinterEntry = machine.enter((text) => {
    if (isSilent() || socket.destroyed) return;
    const bytes = Buffer.from(text, 'latin1').subarray(0, room('said', said));
    said += bytes.length;
    counted.said += bytes.length;
    // What was said arrives before the end.
    socket.write(bytes, () => room('said', said) <= 0 && socket.destroy());
  });
  socket.on('close', () => entry.end());
  socket.on('data', (chunk: Buffer) => {
    const bytes = chunk.subarray(0, room('taken', taken));
    taken += bytes.length;
    counted.taken += bytes.length;
    if (!isSilent()) entry.take(bytes.toString('latin1'));
    if (room('taken', taken) <= 0) socket.resetAndDestroy();
  });
}
