import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import { heapAsDeployed } from '#main/testing/limits.ts';

/** State of a gateway beside many large answers. */
export interface LargeLoad {
  /** Calls that were answered with all of it. */
  readonly whole: number;
  readonly calls: number;
  /** The most memory it ever held, in MB. */
  readonly peakMb: number;
  /** The longest wait for `/gateway/hello` meanwhile, and the most that the gateway worked in one, in milliseconds. */
  readonly silent: { readonly ms: number; readonly workMs: number };
  readonly ms: number;
}

/** With what only the XML reader reads, and so as dear as an answer can be. */
const PART = '{"bagCode":"BAG &amp; 1","state":"fertig für heute"},';

/**
 * So many calls with a key of the ledger and as many without one, at once, of a service that answers each with so many
 * bytes; a gateway in a process of its own, with the heap that `deploy/` gives it.
 */
export async function loadLarge(each: number, bytes: number): Promise<LargeLoad> {
  using folder = tempDir();
  const text = PART.repeat(Math.floor(bytes / Buffer.byteLength(PART)));
  const answer = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${text}</string>`,
  );
  const service = createServer((request, reply) => {
    request.resume();
    reply.setHeader('content-type', 'text/xml; charset=utf-8');
    // Asked what it is, it says nothing; a call is answered when all of it has come.
    if (request.method === 'GET') reply.writeHead(404).end();
    else request.on('end', () => reply.end(answer));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  await using gateway = await spawnGateway({
    ...heapAsDeployed(),
    DATA_DIR: folder.path,
    UPSTREAM_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_API_KEY: 'canary-key-8251',
    ENROLMENT: 'off',
    LOG_LEVEL: 'silent',
  });
  const workerData = { url: gateway.url, pid: gateway.child.pid };
  const asker = new Worker(new URL('./asker.ts', import.meta.url), { workerData });
  await once(asker, 'online');
  const startedAt = performance.now();
  // The gateway may write a text in another way than the service did: what is in it is counted.
  const many = countIn(text);
  const { apiKey: _, ...fields } = revertOffFields();
  const path = '/WareHouseAPIV1.asmx/GetBagDetailByBagCode';
  const calls = Array.from({ length: 2 * each }, (_none, index) =>
    index % 2 === 0
      ? post(gateway.url, `large-${10_000 + index}`, fields)
      : post(gateway.url, undefined, { bagCode: 'BAG-1' }, { path }),
  );
  const isWhole = await Promise.all(
    calls.map(async (call) => {
      const { status, text: said } = await call;
      return status === 200 && countIn(said) === many;
    }),
  );
  const ms = performance.now() - startedAt;
  asker.postMessage('end');
  const [silent] = (await once(asker, 'message')) as [LargeLoad['silent']];
  const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8');
  const peakMb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  service.closeAllConnections();
  service.close();
  return { whole: isWhole.filter(Boolean).length, calls: calls.length, peakMb, silent, ms };
}

/** Returns how many parts of the answer a text holds. */
function countIn(text: string): number {
  return text.split('"state":"fertig für heute"},').length - 1;
}
