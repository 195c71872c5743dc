import { describe, expect, test } from 'vitest';
import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import type { BindingName } from '#wire/binding.ts';
import { classify } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
import { makeProblem } from '#wire/problem.ts';
import { serviceEnd } from './testing/serviceEnd.ts';
import { LET_THROUGH } from '#wire/testing/hostSentences.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

type Soap = 'soap11' | 'soap12';
const soap = ['soap11', 'soap12'] as const;
const MEDIA = { soap11: 'text/xml; charset=utf-8', soap12: 'application/soap+xml; charset=utf-8' };
const ENVELOPE = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

function meaning(binding: BindingName, status: number, contentType: string, body: string): Outcome {
  return classifyFor(binding, REVERT_OFF, { status, contentType, body: new TextEncoder().encode(body) }, defaultNames);
}

function envelope(binding: Soap, inside: string): string {
  return `<s:Envelope xmlns:s="${ENVELOPE[binding]}"><s:Body>${inside}</s:Body></s:Envelope>`;
}

function answer(binding: Soap, inside: string): string {
  return envelope(binding, `<RevertOffResponse xmlns="http://tempuri.org/">${inside}</RevertOffResponse>`);
}

function fault(binding: Soap, code: string, text: string): string {
  return binding === 'soap11'
    ? envelope('soap11', `<s:Fault><faultcode>s:${code}</faultcode><faultstring>${text}</faultstring></s:Fault>`)
    : envelope(
        'soap12',
        `<s:Fault><s:Code><s:Value>s:${code}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${text}</s:Text></s:Reason></s:Fault>`,
      );
}

const OK = '<RevertOffResult>OK</RevertOffResult>';
const XSI = 'xmlns:x="http://www.w3.org/2001/XMLSchema-instance"';

