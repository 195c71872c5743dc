import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * The least that can stand in a gateway's place: it answers the probe and every call at once, and keeps nothing. What a
 * replay takes against it is the handheld's own.
 *
 * @param port - the gateway's, so that the installed app finds it at its own origin.
 */
export async function startPlainResponder(port: number): Promise<{ calls(): number; stop(): Promise<void> }> {
  let calls = 0;
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/gateway/hello') {
      const hello = { nonce: url.searchParams.get('nonce'), epoch: 'plain', version: '0', upstream: 'service', now: 1 };
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(hello));
      return;
    }
    if (request.method !== 'POST') {
      reply.writeHead(404).end();
      return;
    }
    request.resume();
    request.once('end', () => {
      calls += 1;
      reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
      reply.end('<?xml version="1.0" encoding="utf-8"?>\n<string xmlns="http://tempuri.org/">OK</string>');
    });
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return {
    calls: () => calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
