import { request as httpRequest } from 'node:http';
import type { WireReply, WireRequest } from '#wire/message.ts';

/** Sends a request of a binding on a connection of its own, once, and reads the whole reply. */
export function speak(base: URL, { method, path, headers, body }: WireRequest): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, base), { method, agent: false, headers: { ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const contentType = incoming.headers['content-type'] ?? '';
        resolve({ status: incoming.statusCode ?? 0, contentType, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}