describe.each(soap)('over %s', (binding) => {
  const other = binding === 'soap11' ? 'soap12' : 'soap11';

  test.each([
    [OK, 'OK'],
    ['<RevertOffResult></RevertOffResult>', ''],
    ['<RevertOffResult/>', ''],
    ['', null],
    [' \n ', null],
    [`<RevertOffResult ${XSI} x:nil="true"/>`, null],
    ['\n <RevertOffResult> a </RevertOffResult>\n ', ' a '],
    ['<RevertOffResult><![CDATA[<a>]]>&#x1;</RevertOffResult>', '<a>\u0001'],
  ])('%j is the answer %j', (inside, text) => {
    expect(meaning(binding, 200, MEDIA[binding], answer(binding, inside))).toEqual({ kind: 'answered', text });
    expect(meaning(binding, 200, MEDIA[binding].toUpperCase(), `\ufeff${answer(binding, inside)}`)).toMatchObject({
      text,
    });
  });

  test('a header beside the body says nothing', () => {
    const body = answer(binding, OK).replace('<s:Body>', '<s:Header><a/></s:Header><s:Body>');
    expect(meaning(binding, 200, MEDIA[binding], body)).toEqual({ kind: 'answered', text: 'OK' });
  });

  const READ = 'Server was unable to read request. ---> There is an error in XML document (2, 5).';
  test.each([
    ['anything'],
    [''],
    [`Possible SOAP version mismatch: Envelope namespace ${ENVELOPE[binding]} was unexpected. Expecting x.`],
  ])('a fault of VersionMismatch is a rejection of this call, whatever else it says: %j', (text) => {
    expect(meaning(binding, 500, MEDIA[binding], fault(binding, 'VersionMismatch', text))).toEqual({
      kind: 'rejected',
      reason: 'Request format is invalid: RevertOff was not run: the service does not speak this version of SOAP.',
    });
  });

  test.each(['Client', 'Server'])('a fault %s on the SOAPAction of this call is one over SOAP 1.1', (code) => {
    const said = 'Server did not recognize the value of HTTP Header SOAPAction: http://tempuri.org/RevertOff.';
    for (const text of [said, `System.Web.Services.Protocols.SoapException: ${said}\n   at System.Web.Services.X()`]) {
      const outcome = meaning(binding, 500, MEDIA[binding], fault(binding, code, text));
      const rejected = { kind: 'rejected', reason: `Request format is invalid: ${said}` };
      expect(outcome).toMatchObject(binding === 'soap12' ? { kind: 'no-answer', cause: 'status' } : rejected);
    }
  });

  test.each<[string, string]>([
    ...LET_THROUGH.map((text): [string, string] => ['Client', text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')]),
    ['VersionMismatch', 'Possible SOAP version mismatch: Envelope namespace x was unexpected.'],
    ['MustUnderstand', 'SOAP header a was not understood.'],
    ['MustUnderstand', ''],
    ['Server', 'Server was unable to process request. ---&gt; Timeout expired.'],
    ['Server', 'Server was unable to process request. ---&gt; Server was unable to read request.'],
    ['Server', 'Server was unable to process request. ---&gt; DTD is prohibited in this XML document.'],
    ['Client', 'The bag is already closed.'],
    ['Sender', ''],
    ['Server', 'An error occurred on the server.'],
    ['Server', 'Missing parameter: storeCode.'],
    ['Client', 'x Server was unable to read request.'],
    ['Client', 'MyApp.FooException: Server was unable to read request.'],
    ['Client', 'SOAP header'],
    ['Client', 'Timeout\nServer was unable to read request.'],
  ])('the fault %s %j may have run', (code, text) => {
    expect(meaning(binding, 500, MEDIA[binding], fault(binding, code, text))).toMatchObject({
      kind: 'no-answer',
      cause: 'status',
    });
  });

  const others: [why: string, status: number, contentType: string, body: string, cause: NoAnswerCause][] = [
    ['an answer of the other version', 200, MEDIA[binding], answer(other, OK), 'foreign'],
    ['the content type of the other version', 200, MEDIA[other], answer(binding, OK), 'not-xml'],
    ['an answer over GET and POST', 200, MEDIA[binding], '<string xmlns="http://tempuri.org/">OK</string>', 'foreign'],
    ['a portal', 200, 'text/html', answer(binding, OK), 'not-xml'],
    ['a fault with 200', 200, MEDIA[binding], fault(binding, 'Client', READ.replaceAll('>', '&gt;')), 'foreign'],
    [
      'an answer and a fault',
      200,
      MEDIA[binding],
      answer(binding, OK).replace('</s:Body>', '<s:Fault/></s:Body>'),
      'foreign',
    ],
    ['no body', 200, MEDIA[binding], `<s:Envelope xmlns:s="${ENVELOPE[binding]}"/>`, 'foreign'],
    ['two bodies', 200, MEDIA[binding], answer(binding, OK).replace('<s:Body>', '<s:Body/><s:Body>'), 'foreign'],
    ['an empty body', 200, MEDIA[binding], envelope(binding, ''), 'foreign'],
    [
      "another operation's answer",
      200,
      MEDIA[binding],
      answer(binding, OK).replaceAll('RevertOff', 'CompleteBag'),
      'foreign',
    ],
    ['another namespace', 200, MEDIA[binding], answer(binding, OK).replace('tempuri.org/', 'tempuri.org'), 'foreign'],
    [
      'a result in no namespace',
      200,
      MEDIA[binding],
      answer(binding, '<RevertOffResult xmlns="">OK</RevertOffResult>'),
      'foreign',
    ],
    ['another result', 200, MEDIA[binding], answer(binding, '<Result>OK</Result>'), 'foreign'],
    ['two results', 200, MEDIA[binding], answer(binding, OK + OK), 'foreign'],
    ['words beside the result', 200, MEDIA[binding], answer(binding, `a${OK}`), 'foreign'],
    ['words in place of the result', 200, MEDIA[binding], answer(binding, 'OK'), 'foreign'],
    [
      'elements in the result',
      200,
      MEDIA[binding],
      answer(binding, '<RevertOffResult><a/></RevertOffResult>'),
      'foreign',
    ],
    ['an answer cut short', 200, MEDIA[binding], answer(binding, OK).slice(0, -1), 'malformed'],
    ['nothing', 200, MEDIA[binding], '', 'malformed'],
    ['an answer with 500', 500, MEDIA[binding], answer(binding, OK), 'status'],
    [
      'a fault cut short',
      500,
      MEDIA[binding],
      fault(binding, 'Client', READ.replaceAll('>', '&gt;')).slice(0, -1),
      'status',
    ],
    ['a fault as HTML', 500, 'text/html', fault(binding, 'Client', READ.replaceAll('>', '&gt;')), 'status'],
    ['500 without a body', 500, MEDIA[binding], '', 'status'],
    ['a refusal in the words of GET and POST', 500, 'text/plain', 'Missing parameter: a.', 'status'],
    ['a fault with 400', 400, MEDIA[binding], fault(binding, 'Client', READ.replaceAll('>', '&gt;')), 'status'],
    ...[201, 202, 204, 400, 401, 403, 404, 415, 502, 503, 504].map(
      (status): [string, number, string, string, NoAnswerCause] => [
        `HTTP ${status}`,
        status,
        MEDIA[binding],
        '',
        'status',
      ],
    ),
    ['a redirect', 302, MEDIA[binding], answer(binding, OK), 'redirected'],
    ['too much', 200, MEDIA[binding], 'x'.repeat(4 * 1024 * 1024 + 1), 'too-large'],
  ];

  test.each(others)('%s is no answer', (_, status, contentType, body, cause) => {
    expect(meaning(binding, status, contentType, body)).toEqual({
      kind: 'no-answer',
      cause,
      reason: expect.stringMatching(/^[A-Z].+\.$/),
    });
  });

  test("the gateway's own word is what it is in any binding", () => {
    const body = JSON.stringify(makeProblem('outcome-unknown', 'Said by the gateway.'));
    expect(meaning(binding, 504, 'application/problem+json', body)).toMatchObject({ code: 'outcome-unknown' });
  });
});

test.each(['http-post', 'http-get'] as const)('over %s it is what it always was', (binding) => {
  const replies = [
    serviceEnd[binding].encodeAnswer('RevertOff', 'OK', defaultNames),
    serviceEnd.soap11.encodeAnswer('RevertOff', 'OK', defaultNames),
    {
      status: 500,
      contentType: 'text/plain',
      body: new TextEncoder().encode('RevertOff Web Service method name is not valid.'),
    },
    { status: 500, contentType: 'text/html', body: new Uint8Array() },
  ];
  for (const reply of replies) {
    expect(classifyFor(binding, REVERT_OFF, reply, defaultNames)).toEqual(classify(reply, defaultNames, REVERT_OFF));
  }
});
