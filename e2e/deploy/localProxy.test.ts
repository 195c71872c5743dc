import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from 'node:http';
import { startHere } from '#main/testing/appRig.ts';
import { hasNginx, startPlainNginx } from './proxyRig.ts';

const KEY = 'canary-key-7f3a91';
const FORM = 'deliveryCode=D-1001&storeCode=S-01-A&userID=7&apiKey=';
/** Requests by way of a proxy, as a stranger asks it. */
const CLOSED: readonly (readonly [string, string])[] = [
  ['GET', '/gateway/ledger'],
  ['POST', '/gateway/ledger'],
  ['GET', '/gateway/devices'],
  ['POST', '/gateway/devices/revoke-all'],
  ['GET', '/gateway/provision'],
  ['POST', '/gateway/provision'],
  ['POST', '/gateway/enrol/codes'],
  ['GET', '/gateway/metrics'],
  ['GET', '/gateway/standin/journal'],
  ['DELETE', '/gateway/standin/journal'],
  ['GET', '/gateway/standin/faults'],
];

/** One request whose Host is whatever its sender likes. */
function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe.skipIf(!hasNginx())('a proxy on the gateway’s own machine makes nobody “this machine”', () => {
  let gateway: Awaited<ReturnType<typeof startHere>>;
  let open: Awaited<ReturnType<typeof startHere>>;
  beforeAll(async () => {
    gateway = await startHere({ SUPERVISOR_PASSWORD: 'a long password', UPSTREAM_API_KEY: KEY });
    open = await startHere({ UPSTREAM_API_KEY: KEY });
  }, 60_000);
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await open[Symbol.asyncDispose]();
  });

  test.each([
    ['with nothing but proxy_pass', ''],
    [
      'with X-Forwarded-For and its kin',
      'proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;',
    ],
    ['with the Host of whoever asks passed on', 'proxy_set_header Host $http_host;'],
  ])(
    '%s',
    async (_, lines) => {
      for (const { url } of [gateway, open]) {
        const proxy = await startPlainNginx(Number(new URL(url).port), lines);
        const got: [string, string, number][] = [];
        for (const host of ['localhost', '127.0.0.1', 'scan.example']) {
          for (const [method, path] of CLOSED) {
            const { status } = await ask(proxy.port, method, path, { host, 'content-length': '0' });
            if (status !== 401 && status !== 403) got.push([host, path, status]);
          }
          const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
          for (const key of [{}, { 'idempotency-key': `call-${host}` }]) {
            const call = await ask(proxy.port, 'POST', '/PDAAPIV1.asmx/RevertOff', { ...headers, ...key }, FORM);
            if (!call.text.includes('"not-enrolled"')) got.push([host, 'a call', call.status]);
          }
        }
        await proxy.stop();
        expect(got).toEqual([]);
      }
    },
    60_000,
  );
});
