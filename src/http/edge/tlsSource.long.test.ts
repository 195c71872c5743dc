import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { type Certified, canCertify, certify, toPfx } from '#main/testing/certificateRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/** Returns the name in the certificate that a new connection sees. */
async function nameAt(url: string): Promise<unknown> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

test.skipIf(!canCertify)(
  'a certificate is renewed again and again under load: no call fails or runs twice, and open connections live on',
  async () => {
    using folder = tempDir();
    const pairs = ['one', 'two', 'three', 'four'].map((name) => certify(folder.path, name));
    const [pfx, passphrase] = [join(folder.path, 'live.pfx'), join(folder.path, 'passphrase')];
    /** Writes as a renewal does: a new file under the old name. Each has a passphrase of its own, which comes first. */
    const put = (pair: Certified, n: number): void => {
      writeFileSync(passphrase, `pass ${n}\n`);
      renameSync(toPfx(pair, `pass ${n}`), pfx);
    };
    const [first, ...later] = pairs;
    if (!first) throw new Error('no certificates');
    put(first, 0);
    const ran = new Map<string, number>();
    await using upstream = await startUpstream(({ body, reply }) => {
      const code = new URLSearchParams(body).get('deliveryCode') ?? '';
      ran.set(code, (ran.get(code) ?? 0) + 1);
      reply(serviceReply('OK: done'));
    });
    const env = { TLS_PFX_FILE: pfx, TLS_PASSPHRASE_FILE: passphrase, UPSTREAM_URL: upstream.url.href };
    await using gateway = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'info' });
    const { port } = new URL(gateway.url);
    const keptAlive = new Agent({ keepAlive: true, maxSockets: 4 });
    const sockets = new Set<Socket>();
    let calls = 0;
    const over = new AbortController();
    const failed: unknown[] = [];
    const work = async (agent: Agent | undefined): Promise<void> => {
      while (!over.signal.aborted) {
        const code = `D-${(calls += 1)}`;
        const came = await askOver({ port, agent: agent ?? false }, code, sockets).catch(String);
        if (came !== 200) failed.push([code, came]);
      }
    };
    const working = [keptAlive, keptAlive, keptAlive, undefined, undefined].map(work);
    await expect.poll(() => ran.size).toBeGreaterThan(20);
    const kept = sockets.size;
    for (const [at, pair] of later.entries()) {
      put(pair, at + 1);
      const before = ran.size;
      await expect.poll(() => nameAt(gateway.url)).toBe(['two', 'three', 'four'][at]);
      await expect.poll(() => ran.size).toBeGreaterThan(before + 20); // work goes on with it
    }
    over.abort();
    await Promise.all(working);
    expect(failed).toEqual([]);
    expect(ran.size).toBe(calls);
    expect([...ran.values()].every((times) => times === 1)).toBe(true);
    expect(sockets.size).toBe(kept); // those that were kept open are the same through four certificates
    keptAlive.destroy();
    expect(gateway.output()).not.toContain('pass 0');
  },
  60_000,
);

/** Makes a call. @param sockets - takes note of the connections that are kept. @returns the status */
async function askOver(
  { port, agent }: { readonly port: string; readonly agent: Agent | false },
  code: string,
  sockets: Set<Socket>,
): Promise<number | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': `call-${code}` };
  const path = '/PDAAPIV1.asmx/RevertOff';
  const asked = request({ host: 'localhost', port, path, method: 'POST', headers, agent, rejectUnauthorized: false });
  if (agent) asked.once('socket', (socket) => sockets.add(socket));
  asked.end(new URLSearchParams(revertOffFields(code)).toString());
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  reply.resume();
  await once(reply, 'end');
  return reply.statusCode;
}
