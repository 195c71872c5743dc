import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Nginx, listening, startNginx } from '#lab/bench/nginx.ts';
import { freePort } from '#e2e/rig/peer.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';

/** One way to the service. `isLedgered`: each call has a key of its own. */
export interface Side {
  readonly name: string;
  readonly origin: string;
  readonly isLedgered: boolean;
}

/** All ways to one plain service, each program in a process of its own. */
export interface Sides extends AsyncDisposable {
  readonly direct: Side;
  /** `proxy_pass http://…;` and nothing else: nginx's own default, a connection for each call. */
  readonly nginx: Side;
  /** The same with kept connections to the service, which has to be asked for in three lines. */
  readonly nginxKept: Side;
  readonly ledgered: Side;
  readonly unledgered: Side;
}

/** Service that answers: nginx, so that what answers is not what limits; or Node, as slow as a service that does nothing else. */
export type Service = 'nginx' | 'Node';

/** Answer of the service to every call, as an ASMX host writes it. nginx reads its quotes and its line end. */
const ANSWER = `<?xml version="1.0" encoding="utf-8"?>\\r\\n<string xmlns="http://tempuri.org/">OK: done</string>`;

/**
 * nginx as the service (what answers must not be what limits), nginx as the proxy to compare with, and the gateway with
 * its settings as they are out of the box, log included: each writes its line for every call to a file, as nginx does.
 *
 * @param dir - an empty folder. @param env - what the gateway is told beside that. @param kind - what answers.
 * @returns a sentence where it cannot be done.
 */
export async function startSides(
  dir: string,
  env: Readonly<Record<string, string>> = {},
  kind: Service = 'nginx',
): Promise<Sides | string> {
  await using started = new AsyncDisposableStack();
  const servicePort = await freePort();
  const service =
    kind === 'Node'
      ? await startPlainService(servicePort)
      : await startNginx(join(dir, 'service'), servicePort, serviceConfig(servicePort));
  if (typeof service === 'string') return service;
  started.use(service);
  const [plain, kept] = [await freePort(), await freePort()];
  const proxy = await startNginx(join(dir, 'proxy'), plain, proxyConfig(dir, service, plain, kept));
  if (typeof proxy === 'string') return proxy;
  started.use(proxy);
  const dataDir = join(dir, 'gateway');
  mkdirSync(dataDir);
  const gateway = started.use(
    await spawnGateway(
      { DATA_DIR: dataDir, UPSTREAM_URL: service.url.origin, REQUESTS_PER_SECOND: '0', ...env },
      undefined,
      join(dir, 'gateway.log'),
    ),
  );
  const own = started.move();
  const side = (name: string, origin: string, isLedgered = false): Side => ({ name, origin, isLedgered });
  return {
    direct: side('straight to the service', service.url.origin),
    nginx: side('nginx, its default', proxy.url.origin),
    nginxKept: side('nginx, kept connections', `http://127.0.0.1:${kept}`),
    ledgered: side('gateway, ledger', gateway.url, true),
    unledgered: side('gateway, no ledger', gateway.url),
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}

/** Starts the service on Node that does nothing but answer. @returns a sentence where it does not listen. */
export async function startPlainService(port: number): Promise<Nginx | string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plainService.ts'), String(port)], {
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  const problem = await listening(port, 'The service on Node');
  if (problem !== undefined) return problem;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function serviceConfig(port: number): string {
  return `access_log off; keepalive_requests 100000000;
    server { listen 127.0.0.1:${port} backlog=4096;
      location / { default_type "text/xml; charset=utf-8"; return 200 '${ANSWER}'; } }`;
}

function proxyConfig(dir: string, { url }: Nginx, plain: number, kept: number): string {
  return `access_log ${dir}/access.log; keepalive_requests 100000000;
    server { listen 127.0.0.1:${plain}; location / { proxy_pass ${url.origin}; } }
    upstream kept { server ${url.host}; keepalive 64; }
    server { listen 127.0.0.1:${kept};
      location / { proxy_pass http://kept; proxy_http_version 1.1; proxy_set_header Connection ""; } }`;
}

/** RevertOff as a handheld says it: the path, the form, and what it is sent with. */
export const CALL = {
  path: '/PDAAPIV1.asmx/RevertOff',
  body: 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID=7',
  contentType: 'application/x-www-form-urlencoded; charset=utf-8',
};

/** The headers of one call over a side. */
export function headersOf({ isLedgered }: Side): Readonly<Record<string, string>> {
  return { 'content-type': CALL.contentType, ...(isLedgered && { 'idempotency-key': randomUUID() }) };
}
