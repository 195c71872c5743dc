import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { listening } from '#main/testing/rig.ts';

/** Fault that may happen to a POST between a handheld and the gateway; everything else passes. */
export type NetFault = 'dropped-after' | 'error-after' | 'away-before' | 'portal-before';

const FAULTS: readonly NetFault[] = ['dropped-after', 'error-after', 'away-before', 'portal-before'];
/** Of a hundred POSTs, so many meet each fault. */
const SHARE_OF_EACH = 0.05;

/** A network with a will of its own before a gateway: the same seed gives the n-th POST the same fate. */
export interface FaultyNet {
  readonly origin: string;
  /** Files that it serves itself, by path. */
  readonly files: Map<string, { readonly type: string; readonly text: string }>;
  /** `down`: no POST passes. `faulty`: by the seed. */
  set(mode: 'down' | 'well' | 'faulty'): void;
  /** Called at each POST that was passed on, before its reply is. */
  onPassed: (count: number) => void;
  /** Times that each fault was met. */
  readonly met: Record<NetFault, number>;
  /** `performance.now()` of the first POST and of the last reply. */
  readonly times: { first: number; last: number };
  close(): Promise<void>;
}

export async function startFaultyNet(gatewayOrigin: string, seed: number): Promise<FaultyNet> {
  const gateway = new URL(gatewayOrigin);
  const random = randomFrom(seed);
  let mode: 'down' | 'well' | 'faulty' = 'well';
  let passed = 0;

  const server = await listening(
    createServer((incoming, reply) => {
      const file = net.files.get(incoming.url ?? '');
      if (file) reply.writeHead(200, { 'content-type': file.type }).end(file.text);
      else if (incoming.method === 'POST') post(incoming, reply);
      else pass(incoming, reply, (code, headers, body) => reply.writeHead(code, headers).end(body));
    }),
  );
  const net: FaultyNet = {
    origin: `http://localhost:${server.port}`,
    files: new Map(),
    set: (wanted) => (mode = wanted),
    onPassed: () => undefined,
    met: { 'dropped-after': 0, 'error-after': 0, 'away-before': 0, 'portal-before': 0 },
    times: { first: Number.NaN, last: Number.NaN },
    async close() {
      await server[Symbol.asyncDispose]();
    },
  };

  function post(incoming: IncomingMessage, reply: ServerResponse): void {
    if (mode === 'down') {
      incoming.socket.destroy();
      return;
    }
    if (Number.isNaN(net.times.first)) net.times.first = performance.now();
    const fault = mode === 'faulty' ? FAULTS[Math.floor(random() / SHARE_OF_EACH)] : undefined;
    if (fault) net.met[fault] += 1;
    const html = { 'content-type': 'text/html' };
    if (fault === 'away-before') reply.writeHead(503, html).end('<h1>Service unavailable</h1>');
    else if (fault === 'portal-before') reply.writeHead(200, html).end('<h1>Welcome to our Wi-Fi</h1>');
    else {
      pass(incoming, reply, (code, headers, body) => {
        passed += 1;
        net.onPassed(passed);
        if (fault === 'dropped-after') incoming.socket.destroy();
        else if (fault === 'error-after') reply.writeHead(500, { 'content-type': 'text/plain' }).end('Server error');
        else reply.writeHead(code, headers).end(body);
        net.times.last = performance.now();
      });
    }
  }

  /** Asks the gateway, whatever becomes of the handheld meanwhile. */
  function pass(
    incoming: IncomingMessage,
    reply: ServerResponse,
    answer: (code: number, headers: IncomingMessage['headers'], body: Buffer) => void,
  ): void {
    const headers = { ...incoming.headers, host: gateway.host };
    const asked = request(new URL(incoming.url ?? '/', gateway), { method: incoming.method, headers }, (answered) => {
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.once('end', () => answer(answered.statusCode ?? 502, answered.headers, Buffer.concat(chunks)));
    });
    asked.once('error', () => reply.destroy());
    incoming.pipe(asked);
  }

  return net;
}

/** Numbers from 0 to 1, the same for the same seed. Source: Tommy Ettinger, mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
