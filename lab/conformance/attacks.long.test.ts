import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupPaths } from '#contract/catalogue.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { post, tempDir } from '#main/testing/rig.ts';
import { type Attack, attackingReply, attackingRequest, attacks } from './attackDocuments.ts';
import type { ClientReport } from './attackedClient.ts';
import { type HostileService, startHostileService } from './hostileService.ts';
import { PEER_NAMESPACE } from '#e2e/rig/peer.ts';
import { type StandinProcess, memoryOf, spawnStandin } from '#e2e/rig/standinProcess.ts';
import { REVERT_OFF_FORM, form, soap11Document, soap12Document } from './rawRequest.ts';
import { sendRaw } from './rawSocket.ts';

/** Memory that all attacks, of 200 MB and more, may together add to the most memory a process ever had (seen: 22 to 108). */
const GROWTH_MB = 160;

/** No status: the server closed the connection on what was still being sent. */
const HUNG_UP = 999;

const folder = tempDir();
let listener: HostileService; // nobody may ever call it
let hostile: HostileService;
let standin: StandinProcess;
const names = Object.keys(attacks(''));

beforeAll(async () => {
  listener = await startHostileService();
  standin = await spawnStandin(folder.path);
  const wsdls = Object.values(groupPaths).map(async (path) => {
    return [path, await (await fetch(new URL(`${path}?WSDL`, standin.url))).text()] as const;
  });
  hostile = await startHostileService(new Map(await Promise.all(wsdls)));
});
afterAll(async () => {
  await standin?.[Symbol.asyncDispose]();
  await hostile?.[Symbol.asyncDispose]();
  await listener?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function attack(name: string): Attack {
  return attacks(listener.url.href)[name] ?? { doctype: '', text: '' };
}

/** The smallest body limit of those attacked, the gateway's: a larger request may be hung up on. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * Sends an attack, whose reply must be a refusal. On a request over the body limit a server may hang up, and the reset
 * then overtakes its reply; a smaller one must be answered.
 */
async function expectRefused(name: string, to: URL, bytes: Buffer): Promise<void> {
  const reply = await sendRaw(to, bytes);
  const status = reply?.status ?? (bytes.byteLength > BODY_LIMIT_BYTES ? HUNG_UP : 0);
  expect(status, name).toBeGreaterThanOrEqual(400);
}

describe('the stand-in', () => {
  test('refuses every attack, stays small and goes on answering', async () => {
    const before = memoryOf(standin.child.pid).mostMb;
    for (const name of names) {
      await expectRefused(name, standin.url, soap11Document(attackingRequest(attack(name), 'soap11')));
      await expectRefused(name, standin.url, soap12Document(attackingRequest(attack(name), 'soap12')));
    }
    await expectRefused('50 MB', standin.url, form(`${REVERT_OFF_FORM}&x=${'x'.repeat(50 * 1024 * 1024)}`));
    expect(memoryOf(standin.child.pid).mostMb - before).toBeLessThan(GROWTH_MB);
    const alive = await sendRaw(standin.url, form(REVERT_OFF_FORM));
    expect(alive?.status).toBe(200);
    expect(listener.asked).toEqual([]);
  }, 120_000);
});

describe('the gateway', () => {
  async function startGateway(path: string, upstream: URL, binding: string): Promise<GatewayProcess> {
    return spawnGateway({
      DATA_DIR: path,
      UPSTREAM_URL: upstream.origin,
      UPSTREAM_BINDING: binding,
      SERVICE_NAMESPACE: PEER_NAMESPACE,
      LOG_LEVEL: 'silent',
    });
  }

  test('passes on no attack that is answered, stays small and goes on answering', async () => {
    using own = tempDir();
    await using gateway = await startGateway(own.path, standin.url, 'http-post');
    const url = new URL(gateway.url);
    const before = memoryOf(gateway.child.pid).mostMb;
    for (const name of names) {
      await expectRefused(name, url, soap11Document(attackingRequest(attack(name), 'soap11')));
      await expectRefused(name, url, soap12Document(attackingRequest(attack(name), 'soap12')));
    }
    await expectRefused('50 MB', url, form(`${REVERT_OFF_FORM}&x=${'x'.repeat(50 * 1024 * 1024)}`));
    expect(memoryOf(gateway.child.pid).mostMb - before).toBeLessThan(GROWTH_MB);
    expect((await post(gateway.url, randomUUID())).status).toBe(200);
    expect(listener.asked).toEqual([]);
  }, 120_000);

  test.each(['http-post', 'soap11', 'soap12'] as const)(
    'takes no attack over %s for an answer of the service, stays small and goes on answering',
    async (binding) => {
      using own = tempDir();
      const contentType = binding === 'soap12' ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8';
      const answerWell = (): void =>
        hostile.answerWith(contentType, attackingReply({ doctype: '', text: 'OK' }, binding));
      answerWell(); // until the gateway has asked what it is: of a service that cannot be read calls are held
      await using gateway = await startGateway(own.path, hostile.url, binding);
      await expect.poll(async () => (await fetch(new URL('/gateway/health/ready', gateway.url))).status).toBe(200);
      const before = memoryOf(gateway.child.pid).mostMb;
      for (const name of names) {
        hostile.answerWith(contentType, attackingReply(attack(name), binding));
        expect((await post(gateway.url, randomUUID())).code, name).toBe('outcome-unknown');
      }
      expect(memoryOf(gateway.child.pid).mostMb - before).toBeLessThan(GROWTH_MB);
      answerWell();
      expect(await post(gateway.url, randomUUID())).toMatchObject({ status: 200, text: expect.stringContaining('OK') });
      expect(listener.asked).toEqual([]);
    },
    120_000,
  );
});

test('the client takes no attack for an answer, and stays small', async () => {
  hostile.answerWith('text/xml; charset=utf-8', attackingReply(attack('50 MB of text'), 'http-post'));
  const script = join(import.meta.dirname, 'attackedClient.ts');
  const child = spawn(process.execPath, [script, listener.url.href, hostile.url.href], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const report = JSON.parse(output) as ClientReport;
  expect(report.decoded.length).toBeGreaterThan(40);
  for (const { attack: name, binding, kind, ms } of report.decoded) {
    expect(kind, `${name} over ${binding}`).toBe('no-answer');
    expect(ms, `${name} over ${binding}`).toBeLessThan(10_000);
  }
  expect(report.afterMb - report.beforeMb).toBeLessThan(GROWTH_MB);
  expect(listener.asked).toEqual([]);
}, 120_000);
