import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Heard, post, tempDir } from '#main/testing/rig.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { operationPath } from '#wire/names.ts';
import {
  CARRIED_BY_NONE,
  carriedBy,
  enteredDecimals,
  enteredInts,
  enteredTexts,
  illegalDecimals,
  illegalInts,
  readByMono,
} from './enteredTexts.ts';
import { PEER_NAMESPACE, type PeerCall, sayWhySkipped, startPeer, peerOperations, sharedNames } from '#e2e/rig/peer.ts';
import { SAMPLE_KEY, operationsWith, sampleCall, usualValues } from './sampleCalls.ts';

const fromPeer: Readonly<Record<string, BindingName>> = {
  POST: 'http-post',
  GET: 'http-get',
  SOAP11: 'soap11',
  SOAP12: 'soap12',
};
const bindingNames = Object.keys(bindings) as readonly BindingName[];

/** Operations with a parameter of the type that the peer was built with. */
const comparedWith = (type: 'string' | 'int' | 'decimal'): readonly OperationName[] =>
  operationsWith(type).filter((name) => peerOperations.has(name));

const peer = await startPeer(65_536);
if (typeof peer === 'string') sayWhySkipped(peer);

/** Count of the peer's calls that are looked at already. */
let seen = 0;

afterAll(async () => {
  if (typeof peer !== 'string') await peer[Symbol.asyncDispose]();
});

describe.skipIf(typeof peer === 'string').each(bindingNames)(
  'through a gateway whose upstream speaks %s',
  (binding) => {
    const folder = tempDir();
    let gateway: GatewayProcess;

    beforeAll(async () => {
      if (typeof peer === 'string') return;
      gateway = await spawnGateway({
        DATA_DIR: folder.path,
        UPSTREAM_URL: peer.url.origin,
        UPSTREAM_BINDING: binding,
        SERVICE_NAMESPACE: PEER_NAMESPACE,
        LOG_LEVEL: 'error',
      });
    }, 60_000);
    afterAll(async () => {
      await gateway?.kill();
      folder[Symbol.dispose]();
    });

    /** A device's call: a form, with a key of its own. */
    function send(operation: OperationName, sent: Parameters, key: string = randomUUID()): Promise<Heard> {
      return post(gateway.url, key, Object.fromEntries(sent), { path: operationPath(operation, sharedNames) });
    }

    /** Returns what the peer executed for us since: the gateway's own harmless read has no key. */
    async function executedDuring(act: () => Promise<void>): Promise<readonly PeerCall[]> {
      if (typeof peer === 'string') return [];
      seen += (await peer.calls(seen)).length;
      await act();
      return (await peer.calls(seen)).filter(({ args }) => args[KEY_PARAMETER] === SAMPLE_KEY);
    }

    /** Sends the operations at once; each must arrive once with exactly these arguments, and its answer must say so. */
    async function expectArrival(
      operations: readonly OperationName[],
      sent: (operation: OperationName) => Parameters,
      arrived: (operation: OperationName) => Parameters,
      by: readonly BindingName[],
    ): Promise<void> {
      const heard: Heard[] = [];
      const executed = await executedDuring(async () => {
        heard.push(...(await Promise.all(operations.map((operation) => send(operation, sent(operation))))));
      });
      for (const [place, operation] of operations.entries()) {
        const reply = heard[place];
        expect(reply?.status, `${operation}: ${reply?.text.slice(0, 300)}`).toBe(200);
        const calls = executed.filter(({ op }) => op === operation);
        expect(calls, operation).toHaveLength(1);
        expect(calls[0]?.args, operation).toEqual(Object.fromEntries(arrived(operation)));
        expect(by, operation).toContain(fromPeer[calls[0]?.binding ?? '']);
        expect(answerText(operation, reply)).toContain(`{"op":"${operation}","seq":${calls[0]?.seq},`);
      }
      expect(executed).toHaveLength(operations.length);
    }

    test.each(Object.keys(enteredTexts))('every operation with a text receives it exactly: %s', async (what) => {
      const values = { ...usualValues, string: enteredTexts[what] ?? '' };
      const read = { ...values, string: readByMono(values.string, binding) };
      const able = carriedBy(values.string);
      await expectArrival(
        comparedWith('string'),
        (operation) => sampleCall(operation, values),
        (operation) => sampleCall(operation, read),
        able.includes(binding) ? [binding] : able,
      );
    });

    test('every operation of the peer is among those with a text or a number', () => {
      const sent = new Set<string>([...comparedWith('string'), ...comparedWith('int'), ...comparedWith('decimal')]);
      expect(sent).toEqual(peerOperations);
    });

    test.each(Object.entries(enteredInts))('the integer %j arrives as %s', async (entered, read) => {
      const operations = comparedWith('int');
      const with_ = (int: string) => (operation: OperationName) => sampleCall(operation, { ...usualValues, int });
      await expectArrival(operations, with_(entered), with_(read), [binding]);
    });

    test.each(Object.entries(enteredDecimals))('the decimal %j arrives as %s', async (entered, read) => {
      const operations = comparedWith('decimal');
      const with_ = (decimal: string) => (operation: OperationName) =>
        sampleCall(operation, { ...usualValues, decimal });
      await expectArrival(operations, with_(entered), with_(read), [binding]);
    });

    /** Sends, and expects a sentence that names the parameter, and that nothing was executed. */
    async function expectRefusal(operation: OperationName, sent: Parameters, named: string): Promise<void> {
      let heard: Heard | undefined;
      const executed = await executedDuring(async () => {
        heard = await send(operation, sent);
      });
      expect(heard?.code, heard?.text).toBe('refused');
      expect((JSON.parse(heard?.text ?? '') as { detail: string }).detail).toMatch(new RegExp(`^${named}: .+\\.$`));
      expect(executed).toEqual([]);
    }

    test('what the service would read as another number, or as none, is refused with a sentence', async () => {
      for (const int of illegalInts) {
        await expectRefusal('AgainOpenBag', sampleCall('AgainOpenBag', { ...usualValues, int }), 'logTransferDtlID');
      }
      for (const decimal of illegalDecimals) {
        await expectRefusal('CompleteBag', sampleCall('CompleteBag', { ...usualValues, decimal }), 'sWeight');
      }
    });

    test('a text that no binding carries is refused with a sentence', async () => {
      const sent = sampleCall('GetSelfDetailList', { ...usualValues, string: CARRIED_BY_NONE });
      await expectRefusal('GetSelfDetailList', sent, 'selfID');
    });

    test('a call with a parameter missing is refused: SOAP would run it with nothing in its place', async () => {
      await expectRefusal(
        'RevertOff',
        sampleCall('RevertOff').filter(([name]) => name !== 'storeCode'),
        'storeCode',
      );
    });

    test('the same key again is answered from the ledger, and not executed again', async () => {
      const key = randomUUID();
      const heard: Heard[] = [];
      const executed = await executedDuring(async () => {
        for (let times = 0; times < 3; times += 1) heard.push(await send('RevertOff', sampleCall('RevertOff'), key));
      });
      expect(executed).toHaveLength(1);
      expect(new Set(heard.map(({ text }) => text)).size).toBe(1);
      expect(heard.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true', 'true']);
    });
  },
);

/** The result text of a reply in HTTP POST, as a device reads it. */
function answerText(operation: OperationName, reply: Heard | undefined): string | null {
  const contentType = reply?.headers.get('content-type') ?? '';
  const wire = { status: reply?.status ?? 0, contentType, body: Buffer.from(reply?.text ?? '') };
  return bindings['http-post'].decodeAnswer(operation, wire, sharedNames);
}
