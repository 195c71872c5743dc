import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parameters } from '#contract/call.ts';
import { KEY_PARAMETER } from '#contract/call.ts';
import { groupPaths, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { peerOperations, sayWhySkipped, sharedNames, startPeer } from '#e2e/rig/peer.ts';
import { sampleCall } from './sampleCalls.ts';
import { type OwnStandin, startOwnStandin } from './sides.ts';
import { speak } from './speak.ts';

const bindingNames = Object.keys(bindings) as readonly BindingName[];
const cells = operationNames.flatMap((operation) => bindingNames.map((binding) => [operation, binding] as const));

/** Names of the bindings in the peer's log. */
const peerBinding: Readonly<Record<BindingName, string>> = {
  'http-post': 'POST',
  'http-get': 'GET',
  soap11: 'SOAP11',
  soap12: 'SOAP12',
};

const peer = await startPeer();
if (typeof peer === 'string') sayWhySkipped(peer);
let own: OwnStandin;

beforeAll(async () => {
  own = await startOwnStandin();
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  if (typeof peer !== 'string') await peer[Symbol.asyncDispose]();
});

/** Sends a call over a binding and reads its answer, as the client does. */
async function call(
  base: URL,
  binding: BindingName,
  operation: OperationName,
  sent: Parameters,
): Promise<string | null> {
  const { encodeCall, decodeAnswer } = bindings[binding];
  const reply = await speak(base, encodeCall(operation, sent, sharedNames));
  expect(reply.status, Buffer.from(reply.body).toString()).toBe(200);
  return decodeAnswer(operation, reply, sharedNames);
}

/** Returns what the stand-in's journal has of its last execution. */
function lastExecution() {
  const execution = own.standin.journal.since(0).at(-1);
  return { operation: execution?.operation, binding: execution?.binding, parameters: execution?.parameters };
}

const withoutKey = (sent: Parameters): Parameters => sent.filter(([name]) => name !== KEY_PARAMETER);

describe('our client against our stand-in', () => {
  test.each(cells)('%s over %s', async (operation, binding) => {
    const sent = sampleCall(operation);
    const text = await call(own.standin.url, binding, operation, sent);
    expect(typeof text).toBe('string');
    expect(lastExecution()).toEqual({ operation, binding, parameters: withoutKey(sent) });
  });
});

describe.skipIf(typeof peer === 'string')('our client against a genuine ASMX stack', () => {
  test.each(cells.filter(([operation]) => peerOperations.has(operation)))('%s over %s', async (operation, binding) => {
    if (typeof peer === 'string') return;
    const sent = sampleCall(operation);
    const { length } = await peer.calls();
    const text = await call(peer.url, binding, operation, sent);
    const executed = await peer.calls(length);
    expect(executed).toHaveLength(1);
    expect(executed[0]).toMatchObject({ op: operation, binding: peerBinding[binding] });
    expect(executed[0]?.args).toEqual(Object.fromEntries(sent));
    expect(peer.lastOnDisk()).toEqual(executed[0]);
    expect(JSON.parse(text ?? '')).toMatchObject({ op: operation, seq: executed[0]?.seq });
  });
});

/** The ports of a service by SOAP version, as `describe()` of the library gives them. */
const ports = [
  ['1.1', 'Soap', 'soap11'],
  ['1.2', 'Soap12', 'soap12'],
] as const;
const soapCells = operationNames.flatMap((operation) => ports.map((port) => [operation, ...port] as const));

describe('a SOAP library of somebody else’s, from our WSDL, against our stand-in', () => {
  test.each(soapCells)('%s over SOAP %s', async (operation, _version, port, binding) => {
    const path = groupPaths[operationOf(operation).group];
    const client = await createClientAsync(`${own.standin.url.origin}${path}?WSDL`, {
      forceSoap12Headers: binding === 'soap12',
      disableCache: true,
    });
    const service = path.slice(1, -'.asmx'.length);
    const methods = (client as unknown as Record<string, Record<string, Record<string, Method>>>)[service]?.[
      `${service}${port}`
    ];
    const sent = sampleCall(operation);
    const answer = await invoke(methods?.[operation], Object.fromEntries(sent));
    expect(typeof answer[`${operation}Result`]).toBe('string');
    expect(lastExecution()).toEqual({ operation, binding, parameters: withoutKey(sent) });
  });

  test('the WSDL gives its own address, so that the library calls the host it asked', async () => {
    const url = `http://localhost:${own.standin.url.port}/PDAAPIV1.asmx`;
    const text = await (await fetch(`${url}?WSDL`)).text();
    expect(text).toContain(`location="${url}"`);
  });
});

type Answer = Readonly<Record<string, unknown>>;
type Method = (args: object, done: (error: unknown, answer: Answer) => void) => void;

function invoke(method: Method | undefined, args: object): Promise<Answer> {
  if (!method) return Promise.reject(new Error('The WSDL has no such operation at this port.'));
  return new Promise((resolve, reject) => {
    method(args, (error, answer) => {
      if (error) reject(error instanceof Error ? error : new Error('The library failed.', { cause: error }));
      else resolve(answer);
    });
  });
}
