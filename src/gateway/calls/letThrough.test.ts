import { describe, expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { httpReply, revertOffFields, startUpstream } from '#main/testing/rig.ts';
import { bindingNames } from '#wire/bindings.ts';
import type { BindingName } from '#wire/binding.ts';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';
import { LET_THROUGH, plainFailure, soapFailure } from '#wire/testing/hostSentences.ts';

const MEDIA = { soap11: 'text/xml; charset=utf-8', soap12: 'application/soap+xml; charset=utf-8' } as const;
const CODE = { soap11: 'Client', soap12: 'Sender' } as const;

/** The host's failure in a binding, word for word. */
function failure(binding: BindingName, sentence: string, code?: string): string {
  return binding === 'soap11' || binding === 'soap12'
    ? httpReply(500, MEDIA[binding], soapFailure(binding, code ?? CODE[binding], sentence))
    : httpReply(500, 'text/plain; charset=utf-8', `${plainFailure(sentence)}\r\n`);
}

/** Asks for a call to a service that fails so. @returns the gateway's word, twice, and the handheld's reading of it. */
async function told(binding: BindingName, reply: string, fields = revertOffFields()) {
  await using upstream = await startUpstream((request) => request.reply(reply));
  await using r = await dispatchRig(upstream.url, { upstreamBinding: binding });
  const heard = await r.ask('call-0001', fields);
  const again = await r.ask('call-0001', fields);
  const contentType = heard.status === 504 ? 'application/problem+json' : 'text/plain; charset=utf-8';
  const wire = { status: heard.status, contentType, body: Buffer.from(heard.text) };
  const sent = { operation: 'RevertOff' as const, parameters: Object.entries(fields) };
  return { heard, again, outcome: classify(wire, defaultNames, sent), sent: upstream.requests.length };
}

describe.each(bindingNames)('over %s', (binding) => {
  test.each(LET_THROUGH)('what came from behind the service is no refusal: %j', async (sentence) => {
    const { heard, again, outcome, sent } = await told(binding, failure(binding, sentence));
    expect(heard).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(heard.text).toContain('may have failed after acting');
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(again).toEqual(heard);
    expect(sent).toBe(1);
  });
});

const ACTION = 'Server did not recognize the value of HTTP Header SOAPAction: http://tempuri.org/RevertOff.';
const TRACE =
  '\n  at System.Web.Services.Protocols.Soap11ServerProtocolHelper.RouteRequest () [0x001b0] in <d474>:0 \n' +
  '   at System.Web.Services.Protocols.SoapServerProtocol.Initialize()';
const SPELT =
  "Invalid method name 'RevertOff',  method names are case sensitive.   The method name 'revertOff' with the same name but different casing was found.\r\nParameter name: methodName";
const QUOTED = 'A potentially dangerous Request.Form value was detected from the client (storeCode="a < b").';
const SHORTENED =
  'A potentially dangerous Request.Form value was detected from the client (storeCode="...k < z, a long...").';
const VERSION = 'Possible SOAP version mismatch: Envelope namespace';

test.each<[BindingName, string, (string | undefined)?, string?]>([
  ['http-post', 'RevertOff Web Service method name is not valid.'],
  [
    'http-post',
    'System.InvalidOperationException: RevertOff Web Service method name is not valid.\n  at System.Web.Services.Protocols.HttpServerProtocol.Initialize () [0x001ce] in <d474>:0',
  ],
  ['http-get', 'RevertOff Web Service method name is not valid.'],
  ['http-post', SPELT],
  ['http-post', QUOTED, undefined, 'a < b'],
  ['http-get', QUOTED.replace('Form', 'QueryString'), undefined, 'a < b'],
  ['http-post', SHORTENED, undefined, 'shelf k < z, a long one'],
  ['soap11', ACTION],
  ['soap11', `System.Web.Services.Protocols.SoapException: ${ACTION}${TRACE}`],
  ['soap11', 'Odd.', 'VersionMismatch'],
  [
    'soap11',
    `${VERSION} http://schemas.xmlsoap.org/soap/envelope/ was unexpected. Expecting urn:x.`,
    'VersionMismatch',
  ],
  ['soap12', `${VERSION} http://www.w3.org/2003/05/soap-envelope was unexpected. Expecting urn:x.`, 'VersionMismatch'],
])(
  'over %s the host’s word on this very call, before a method ran, is a refusal: %j',
  async (binding, text, code, storeCode) => {
    const fields = { ...revertOffFields(), ...(storeCode !== undefined && { storeCode }) };
    const { heard, again, outcome } = await told(binding, failure(binding, text, code), fields);
    expect(heard).toMatchObject({ status: 500, replayed: false });
    expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringMatching(/^[^\n]+$/) });
    expect(again).toEqual({ ...heard, replayed: true });
  },
);

test.each<[string, BindingName, string, string?]>([
  [
    'through the service’s own code',
    'soap11',
    `System.Web.Services.Protocols.SoapException: ${ACTION}${TRACE}\n   at Bags.Close()`,
  ],
  ['of SOAP 1.1 over SOAP 1.2', 'soap12', ACTION],
  ['of a form over SOAP', 'soap11', 'RevertOff Web Service method name is not valid.'],
  [
    'of an envelope that was not ours',
    'soap11',
    `${VERSION} http://www.w3.org/2003/05/soap-envelope was unexpected. Expecting urn:x.`,
    'VersionMismatch',
  ],
])('no refusal is a word %s', async (_, binding, text, code) => {
  expect((await told(binding, failure(binding, text, code))).heard).toMatchObject({ code: 'outcome-unknown' });
});

test.each([
  [400, { code: 'refused', detail: 'Missing parameter: stockCode.', ledger: 'not-dispatched' }],
  [400, { code: 'refused', detail: 'c2VjcmV0LWtleS0wMDAx' }],
  [503, { code: 'not-forwarded', detail: 'Nothing was sent.', ledger: 'not-dispatched' }],
  [504, { code: 'outcome-unknown', detail: 'c2VjcmV0LWtleS0wMDAx' }],
])(
  'what another gateway says in the service’s place is believed in nothing, and told to nobody: %i %j',
  async (status, said) => {
    const problem = JSON.stringify({ type: `urn:scanline:problem:${said.code}`, title: said.detail, status, ...said });
    const { heard, again } = await told('http-post', httpReply(status, 'application/problem+json', problem));
    expect(heard).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(heard.text).toContain("Another gateway answered in the service's place.");
    expect(heard.text).not.toContain(said.detail);
    expect(again).toEqual(heard);
  },
);
