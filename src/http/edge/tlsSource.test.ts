import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { type ConnectionOptions, type TLSSocket, connect } from 'node:tls';
import { expect, test } from 'vitest';
import { endingLine } from './expiry.ts';
import { openTlsSource } from './tlsSource.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import type { OwnTls } from '#settings/settings.ts';
import { type Certified, canCertify, certify, createAuthority, toPfx } from '#main/testing/certificateRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';

async function connected(url: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

/** Returns the name in the certificate that a new connection sees. */
async function nameAt(url: string): Promise<unknown> {
  const socket = await connected(url);
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

async function ask(socket: TLSSocket): Promise<string> {
  socket.write('GET /gateway/hello HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

test.skipIf(!canCertify)(
  'a certificate that is not for a name that handhelds use is said, with whom it is for',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'own');
    const files = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    const warningFor = async (hosts: readonly string[]): Promise<string | undefined> => {
      const source = await openTlsSource(files, { info: () => {}, error: () => {} }, hosts);
      source.close();
      return endingLine({ ...source.certificate(), expiresAt: Infinity }, 0);
    };
    expect(await warningFor(['localhost', '127.0.0.1'])).toBeUndefined();
    expect(await warningFor([])).toBeUndefined();
    expect(await warningFor(['localhost', 'scanline.example.com'])).toBe(
      'TLS_CERT_FILE: the certificate is for DNS:localhost, IP Address:127.0.0.1 and not for scanline.example.com, which ALLOWED_HOSTS names: no handheld reaches the gateway by that name.',
    );
  },
);

test.skipIf(!canCertify)(
  'a renewed certificate is served without a restart, a wrong pair is not, and old TLS never',
  async () => {
    using folder = tempDir();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => certify(folder.path, name));
    if (!first || !second || !third) throw new Error('no certificates');
    const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
    const put = (pair: typeof first): void => {
      copyFileSync(pair.certFile, cert);
      copyFileSync(pair.keyFile, key);
    };
    put(first);
    const env = { DATA_DIR: join(folder.path, 'data'), TLS_CERT_FILE: cert, TLS_KEY_FILE: key, LOG_LEVEL: 'info' };
    await using gateway = await spawnGateway(env);
    expect(await nameAt(gateway.url)).toBe('first');
    const open = await connected(gateway.url);

    put(second); // seen by itself
    await gateway.says('The certificate was read again.');
    expect(await nameAt(gateway.url)).toBe('second');
    expect(await ask(open)).toMatch(/^HTTP\/1\.1 200 /); // a connection that stands lives on

    copyFileSync(third.certFile, cert); // its key has not come yet
    gateway.child.kill('SIGHUP');
    await gateway.says('not a certificate and its key: ');
    expect(gateway.output()).toContain('The last good one stays.');
    expect(await nameAt(gateway.url)).toBe('second');

    writeFileSync(cert, 'half writ');
    gateway.child.kill('SIGHUP');
    expect(await nameAt(gateway.url)).toBe('second');

    put(third);
    gateway.child.kill('SIGHUP');
    await expect.poll(() => nameAt(gateway.url)).toBe('third');
    expect(await ask(open)).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/i);
    open.destroy();

    expect(gateway.output()).not.toContain(readFileSync(key, 'latin1').slice(30, 60));
    await expect(
      connected(gateway.url, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }),
    ).rejects.toThrow(/alert/);
    await expect(connected(gateway.url, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' })).rejects.toThrow(
      /alert/,
    );
    const twelve = await connected(gateway.url, { maxVersion: 'TLSv1.2' });
    expect(twelve.getCipher().name).toMatch(/^ECDHE-ECDSA-.*GCM|CHACHA20/);
    twelve.destroy();
  },
);

