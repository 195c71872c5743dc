import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type RawUpstream, post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { startHere } from '#main/testing/appRig.ts';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';
import { NOT_DISPATCHED, readProblem } from '#wire/problem.ts';

const BODY = new URLSearchParams(revertOffFields()).toString();
const CALL = 'POST /PDAAPIV1.asmx/RevertOff HTTP/1.1';
const TYPE = 'Content-Type: application/x-www-form-urlencoded';

/** The bytes of a call. @param lines - its head beside Host, key and Connection. */
function callOf(key: string, lines: readonly string[], body = BODY): string {
  return `${[CALL, 'Host: localhost', `Idempotency-Key: ${key}`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** Bytes on a connection of their own. @param then - awaited once they were sent. @returns status and body. */
async function replyTo(url: string, bytes: string, then?: () => Promise<void>): Promise<[number, string]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // what is not read any more may end in a reset
  socket.write(bytes);
  const whole = text(socket);
  await then?.();
  const reply = await whole;
  return [Number(reply.slice(9, 12)), reply.slice(reply.indexOf('\r\n\r\n') + 4)];
}

/** Reads a problem as a handheld does. */
function readAs(status: number, body: string) {
  return classify({ status, contentType: 'application/problem+json', body: Buffer.from(body) }, defaultNames);
}

const LIMIT_MS = 300;

/** Shortens Node's limits for slow clients, and says when a request has begun. */
function hurry(folder: string): string {
  const file = join(folder, 'hurry.mjs');
  writeFileSync(
    file,
    `import { Server } from 'node:net';
     import { writeSync } from 'node:fs';
     const { listen } = Server.prototype;
     Server.prototype.listen = function (...values) {
       if ('requestTimeout' in this) {
         this.on('request', (request) => request.headers['x-half'] && writeSync(1, 'HALF A REQUEST\\n'));
         Object.assign(this, { headersTimeout: ${LIMIT_MS}, requestTimeout: ${LIMIT_MS}, connectionsCheckingInterval: 50 });
       }
       return listen.apply(this, values);
     };`,
  );
  return file;
}

test('a gateway that stood still says of a retry that it never read nothing that makes it not done', async () => {
  using folder = tempDir();
  await using upstream: RawUpstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  const env = { DATA_DIR: join(folder.path, 'data'), UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  await using gateway = await spawnGateway(env, hurry(folder.path));
  expect(await post(gateway.url, 'call-000001')).toMatchObject({ status: 200 });
  const half = callOf('call-000001', [TYPE, 'X-Half: 1', `Content-Length: ${BODY.length}`], BODY.slice(0, 9));
  const [status, body] = await replyTo(gateway.url, half, async () => {
    await gateway.says('HALF A REQUEST');
    gateway.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS)); // it stands still beyond its own limit
    gateway.child.kill('SIGCONT');
  });
  expect(status).toBe(408);
  expect(body).not.toContain('"ledger"');
  expect(readAs(status, body)).toMatchObject({ kind: 'no-answer', cause: 'status' });
  expect(await post(gateway.url, 'call-000001')).toMatchObject({ status: 200 }); // and the ledger knows what it did
  expect(upstream.requests).toHaveLength(1);
});

const whole = [TYPE, `Content-Length: ${BODY.length}`];
const edge: readonly [what: string, status: number, bytes: string, env?: Record<string, string>][] = [
  ['another host', 421, callOf('call-000001', whole).replace('Host: localhost', 'Host: evil.example')],
  ['two keys', 400, callOf('call-000001', [...whole, 'Idempotency-Key: call-000002'])],
  ['a key that is none', 400, callOf('!', whole)],
  ['chunks', 411, callOf('call-000001', [TYPE, 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['a packed body', 415, callOf('call-000001', [...whole, 'Content-Encoding: gzip'])],
  ['a body that is too large', 413, callOf('call-000001', [TYPE, 'Content-Length: 99999999'], '')],
  ['too many headers', 431, callOf('call-000001', [...whole, ...Array<string>(80).fill('X-A: b')])],
  ['a head that is too large', 431, callOf('call-000001', [...whole, `X-A: ${'b'.repeat(40_000)}`])],
  ['no HTTP', 400, callOf('call-000001', [...whole, 'broken header'])],
  [
    'nobody who is enrolled',
    401,
    callOf('call-000001', whole),
    { ENROLMENT: 'required', UPSTREAM_API_KEY: 'key-of-the-gateway' },
  ],
];

test.each(edge)('%s: refused before the ledger, and it says so by saying nothing', async (_, status, bytes, env) => {
  await using gateway = await startHere({ ALLOWED_HOSTS: 'localhost', ...env });
  const [said, body] = await replyTo(gateway.url, bytes);
  expect(said).toBe(status);
  expect(body).toContain('urn:scanline:problem:');
  expect(readProblem(body)?.ledger).toBeUndefined();
  expect(readAs(said, body)).not.toMatchObject({ kind: 'rejected' });
});

test('the rate limit says nothing of the ledger either', async () => {
  await using gateway = await startHere({ REQUESTS_PER_SECOND: '1', TRUSTED_PROXY: '127.0.0.1, ::1' });
  const asked = Array.from({ length: 40 }, (_, i) =>
    replyTo(gateway.url, callOf(`call-0000${i}`, [...whole, 'X-Forwarded-For: 192.0.2.7'])),
  );
  const said = (await Promise.all(asked)).find(([status]) => status === 429);
  expect(readProblem(said?.[1] ?? '')).toMatchObject({
    code: 'busy',
    detail: expect.stringContaining('from this address'),
  });
  expect(readAs(429, said?.[1] ?? '')).toMatchObject({ kind: 'not-forwarded', isUnasked: true });
});

test('behind the look-up the word is there: a refusal is final, and what was not forwarded leaves no doubt', async () => {
  await using gateway = await startHere({ UPSTREAM_URL: 'http://127.0.0.1:9/' });
  const unreadable = await replyTo(gateway.url, callOf('call-000001', [TYPE, 'Content-Length: 3'], 'a=b'));
  expect(readProblem(unreadable[1])).toMatchObject({ code: 'refused', ledger: NOT_DISPATCHED });
  expect(readAs(...unreadable)).toMatchObject({ kind: 'rejected', by: 'gateway' });
  // held: the service was never reached, so that nobody knows yet whether the settings are its own
  const held = await replyTo(gateway.url, callOf('call-000002', whole));
  expect(readProblem(held[1])).toMatchObject({ code: 'not-forwarded', ledger: NOT_DISPATCHED });
  expect(readAs(...held)).not.toHaveProperty('isUnasked');
});
