import { afterAll, expect, test } from 'vitest';
import { type FaultKind, InvalidFault, notRunFaults, ranFaults, readFault } from './faults.ts';
import { oddAnswers } from './happen.ts';
import {
  WHOLE,
  envelope11,
  envelope12,
  raw,
  request,
  postRevertOff,
  revertOffElement,
  soap11,
  soap12,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

const calls = {
  'http-post': postRevertOff(WHOLE),
  'http-get': request('GET', `/PDAAPIV1.asmx/RevertOff?${WHOLE}`, undefined, ''),
  soap11: soap11(envelope11(revertOffElement())),
  soap12: soap12(envelope12(revertOffElement())),
} as const;
type Called = keyof typeof calls;

/** Returns what the wire shows of a fault, without the date, and how often the operation ran. */
async function see(kind: FaultKind, called: Called): Promise<readonly [wire: string, ran: number]> {
  const last = standin.journal.since(0).at(-1)?.id ?? 0;
  standin.faults.add({ kind, operation: 'RevertOff', times: 1, delayMs: 1 });
  const reply = await raw(standin, calls[called]);
  const headers = [...(reply?.headers ?? [])].filter(([name]) => name !== 'date');
  return [JSON.stringify([reply?.status, headers, reply?.body]), standin.journal.since(last).length];
}

const pairs = ranFaults
  .map((kind) => kind.replace(/-after$/, ''))
  .filter((kind) => kind !== 'slow' && kind !== 'oversized')
  .flatMap((kind) => (Object.keys(calls) as Called[]).map((called) => [kind, called] as const));

test.each(pairs)('%s over %s: run and not run are the same on the wire', async (kind, called) => {
  const [before, none] = await see(`${kind}-before` as FaultKind, called);
  const [after, one] = await see(`${kind}-after` as FaultKind, called);
  expect([none, one]).toEqual([0, 1]);
  expect(after).toBe(before);
  expect(await raw(standin, calls[called])).toMatchObject({ status: 200 });
});

test.each<[kind: FaultKind, isOfHost: boolean]>([
  ['status-401-before', false],
  ['redirect-302-after', false],
  ['status-503-before', false],
  ['throw-before', true],
  ['html-500-after', true],
])('%s is of the service’s own host: %s', async (kind, isOfHost) => {
  const [wire] = await see(kind, 'http-post');
  expect(wire.includes('x-aspnet-version')).toBe(isOfHost);
});

test.each(Object.keys(calls) as Called[])(
  'over %s a slow reply ends as an answer where it ran, and never where it did not',
  async (called) => {
    const [before, none] = await see('slow-before', called);
    const [after, one] = await see('slow-after', called);
    expect([none, one]).toEqual([0, 1]);
    expect(after.replaceAll(/1\\r\\n(.|\\.)\\r\\n/g, '$1')).toContain('ERR: delivery D-9 is unknown');
    expect(before).not.toContain('OK: ');
    expect(before).toContain('"transfer-encoding","chunked"');
  },
);

test('an answer of fifty megabytes is not held in memory', async () => {
  const before = process.memoryUsage.rss();
  standin.faults.add({ kind: 'oversized-after', operation: '*', times: 1, delayMs: 0 });
  const reply = await fetch(new URL(`/PDAAPIV1.asmx/RevertOff?${WHOLE}`, standin.url));
  let sizeBytes = 0;
  for await (const chunk of reply.body ?? []) sizeBytes += (chunk as Uint8Array).byteLength;
  expect(sizeBytes).toBeGreaterThan(50 * 1024 * 1024);
  expect(Number(reply.headers.get('content-length'))).toBe(sizeBytes);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});

const text = 'ERR: delivery D-9 is unknown';
test.each<[kind: (typeof oddAnswers)[number], called: Called, shown: string]>([
  ['nil', 'http-post', 'xsi:nil="true" xmlns="http://logistics.example/" />'],
  ['nil', 'soap11', '<RevertOffResponse xmlns="http://logistics.example/" /></soap:Body>'],
  ['empty', 'http-get', '<string xmlns="http://logistics.example/" />'],
  ['empty', 'soap12', '<RevertOffResult />'],
  ['control', 'soap11', `${text}&#x1;</RevertOffResult>`],
  ['bom', 'http-post', '\uFEFF<?xml'],
  ['bom', 'soap12', '\uFEFF<?xml'],
  ['cdata', 'http-post', `<![CDATA[${text}]]></string>`],
  ['cdata', 'soap11', `<RevertOffResult><![CDATA[${text}]]></RevertOffResult>`],
  ['entities', 'soap12', '<RevertOffResult>&#x45;&#x52;'],
])('%s over %s is an answer of an operation that ran', async (kind, called, shown) => {
  const [wire, ran] = await see(kind, called);
  expect(ran).toBe(1);
  expect(JSON.parse(wire)).toEqual([200, expect.anything(), expect.stringContaining(shown)]);
});

test.each<[kind: FaultKind, called: Called, shown: string]>([
  ['missing-parameter', 'http-get', 'Missing parameter: deliveryCode.'],
  ['missing-parameter', 'soap11', 'Server was unable to read request.'],
  ['no-method', 'http-get', 'RevertOff Web Service method name is not valid.'],
  ['no-method', 'soap11', 'HTTP Header SOAPAction: http://logistics.example/RevertOff.'],
  ['no-method', 'soap12', 'Unable to handle request without a valid action parameter.'],
  ['throw-after', 'soap12', '<soap:Value>soap:Receiver</soap:Value>'],
  ['throw-after', 'http-post', 'Object reference not set to an instance of an object.'],
  [
    'soapfault-after',
    'soap11',
    '<faultcode>soap:Client</faultcode><faultstring>The operation refused.</faultstring><faultactor>urn:stand-in</faultactor><detail>',
  ],
  ['soapfault-after', 'soap12', '<soap:Node>urn:stand-in</soap:Node><detail>'],
  ['wrong-namespace-after', 'soap11', '<RevertOffResponse xmlns="urn:another-service">'],
  ['wrong-root-after', 'http-post', '<Another xmlns='],
  ['bomb-after', 'http-post', '>&b9;</string>'],
  ['redirect-302-after', 'http-post', '/login.aspx?ReturnUrl=%2FPDAAPIV1.asmx%2FRevertOff'],
])('%s over %s', async (kind, called, shown) => {
  expect((JSON.parse((await see(kind, called))[0]) as unknown[]).flat(3).join('\n')).toContain(shown);
});

test('every kind can be ordered, and nothing else', () => {
  for (const kind of [...notRunFaults, ...ranFaults, ...oddAnswers])
    expect(readFault({ kind })).toMatchObject({ kind });
  expect(() => readFault({ kind: 'nope' })).toThrow(InvalidFault);
});
