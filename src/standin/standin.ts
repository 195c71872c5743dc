import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart } from '#settings/cannotStart.ts';
import { answer } from './answer.ts';
import { createDemoPrinter } from './demoPrinter.ts';
import { createFaults } from './faults.ts';
import { createJournal } from './journal.ts';
import { openWarehouse } from '#standin/warehouse/warehouse.ts';

/** The most bytes of a request's line and headers: a query that is too long for ASP.NET must be refused as ASP.NET does. */
const MAX_HEADER_BYTES = 64 * 1024;

/** The options of a stand-in. */
export interface StandinOptions {
  /** The folder for `standin.sqlite`; it exists. */
  readonly dataDir: string;
  readonly namespace: string;
  readonly partnerOperation: string;
  /** 0: any free port. */
  readonly port: number;
  readonly log?: (line: string) => void;
  /** `true`: refuses what a host would misread in silence; absent: as STANDIN_STRICT says. */
  readonly strict?: boolean;
}

/** The embedded service: an ASMX host with a small warehouse behind it, on this machine's loopback only. */
export type Standin = Awaited<ReturnType<typeof createStandin>>;

/** Starts a stand-in with a database and a port of its own. Source: docs/assumptions.md. @throws CannotStart */
export async function createStandin(options: StandinOptions) {
  const { dataDir, namespace, partnerOperation, log = () => {}, strict = strictByEnvironment() } = options;
  const db = openWarehouse(dataDir, log);
  const journal = createJournal(db);
  const printer = createDemoPrinter(db, log);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    answer(incoming, outgoing, ports).catch((error: unknown) => {
      log(`The stand-in failed: ${String(error)}`);
      outgoing.destroy();
    });
  });
  await once(server.listen(options.port, '127.0.0.1'), 'listening');
  server.on('error', (error) => log(`The stand-in cannot listen: ${error.message}`));
  const { port } = server.address() as AddressInfo;
  const door = createDoor(server, port);
  const faults = createFaults(door);
  const ports = { db, journal, faults, strict, now: Date.now, names: { namespace, partnerOperation } };

  return {
    url: new URL(`http://127.0.0.1:${port}`),
    journal,
    faults,
    printer,
    async close(): Promise<void> {
      door.shut();
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
      db.close();
    },
  };
}

/** Reads STANDIN_STRICT. @throws CannotStart */
function strictByEnvironment(): boolean {
  const text = process.env['STANDIN_STRICT'] ?? '';
  if (!['', '0', '1'].includes(text))
    throw new CannotStart(`STANDIN_STRICT: expected 0 or 1, not “${text.slice(0, 20)}”.`);
  return text === '1';
}

/** Makes a door that closes and opens the server's port. */
function createDoor(server: Server, port: number) {
  let timer: NodeJS.Timeout | undefined;
  let shut = false;
  const up = (): void => {
    clearTimeout(timer);
    if (!shut && !server.listening) server.listen(port, '127.0.0.1');
  };
  return {
    up,
    down(forMs: number): void {
      clearTimeout(timer);
      if (server.listening) server.close();
      if (forMs > 0) timer = setTimeout(up, forMs);
    },
    /** Keeps the door from opening again. */
    shut(): void {
      shut = true;
      clearTimeout(timer);
    },
  };
}