test.skipIf(!canCertify)(
  'a PFX is served, with its passphrase in a file, and what is wrong with it is one line',
  async () => {
    using folder = tempDir();
    const pair = certify(folder.path, 'in-pfx');
    const pfx = toPfx(pair, 'canary pass 8251');
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder.path, name), text);
      return join(folder.path, name);
    };
    const passphrase = file('passphrase', 'canary pass 8251\r\n');
    const log = { info: () => {}, error: () => {} };
    const opened = async (files: OwnTls): Promise<string> => {
      try {
        const source = await openTlsSource(files, log);
        source.close();
        return `until ${new Date(source.certificate().expiresAt).toISOString().slice(0, 10)}`;
      } catch (error) {
        return error instanceof CannotStart ? error.message : `another error: ${String(error)}`;
      }
    };
    const { validToDate } = new X509Certificate(readFileSync(pair.certFile));
    const until = `until ${validToDate.toISOString().slice(0, 10)}`;
    expect(await opened({ TLS_PFX_FILE: pfx, TLS_PASSPHRASE_FILE: passphrase })).toBe(until);
    expect(await opened({ TLS_CERT_FILE: pair.certFile, TLS_KEY_FILE: pair.keyFile })).toBe(until);
    expect(await opened({ TLS_PFX_FILE: toPfx(certify(folder.path, 'open'), '') })).toBe(until);

    const wrong = file('wrong', 'canary pass 8252');
    expect(await opened({ TLS_PFX_FILE: pfx, TLS_PASSPHRASE_FILE: wrong })).toBe(
      `TLS_PFX_FILE: ${pfx} has a passphrase, and that in TLS_PASSPHRASE_FILE is another.`,
    );
    expect(await opened({ TLS_PFX_FILE: pfx })).toBe(
      `TLS_PFX_FILE: ${pfx} has a passphrase, and TLS_PASSPHRASE_FILE is not set.`,
    );
    const missing = join(folder.path, 'missing');
    expect(await opened({ TLS_PFX_FILE: missing })).toBe(`TLS_PFX_FILE: ${missing} cannot be read (ENOENT).`);
    expect(await opened({ TLS_PFX_FILE: pfx, TLS_PASSPHRASE_FILE: missing })).toBe(
      `TLS_PASSPHRASE_FILE: ${missing} cannot be read (ENOENT).`,
    );
    const torn = file('torn.pfx', 'no PFX');
    expect(await opened({ TLS_PFX_FILE: torn })).toMatch(
      /^TLS_PFX_FILE: \S+torn\.pfx is not a PFX with a certificate and its key \([^\n]+\)\.$/,
    );
    const old = toPfx(pair, 'canary pass 8251', '-legacy');
    expect(await opened({ TLS_PFX_FILE: old, TLS_PASSPHRASE_FILE: passphrase })).toBe(
      `TLS_PFX_FILE: ${old} is encrypted in an old way (RC2): export it again with AES256-SHA256.`,
    );
  },
);

test.skipIf(!canCertify)(
  'a certificate that ends within 30 days is told in the log, in health, as a metric and on the pages',
  async () => {
    using folder = tempDir();
    const [late, soon] = [certify(folder.path, 'late', 40), certify(folder.path, 'soon', 10)];
    const over = createAuthority(folder.path, 'company').sign('over', { days: -1 });
    const warningOf = async ({ certFile, keyFile }: Certified): Promise<string | undefined> => {
      const files = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
      const source = await openTlsSource(files, { info: () => {}, error: () => {} });
      source.close();
      return source.warning();
    };
    expect(await warningOf(late)).toBeUndefined();
    // It starts nevertheless, and says so: a renewed one is taken while it runs.
    expect(await warningOf(over)).toMatch(
      /^TLS_CERT_FILE: the certificate has expired on 20\S+: no handheld reaches the gateway until it is renewed\.$/,
    );

    const env = { TLS_CERT_FILE: soon.certFile, TLS_KEY_FILE: soon.keyFile, LOG_LEVEL: 'warn' };
    await using gateway = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'data') });
    const warning = expect.stringMatching(
      /^TLS_CERT_FILE: the certificate expires on 20\S+, in 9 days: from then on no handheld/,
    );
    expect(gateway.output()).toContain('TLS_CERT_FILE: the certificate expires on 20');
    const read = (path: string): Promise<string> => readOver(gateway.url, path, gateway.here);
    expect(JSON.parse(await read('/gateway/health'))).toMatchObject({
      certificates: { own: { daysLeft: 9, warning } },
    });
    const { validToDate } = new X509Certificate(readFileSync(soon.certFile));
    expect(await read('/gateway/metrics')).toContain(
      `\nscanline_certificate_expires_seconds{owner="own"} ${validToDate.getTime() / 1000}\n`,
    );
    for (const page of ['ledger', 'devices', 'provision']) {
      expect(await read(`/gateway/${page}`)).toContain('The gateway’s certificate ends on <time');
    }
  },
);

/** Reads what an address answers, whoever signed its certificate. */
async function readOver(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const asked = request(new URL(path, url), { headers, rejectUnauthorized: false }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return reply.setEncoding('utf8').reduce((text, chunk: string) => text + chunk, '');
}
