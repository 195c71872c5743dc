import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationOf, type OperationName } from '#contract/catalogue.ts';
import { type AspRequest, route, run } from '#gateway/standin/asmxHost.ts';
import {
  type AspReply,
  emptyReply,
  exceptionReply,
  foreignPage,
  serviceUnavailable,
} from '#gateway/standin/aspReplies.ts';
import { type Faults, createFaults, notRunFaults, ranFaults } from '#gateway/standin/faults.ts';
import { type Journal, createJournal } from '#gateway/standin/journal.ts';
import { openWarehouse } from '#gateway/standin/warehouse.ts';

const EXCEPTION = 'Object reference not set to an instance of an object.';

/** How a stand-in is started. */
export interface StandinOptions {
  /** Its database is `standin.sqlite` in here; the folder exists. */
  readonly dataDir: string;
  readonly namespace: string;
  readonly partnerOperation: string;
  /** 0: any free port. */
  readonly port: number;
  readonly log?: (line: string) => void;
}

/** The embedded service: an ASMX host with a small warehouse behind it, on this machine's loopback only. */
export interface Standin {
  readonly url: URL;
  readonly journal: Journal;
  readonly faults: Faults;
  close(): Promise<void>;
}

/** Starts a stand-in of its own database and port. Source: DESIGN section 7. @throws CannotStart */
export async function createStandin(options: StandinOptions): Promise<Standin> {
  const { dataDir, namespace, partnerOperation, log = () => {} } = options;
  const db = openWarehouse(dataDir, log);
  const journal = createJournal(db);
  const ports = { db, journal, names: { namespace, partnerOperation }, now: Date.now };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      log(`The stand-in failed: ${String(error)}`);
      outgoing.destroy();
    });
  });
  await listen(server, options.port);
  server.on('error', (error) => log(`The stand-in cannot listen: ${error.message}`));
  const { port } = server.address() as AddressInfo;
  const door = createDoor(server, port);
  const faults = createFaults(door);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const body = await readBody(incoming);
    const request: AspRequest = { method, url, contentType: headers['content-type'] ?? '', body };
    const found = route(request, ports.names);
    if (typeof found !== 'string') return write(outgoing, found);
    await wait(faults.take(found, ['delay-before'])?.delayMs);
    const before = faults.take(found, notRunFaults);
    if (before) return happen(before.kind, found, outgoing);
    const { reply, ran } = run(found, request, ports);
    if (!ran) return write(outgoing, reply);
    await wait(faults.take(found, ['delay'])?.delayMs);
    const after = faults.take(found, ranFaults);
    if (after) return happen(after.kind, found, outgoing, reply);
    return write(outgoing, reply);
  }

  return {
    url: new URL(`http://127.0.0.1:${port}`),
    journal,
    faults,
    async close() {
      door.shut();
      await closeServer(server);
      db.close();
    },
  };
}

type Happening = (typeof notRunFaults)[number] | (typeof ranFaults)[number];

/** What the wire shows of a fault, the same whether the operation ran or not. */
function happen(kind: Happening, operation: OperationName, outgoing: ServerResponse, reply = emptyReply): void {
  switch (kind) {
    case 'drop-before':
    case 'drop-after':
      outgoing.destroy();
      return;
    case 'refuse-503':
      return write(outgoing, serviceUnavailable);
    case 'html-200-before':
    case 'html-200':
      return write(outgoing, foreignPage);
    case 'error-500-before':
    case 'error-500':
      return write(outgoing, exceptionReply(EXCEPTION));
    case 'missing-parameter':
      return write(outgoing, exceptionReply(`Missing parameter: ${operationOf(operation).parameters[0]?.[0] ?? ''}.`));
    case 'empty-200':
      return write(outgoing, emptyReply);
    case 'cut-off-after':
      return writeHalf(outgoing, reply);
  }
}

function write(outgoing: ServerResponse, reply: AspReply): void {
  const body = writeHead(outgoing, reply);
  outgoing.end(body);
}

/** The head promises the whole body; half of it follows, then the connection is reset. */
function writeHalf(outgoing: ServerResponse, reply: AspReply): void {
  const body = writeHead(outgoing, reply);
  outgoing.write(body.subarray(0, body.byteLength >> 1), () => outgoing.socket?.resetAndDestroy());
}

function writeHead(outgoing: ServerResponse, { status, contentType, body, cacheControl }: AspReply): Buffer {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, {
    'Cache-Control': cacheControl,
    ...(contentType !== '' && { 'Content-Type': contentType }),
    'Content-Length': bytes.byteLength,
    'X-AspNet-Version': '4.0.30319',
  });
  return bytes;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** @param ms - absent: no time at all. */
async function wait(ms: number | undefined): Promise<void> {
  if (ms !== undefined) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Accepting connections or not, on the same port. */
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
    /** For good. */
    shut(): void {
      shut = true;
      clearTimeout(timer);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
