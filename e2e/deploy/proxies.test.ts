import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeReport } from '#wire/report.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import { request } from 'node:https';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { type Behind, type Proxy, ask, hasCaddy, hasNginx, startBehind, startCaddy, startNginx } from './proxyRig.ts';

const report = { id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 1, person: 0 };
const CALL = '/PDAAPIV1.asmx/RevertOff';
const FORM = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=canary-8251&userID=7';

const proxies = [
  { name: 'nginx by deploy/nginx/scanline.conf', isThere: hasNginx(), start: startNginx },
  { name: 'Caddy by deploy/Caddyfile', isThere: hasCaddy(), start: startCaddy },
] as const;

for (const { name, isThere, start } of proxies) {
  describe.skipIf(!isThere)(`${name}: calls`, () => {
    let one: Behind;
    let other: Behind;
    let proxy: Proxy;
    const came = (): readonly string[] => [...one.came, ...other.came].map(({ line }) => line);
    const post = (key: string): Promise<{ status: number }> =>
      ask(proxy.port, 'POST', CALL, { 'idempotency-key': key }, FORM);

    beforeAll(async () => {
      [one, other] = await Promise.all([startBehind(), startBehind()]);
      proxy = await start([one.port, other.port]);
    });

    beforeEach(() => {
      for (const behind of [one, other]) (behind.came as unknown[]).length = 0;
    });

    afterAll(async () => {
      await proxy.stop();
      await Promise.all([one.close(), other.close()]);
    });

    test('a call arrives whole, with the address and the TLS of the handheld, whatever the handheld says of them', async () => {
      const lies = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', forwarded: 'for=203.0.113.9' };
      const reply = await ask(proxy.port, 'POST', CALL, { ...lies, 'idempotency-key': '"k1"' }, FORM);
      expect(reply.status).toBe(200);
      const [call] = [...one.came, ...other.came];
      expect(call).toMatchObject({ line: `POST ${CALL}`, body: FORM });
      expect(call?.headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'idempotency-key': '"k1"',
        host: `localhost:${proxy.port}`,
        'content-length': String(FORM.length),
      });
      expect(call?.headers['forwarded']).toBeUndefined();
      expect(call?.headers['transfer-encoding']).toBeUndefined();
    });

    test('both gateways are asked', async () => {
      for (let index = 0; index < 6; index += 1) await post(`"both-${index}"`);
      expect([one.came.length > 0, other.came.length > 0, came().length]).toEqual([true, true, 6]);
    });

    test('neither a key in an address nor one in a body is in its log', async () => {
      await ask(proxy.port, 'GET', `${CALL}?${FORM}`);
      await ask(proxy.port, 'POST', CALL, {}, FORM);
      expect(came().length).toBe(2);
      expect(proxy.logged()).not.toContain('canary-8251');
    });
  });

  test.skipIf(!isThere).each([
    ['POST', CALL, FORM],
    ['GET', `${CALL}?${FORM}`, undefined],
  ] as const)(`${name}: a %s that was sent and not answered is never sent again`, async (method, path, body) => {
    const behind = await Promise.all([startBehind(), startBehind()]);
    const proxy = await start(behind.map(({ port }) => port));
    for (const each of behind) each.drops = true;
    const { status } = await ask(proxy.port, method, path, { 'idempotency-key': '"lost"' }, body);
    await proxy.stop();
    await Promise.all(behind.map((each) => each.close()));
    expect(status).toBe(502);
    const came = behind.flatMap((each) => each.came.map(({ line }) => line));
    expect(came.filter((line) => line.includes(CALL))).toEqual([`${method} ${path}`]);
  });

  test.skipIf(!isThere)(`${name}: a gateway that cannot be reached costs no call`, async () => {
    const alive = await startBehind();
    const proxy = await start([await freePort(), alive.port]);
    const seen = new Set<number>();
    for (let index = 0; index < 6; index += 1) {
      const reply = await ask(proxy.port, 'POST', CALL, { 'idempotency-key': `"${index}"` }, FORM);
      seen.add(reply.status);
    }
    await proxy.stop();
    await alive.close();
    expect([...seen]).toEqual([200]);
    expect(alive.came.filter(({ line }) => line.startsWith('POST')).length).toBe(6);
  });

  test.skipIf(!isThere)(
    `${name}: what tells the board that something is new comes as it is said, and is not held back`,
    async () => {
      await using gateway = await startHere({
        TRUSTED_PROXY: '127.0.0.1',
        ALLOWED_HOSTS: 'localhost',
        SUPERVISOR_PASSWORD: PASSWORD,
      });
      const proxy = await start([Number(new URL(gateway.url).port)]);
      const at = { host: 'localhost', port: proxy.port, agent: false, rejectUnauthorized: false, family: 4 } as const;
      const tell = () =>
        fetch(`${gateway.url}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: encodeReport(report) } });
      const text = await new Promise<string>((resolve, reject) => {
        const asked = request({ ...at, path: '/gateway/floor/live', headers: gateway.here }, (reply) => {
          let came = '';
          reply.on('data', (chunk: Buffer) => {
            came += chunk.toString();
            if (came === ':\n\n') tell().catch(reject); // the stream is open: now a handheld says hello
            if (!came.includes('data: ')) return;
            asked.destroy();
            resolve(`${reply.headers['content-type']}: ${came}`);
          });
        });
        asked.on('error', reject);
        asked.end();
      });
      await proxy.stop();
      expect(text).toMatch(/^text\/event-stream: (?::\n\n)+data: changed\n\n/);
    },
  );

  test.skipIf(!isThere)(
    `${name}: a gateway that trusts it serves the app, and knows that the handheld speaks TLS`,
    async () => {
      // Caddy asks how it is by its address, which is always one of its names.
      await using gateway = await startHere({ TRUSTED_PROXY: '127.0.0.1', ALLOWED_HOSTS: 'localhost' });
      await using other = await startHere({ ALLOWED_HOSTS: 'localhost' });
      const secure = new Set<string>();
      for (const { url } of [gateway, other]) {
        const proxy = await start([Number(new URL(url).port)]);
        const reply = await ask(proxy.port, 'GET', '/');
        const foreign = await ask(proxy.port, 'GET', '/', { host: 'evil.example' });
        await proxy.stop();
        expect(reply.text).toContain('<title>Scanline</title>');
        expect(foreign.text).not.toContain('<title>Scanline</title>');
        secure.add(String(reply.headers['strict-transport-security']));
      }
      expect([...secure]).toEqual(['max-age=31536000', 'undefined']);
    },
  );
}
