import { readFileSync, writeFileSync } from 'node:fs';
import { type Server, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { type TlsOptions, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reach } from './forward.ts';
import { openUpstreamTls } from './upstreamTls.ts';
import type { UpstreamTrust } from '#settings/settings.ts';
import { startHere } from '#main/testing/appRig.ts';
import { type Authority, type Certified, canCertify, createAuthority, toDer } from '#main/testing/certificateRig.ts';
import { httpReply, listening, post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/** A TLS port before `to`, or that only shakes hands. */
async function startTls(pair: Certified, options: TlsOptions = {}, to?: URL): Promise<URL & AsyncDisposable> {
  const keys = { cert: readFileSync(pair.certFile), key: readFileSync(pair.keyFile) };
  const server = createServer({ ...keys, ...options }, (socket) => {
    socket.on('error', () => {});
    if (!to) return;
    const inner = connect(Number(to.port), '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  return served(
    server.on('tlsClientError', () => {}),
    'https',
  );
}

async function served(server: Server, scheme: string): Promise<URL & AsyncDisposable> {
  const { port, ...open } = await listening(server);
  return Object.assign(new URL(`${scheme}://localhost:${port}`), open);
}

const quiet = { info: () => {}, error: () => {} };

/** Connects to a service. @returns the reason why it is not reached; `reached` where it is. */
async function said(url: URL, trust: UpstreamTrust = {}): Promise<string> {
  const tls = openUpstreamTls(trust, quiet);
  try {
    (await reach(url, 30_000, tls)).destroy();
    return 'reached';
  } catch (error) {
    return (error as Error).message;
  } finally {
    tls.close();
  }
}

describe.skipIf(!canCertify)('TLS of the service', () => {
  const folder = tempDir();
  let authority: Authority;
  let other: Authority;
  let right: Certified;
  let caFile: string;
  beforeAll(() => {
    authority = createAuthority(folder.path, 'company');
    other = createAuthority(folder.path, 'other');
    right = authority.sign('service');
    ({ caFile } = authority);
  });
  afterAll(() => folder[Symbol.dispose]());

  test('a certificate of a private authority is believed where UPSTREAM_CA_FILE names it, in PEM, in DER and among others', async () => {
    await using service = await startTls(right);
    expect(await said(service)).toBe(
      'The service was not reached: its certificate is from an authority that is not known here: name a file with the certificate of that authority in UPSTREAM_CA_FILE.',
    );
    expect(await said(service, { caFile })).toBe('reached');
    expect(await said(service, { caFile: toDer(caFile) })).toBe('reached');
    const both = join(folder.path, 'both.pem');
    writeFileSync(both, `# ours\n${readFileSync(other.caFile, 'utf8')}\r\n${readFileSync(caFile, 'utf8')}`);
    expect(await said(service, { caFile: both })).toBe('reached');
    expect(await said(service, { caFile: other.caFile })).toBe(
      `The service was not reached: its certificate is from an authority that is not in UPSTREAM_CA_FILE (${other.caFile}), or the service does not send the certificates between.`,
    );
  });

  test('a certificate that has expired, or is for another name, is one sentence that says so', async () => {
    await using expired = await startTls(authority.sign('expired', { days: -1 }));
    expect(await said(expired, { caFile })).toBe(
      'The service was not reached: its certificate, or that of its authority, has expired and has to be renewed there.',
    );
    // Its end is known all the same, as that of one that is believed.
    await using gateway = await startHere({ UPSTREAM_URL: expired.href, UPSTREAM_CA_FILE: caFile });
    const shown = async (path: string) =>
      (await fetch(`${gateway.url}/gateway/${path}`, { headers: gateway.here })).text();
    await expect
      .poll(() => shown('health'))
      .toMatch(/"daysLeft":-[12],"warning":"UPSTREAM_URL: the service's certificate has expired on 20/);
    expect(await shown('metrics')).toMatch(/^scanline_certificate_expires_seconds\{owner="service"\} \d+/m);
    expect(await shown('ledger')).toContain('The service’s certificate ended on <time');
    await using named = await startTls(authority.sign('named', { host: 'DNS:wms.example' }));
    expect(await said(named, { caFile })).toBe(
      'The service was not reached: its certificate is not for “localhost”, but for DNS:wms.example: UPSTREAM_URL has to say a name that is in it.',
    );
  });

  test('TLS 1.0 and 1.1 are refused with the risk and the setting, and spoken where UPSTREAM_OLD_TLS allows them', async () => {
    for (const maxVersion of ['TLSv1', 'TLSv1.1'] as const) {
      await using service = await startTls(right, { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' });
      expect(await said(service, { caFile })).toMatch(
        /^The service was not reached: its TLS is too old to be safe .+ UPSTREAM_OLD_TLS=1\.$/,
      );
      expect(await said(service, { caFile, allowsOld: true })).toBe('reached');
      // It allows no more than that: who the service is, is looked at as ever.
      expect(await said(service, { allowsOld: true })).toContain('UPSTREAM_CA_FILE');
    }
  });

  test('a server without secure renegotiation is refused with the setting, and taken where it is allowed', async () => {
    const body = Buffer.concat([Buffer.from('0303', 'hex'), Buffer.alloc(32, 7), Buffer.from('00c02f00', 'hex')]);
    const hello = Buffer.concat([Buffer.from([0x16, 3, 3, 0, body.length + 4, 2, 0, 0, body.length]), body]);
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(hello)); // a ServerHello without a single extension
    });
    await using service = await served(server, 'https');
    expect(await said(service)).toMatch(/ its TLS is too old to be safe .+ UPSTREAM_OLD_TLS=1\.$/);
    expect(await said(service, { allowsOld: true })).not.toMatch(/too old|nothing in common/);
  });

  test('a file that holds no certificate stops the start, and one that is replaced is read while it runs', async () => {
    const none = join(folder.path, 'none.pem');
    expect(() => openUpstreamTls({ caFile: none }, quiet)).toThrow(
      `UPSTREAM_CA_FILE: ${none} cannot be read (ENOENT).`,
    );
    writeFileSync(none, 'no certificate');
    expect(() => openUpstreamTls({ caFile: none }, quiet)).toThrow(
      `UPSTREAM_CA_FILE: ${none} holds no certificate (PEM or DER).`,
    );
    const followed = join(folder.path, 'followed.pem');
    writeFileSync(followed, readFileSync(other.caFile));
    const lines: string[] = [];
    const keep = (line: string): void => void lines.push(line);
    const tls = openUpstreamTls({ caFile: followed }, { info: keep, error: keep });
    await using service = await startTls(right);
    await expect(reach(service, 30_000, tls)).rejects.toThrow('UPSTREAM_CA_FILE');
    writeFileSync(followed, readFileSync(caFile));
    await expect.poll(() => lines).toContain('UPSTREAM_CA_FILE was read again.');
    (await reach(service, 30_000, tls)).destroy();
    writeFileSync(followed, 'half writ');
    tls.reload();
    const wrong = `UPSTREAM_CA_FILE: ${followed} holds no certificate (PEM or DER). The last good one stays.`;
    await expect.poll(() => lines).toContain(wrong);
    (await reach(service, 30_000, tls)).destroy();
    tls.close();
  });

  test('calls and reads go to a service with a private authority, and the end of its certificate is told in time', async () => {
    await using upstream = await startUpstream(({ reply }) => reply(serviceReply('OK: done')));
    await using service = await startTls(authority.sign('soon', { days: 20 }), {}, upstream.url);
    await using gateway = await startHere({ UPSTREAM_URL: service.href, UPSTREAM_CA_FILE: caFile });
    await expect.poll(async () => (await post(gateway.url, 'call-0001')).status).toBe(200);
    expect((await post(gateway.url, undefined)).status).toBe(200);
    expect(upstream.requests).toHaveLength(2);
    const ask = async (path: string): Promise<string> =>
      (await fetch(`${gateway.url}/gateway/${path}`, { headers: gateway.here })).text();
    const { certificates } = JSON.parse(await ask('health')) as { certificates: Record<string, object> };
    expect(certificates).toEqual({
      service: {
        expires: expect.stringMatching(/^20\d\d-/),
        daysLeft: 19,
        warning: expect.stringMatching(
          /^UPSTREAM_URL: the service's certificate expires on 20\S+, in 19 days: from then on no call reaches it/,
        ),
      },
    });
    const [, at] = /^scanline_certificate_expires_seconds\{owner="service"\} (\S+)$/m.exec(await ask('metrics')) ?? [];
    expect((Number(at) * 1000 - Date.now()) / 86_400_000).toBeCloseTo(20, 1);
    expect(await ask('ledger')).toContain('The service’s certificate ends on <time');
  });

  test.each([
    ['Windows authentication (Negotiate, NTLM)', 'WWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM'],
    ['a sign-in (Basic)', 'WWW-Authenticate: Basic realm="wms"'],
    ['a sign-in (by a way of its own)', 'X-None: 1'],
  ])('a service that answers 401 and asks for %s holds all calls, with what to do', async (names, header) => {
    const refusal = httpReply(401, 'text/html', 'no').replace('\r\n', `\r\n${header}\r\n`);
    const server = createTcpServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(refusal)));
    await using service = await served(server, 'http');
    await using gateway = await startHere({ UPSTREAM_URL: service.href });
    const heard = async () => (await post(gateway.url, 'call-0001')).text;
    await expect.poll(heard).toContain(`HTTP 401: the service asks for ${names}, which the gateway does not have: `);
    expect(await post(gateway.url, 'call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
    expect(await heard()).toContain('allow Anonymous Authentication for the three .asmx pages in IIS');
    const health = await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json();
    expect(health).toMatchObject({ service: { held: { handheld: expect.stringContaining('UPSTREAM_URL') } } });
  });
});
