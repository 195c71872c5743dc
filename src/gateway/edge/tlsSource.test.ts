import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionOptions, type TLSSocket, connect } from 'node:tls';
import { expect, test } from 'vitest';
import { canCertify, certify } from '#gateway/testing/certificateRig.ts';
import { spawnGateway } from '#gateway/testing/gatewayProcess.ts';
import { tempDir } from '#gateway/testing/rig.ts';

async function connected(url: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

/** The name in the certificate that a new connection sees. */
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
