import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { listening } from '#main/testing/rig.ts';

/** Answers in place of passing an answer on. @param whole - the answer's bytes. @param came - its head. */
export type FrontFault = (reply: ServerResponse, whole: Buffer, came: IncomingMessage) => unknown;

/** A maintenance page, as a front gives it for every address. */
const MAINTENANCE = '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>';

/** The things that may stand in a file's place, by name. */
export const frontFaults: Readonly<Record<string, FrontFault>> = {
  foreign: (reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end(MAINTENANCE),
  empty: (reply, _whole, { headers }) => void reply.writeHead(200, { 'content-type': headers['content-type'] }).end(),
  half: (reply, whole, { headers }) =>
    void reply.writeHead(200, { 'content-type': headers['content-type'] }).end(whole.subarray(0, whole.length / 2)),
  part: (reply, whole, { headers }) =>
    void reply.writeHead(206, { 'content-type': headers['content-type'] }).end(whole.subarray(0, whole.length / 2)),
  // HTTP/1.0: the end of the connection is the end of the file.
  'closed early': (reply, whole, { headers }) => {
    const { socket } = reply;
    socket?.write(`HTTP/1.0 200 OK\r\nContent-Type: ${headers['content-type']}\r\n\r\n`);
    socket?.end(whole.subarray(0, whole.length / 2));
  },
};

/** A front before a gateway, on an address of its own. */
export async function startFront(gateway: string) {
  let faultAt: (path: string) => FrontFault | undefined = () => undefined;
  let target = gateway;
  const server = createServer((asked, reply) => {
    const { method, url = '/', headers } = asked;
    const fault = faultAt(url);
    const plain = fault ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const { port } = new URL(target);
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers: plain }, (came) => {
      if (!fault) {
        reply.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(reply);
        return;
      }
      const parts: Buffer[] = [];
      came.on('data', (part: Buffer) => parts.push(part));
      came.on('end', () => fault(reply, Buffer.concat(parts), came));
    });
    passed.on('error', () => (fault ? fault(reply, Buffer.alloc(0), asked) : reply.destroy()));
    asked.pipe(passed);
  });
  const open = await listening(server);
  return {
    origin: `http://localhost:${open.port}`,
    /** Has a fault in the place of what is asked for at a path from now on. */
    breakAt: (fault: (path: string) => FrontFault | undefined): void => void (faultAt = fault),
    mend: (): void => void (faultAt = () => undefined),
    /** Answers with what another gateway has at a path. */
    async pass(other: string, path: string, reply: ServerResponse): Promise<void> {
      const came = await fetch(other + path);
      const type = came.headers.get('content-type') ?? 'text/plain';
      reply.writeHead(came.status, { 'content-type': type }).end(Buffer.from(await came.arrayBuffer()));
    },
    /** Passes on to another gateway. */
    leadTo: (next: string): void => void (target = next),
    [Symbol.asyncDispose]: open[Symbol.asyncDispose],
  };
}
