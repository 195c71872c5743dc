import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Heard, post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import { bindingNames } from '#wire/bindings.ts';
import { LET_THROUGH } from '#wire/testing/hostSentences.ts';
import { PEER_NAMESPACE, sayWhySkipped, startPeer } from '#e2e/rig/peer.ts';

const peer = await startPeer();
if (typeof peer === 'string') sayWhySkipped(peer);
afterAll(async () => {
  if (typeof peer !== 'string') await peer[Symbol.asyncDispose]();
});

/** Has the peer run the next RevertOff and then fail in these words. */
async function failAfter(kind: string, sentence: string): Promise<void> {
  if (typeof peer === 'string') return;
  const arghex = Buffer.from(sentence).toString('hex');
  await fetch(new URL(`/peer.ashx?cmd=fault&op=RevertOff&n=1&kind=${kind}&arghex=${arghex}`, peer.url));
}

async function executedOf(operation: string, act: () => Promise<Heard>): Promise<{ heard: Heard; ran: number }> {
  const before = typeof peer === 'string' ? 0 : (await peer.calls()).length;
  const heard = await act();
  const since = typeof peer === 'string' ? [] : await peer.calls(before);
  return { heard, ran: since.filter(({ op }) => op === operation).length };
}

describe.skipIf(typeof peer === 'string').each(bindingNames)('a genuine host over %s', (binding) => {
  const folder = tempDir();
  let gateway: GatewayProcess;

  beforeAll(async () => {
    if (typeof peer === 'string') return;
    gateway = await spawnGateway({
      DATA_DIR: folder.path,
      UPSTREAM_URL: peer.url.origin,
      UPSTREAM_BINDING: binding,
      SERVICE_NAMESPACE: PEER_NAMESPACE,
      PARTNER_OPERATION: 'GetReportDataNobody',
      LOG_LEVEL: 'error',
    });
  }, 60_000);
  afterAll(async () => {
    await gateway?.kill();
    folder[Symbol.dispose]();
  });

  // An exception of the method, and one of SOAP, whose words the host passes on as they are.
  const kinds = binding.startsWith('soap') ? ['throw-after', 'soapfault-after'] : ['throw-after'];
  const failures = kinds.flatMap((kind) => LET_THROUGH.map((sentence) => [kind, sentence] as const));

  test.each(failures)('that ran the method and says by %s: %j', async (kind, sentence) => {
    await failAfter(kind, sentence);
    const { heard, ran } = await executedOf('RevertOff', () => post(gateway.url, randomUUID(), revertOffFields()));
    expect(ran).toBe(1);
    expect(heard).toMatchObject({ status: 504, code: 'outcome-unknown' });
  });

  test('that has no such method: it names the one of this call, where its binding has it say so', async () => {
    const fields = { apiKey: 'k', inputNumber: 'N-1', userId: '7' };
    const path = '/WareHouseAPIV1.asmx/GetReportDataNobody';
    const key = randomUUID();
    const { heard, ran } = await executedOf('GetReportDataPartner', () => post(gateway.url, key, fields, { path }));
    expect(ran).toBe(0);
    // Over SOAP 1.2 it is “without a valid action parameter”, which names nothing.
    const named = { status: 500, text: expect.stringContaining('GetReportDataNobody') };
    expect(heard).toMatchObject(binding === 'soap12' ? { status: 504, code: 'outcome-unknown' } : named);
  });
});
