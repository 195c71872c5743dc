import { describe, expect, test } from 'vitest';
import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import { MAX_REPLY_BYTES, classify } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
import type { SentCall } from '#wire/beforeItRan.ts';
import { LET_THROUGH } from '#wire/testing/hostSentences.ts';
import { NOT_DISPATCHED, type ProblemCode, makeProblem, problems } from '#wire/problem.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const XML = 'text/xml; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const PROBLEM = 'application/problem+json';
const ACTION = 'Server did not recognize the value of HTTP Header SOAPAction: http://tempuri.org/RevertOff.';
const OK = '<string xmlns="http://tempuri.org/">OK</string>';

function meaning(
  status: number,
  contentType: string,
  body: string | Uint8Array,
  retryAfter?: string,
  sent = REVERT_OFF,
): Outcome {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return classify({ status, contentType, body: bytes }, defaultNames, sent, retryAfter);
}

describe('the service’s own document is an answer', () => {
  test.each([XML, 'text/xml', 'TEXT/XML;charset="UTF-8"', 'application/xml', ' text/xml ; charset=utf-8'])(
    'as %s',
    (contentType) => {
      expect(meaning(200, contentType, OK)).toEqual({ kind: 'answered', text: 'OK' });
    },
  );

  test('up to the last byte of the largest reply that is read, and no byte further', () => {
    const whole = (size: number): string => OK.replace('OK', 'x'.repeat(size - OK.length + 2));
    expect(meaning(200, XML, whole(MAX_REPLY_BYTES)).kind).toBe('answered');
    expect(meaning(200, XML, whole(MAX_REPLY_BYTES + 1))).toMatchObject({ kind: 'no-answer', cause: 'too-large' });
  });
});

/** The host's sentence on `REVERT_OFF` and on no other call. */
const SPELT =
  'Invalid method name &#39;RevertOff&#39;,  method names are case sensitive.   The method name &#39;revertOff&#39; with the same name but different casing was found.\r\nParameter name: methodName';

describe('what the host says of this very call before a method runs is a rejection, in words a person can read', () => {
  const code = (quoted: string): string =>
    `A potentially dangerous Request.Form value was detected from the client (storeCode=&quot;${quoted}&quot;).`;
  const codeOf = (storeCode: string): SentCall => ({ ...REVERT_OFF, parameters: [['storeCode', storeCode]] });

  test.each<[body: string, reason: string, sent?: SentCall]>([
    ['RevertOff Web Service method name is not valid.', 'RevertOff Web Service method name is not valid.'],
    ['RevertOff Web Service method name is not valid.\r\n', 'RevertOff Web Service method name is not valid.'],
    [
      SPELT,
      "Invalid method name 'RevertOff', method names are case sensitive. The method name 'revertOff' with the same name but different casing was found. Parameter name: methodName",
    ],
    [code('a &lt; b &amp; &quot;c&quot;'), code('a < b & "c"').replaceAll('&quot;', '"'), codeOf('a < b & "c"')],
    [code('caf&#233; &lt; 中'), code('café < 中').replaceAll('&quot;', '"'), codeOf('café < 中')],
    [code('...&#128230; &lt; x...'), code('...📦 < x...').replaceAll('&quot;', '"'), codeOf('a 📦 < x b')],
    [code('a\r\n&lt; b'), code('a < b').replaceAll('&quot;', '"'), codeOf('a\r\n< b')],
    ['Request format is invalid: ' + ACTION, 'Request format is invalid: ' + ACTION],
  ])('%j', (body, reason, sent = REVERT_OFF) => {
    for (const contentType of [PLAIN, 'text/plain'])
      expect(meaning(500, contentType, body, undefined, sent)).toEqual({ kind: 'rejected', reason });
  });

  test('of another call, and where nobody knows what was sent, it is none', () => {
    const body = new TextEncoder().encode('RevertOff Web Service method name is not valid.');
    const reply = { status: 500, contentType: PLAIN, body };
    expect(classify(reply, defaultNames)).toMatchObject({ kind: 'no-answer' });
    const other = { operation: 'CompleteBag', parameters: [] } as const;
    expect(classify(reply, defaultNames, other)).toMatchObject({ kind: 'no-answer' });
  });
});

describe('a sentence that is not the host’s on this very call may have been said after the operation ran', () => {
  test.each([
    ...LET_THROUGH,
    'Cannot convert a char value to money. The char value has incorrect syntax.',
    'Cannot convert type &#39;string&#39; to &#39;int&#39;',
    'Cannot convert null to &#39;int&#39; because it is a non-nullable value type',
    'Cannot convert a primitive value to the expected type &#39;Edm.Int32&#39;. See the inner exception for more details.',
    'Cannot convert value to System.Int32.',
    'Cannot convert value to System.Int32.\r\nParameter name: index',
    'Cannot convert value to Acme.Money.\r\nParameter name: type',
    'Cannot convert value to System.Int32.\r\nParameter name: type ---> x\r\nThe statement has been terminated.',
    'Missing parameter: the stock was booked, the label was not.',
    'Missing parameter: storeCode. The bag was closed.',
    'Missing parameter: storeCode.\r\nThe bag was closed.',
    'Request format is invalid\r\nafter the row was written',
    'Request format is invalid for the printer; the bag was closed.',
    'Invalid method name in the script.',
    'A potentially dangerous Request.Form was logged.',
  ])('%j', (body) => {
    expect(meaning(500, PLAIN, body)).toMatchObject({ kind: 'no-answer', cause: 'status' });
  });

  test('which quotes a part of the key: nobody would find that part to erase it', () => {
    const body =
      'A potentially dangerous Request.Form value was detected from the client (apiKey=&quot;...0001-&lt; b...&quot;).';
    const sent: SentCall = { ...REVERT_OFF, parameters: [['apiKey', 'KEY-0001-< bcdef']] };
    const outcome = meaning(500, PLAIN, body, undefined, sent);
    expect(outcome).toMatchObject({ kind: 'no-answer', cause: 'status' });
    expect(JSON.stringify(outcome)).not.toContain('0001');
  });

  test.each(['Cannot convert a char value to money.', 'Cannot convert x to System.Int32.\r\nParameter name: type'])(
    '%j as a fault',
    (text) => {
      const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>`;
      const reply = { status: 500, contentType: XML, body: new TextEncoder().encode(body) };
      expect(classifyFor('soap11', REVERT_OFF, reply, defaultNames)).toMatchObject({ kind: 'no-answer' });
    },
  );
});

describe('whatever else came may have run', () => {
  const failures: [why: string, status: number, contentType: string, body: string, cause: NoAnswerCause][] = [
    ['an exception of the operation', 500, PLAIN, 'Object reference not set to an instance of an object.', 'status'],
    ['a suppressed exception', 500, PLAIN, 'An error occurred on the server.', 'status'],
    ['an exception that quotes a known text', 500, PLAIN, 'Failed after: Missing parameter: a.', 'status'],
    ['a known text on the second line', 500, PLAIN, 'Timeout expired.\r\nMissing parameter: a.', 'status'],
    ['an unknown method on the second line', 500, PLAIN, 'Done.\nX Web Service method name is not valid.', 'status'],
    ...[
      'Cannot convert abc to System.Int32.',
      'Cannot convert value to System.Int32 while closing the bag.\r\nParameter name: type',
      'Cannot convert a char value to money. The char value has incorrect syntax.',
      'Cannot convert between unicode and non-unicode string data types.',
      "Cannot convert type 'string' to 'int'",
      "Cannot convert the literal '12' to the expected type 'Edm.Int32'.",
      "Cannot convert a primitive value to the expected type 'Edm.String'. See the inner exception for more details.",
      'Cannot convert abc to System.Int32.\r\nParameter name: type ---> FormatException\r\n   at Scanner.Close()',
      'Missing parameter: @bag. The transaction was committed before.',
      'Missing parameter: storeCode.\r\nThe log was written.',
      'Request format is invalid: x.\r\nat Bag.Close()',
      'Invalid method name in stored procedure.',
      'A potentially dangerous Request. It was stopped after two rows.',
    ].map((text): [string, number, string, string, NoAnswerCause] => [`“${text}”`, 500, PLAIN, text, 'status']),
    ['a known text, half of it', 500, PLAIN, 'Missing parameter', 'status'],
    ['a known text in HTML', 500, 'text/html', 'Missing parameter: storeCode.', 'status'],
    ['a known text with 200', 200, PLAIN, 'Missing parameter: storeCode.', 'not-xml'],
    ['a known text with 400', 400, PLAIN, 'Missing parameter: storeCode.', 'status'],
    ['a known text with 502', 502, PLAIN, 'Missing parameter: storeCode.', 'status'],
    ['500 without a body', 500, '', '', 'status'],
    ['500 as HTML', 500, 'text/html', '<html>Server Error in / Application</html>', 'status'],
    ['500 with an answer in it', 500, XML, OK, 'status'],
    ['a SOAP fault', 500, XML, '<soap:Fault>Server was unable to read request.</soap:Fault>', 'status'],
    ...[
      100, 201, 202, 204, 206, 400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 415, 422, 429, 501, 502, 503, 504,
    ].map((status): [string, number, string, string, NoAnswerCause] => [`HTTP ${status}`, status, XML, OK, 'status']),
    ...[301, 302, 303, 304, 307, 308].map((status): [string, number, string, string, NoAnswerCause] => [
      `the redirect ${status}`,
      status,
      XML,
      OK,
      'redirected',
    ]),
    ['a captive portal', 200, 'text/html', '<html>Log in</html>', 'not-xml'],
    ['an answer as HTML', 200, 'text/html', OK, 'not-xml'],
    ['an answer without a content type', 200, '', OK, 'not-xml'],
    ['an answer as JSON', 200, 'application/json', '{"d":"OK"}', 'not-xml'],
    ['an answer of the SOAP 1.2 binding', 200, 'application/soap+xml', OK, 'not-xml'],
    ['200 with nothing in it', 200, XML, '', 'malformed'],
    ['200 with blanks in it', 200, XML, '  \r\n', 'malformed'],
    ['an answer cut short', 200, XML, OK.slice(0, -1), 'malformed'],
    ['two answers', 200, XML, OK + OK, 'malformed'],
    ['words around the answer', 200, XML, `${OK}OK`, 'malformed'],
    ['another root', 200, XML, '<int xmlns="http://tempuri.org/">7</int>', 'foreign'],
    ['another spelling of the root', 200, XML, '<String xmlns="http://tempuri.org/">OK</String>', 'foreign'],
    ['no namespace', 200, XML, '<string>OK</string>', 'foreign'],
    ['another namespace', 200, XML, '<string xmlns="http://tempuri.org">OK</string>', 'foreign'],
    ['a namespace in other letters', 200, XML, '<string xmlns="http://TempUri.org/">OK</string>', 'foreign'],
    ['the namespace on a prefix only', 200, XML, '<string xmlns:s="http://tempuri.org/">OK</string>', 'foreign'],
    ['elements inside', 200, XML, '<string xmlns="http://tempuri.org/">O<b/>K</string>', 'foreign'],
    ['an HTML entity', 200, XML, '<string xmlns="http://tempuri.org/">a&nbsp;b</string>', 'malformed'],
    [
      'a word of JavaScript as an entity',
      200,
      XML,
      '<string xmlns="http://tempuri.org/">&constructor;</string>',
      'malformed',
    ],
    ['bytes that are not its charset', 200, 'text/xml; charset=us-nothing', OK, 'malformed'],
  ];

  test.each(failures)('%s (%s %s)', (_, status, contentType, body, cause) => {
    const outcome = meaning(status, contentType, body);
    expect(outcome).toEqual({ kind: 'no-answer', cause, reason: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  test('broken UTF-8 is no answer, as nobody can say what it said', () => {
    const broken = new TextEncoder().encode(OK).map((byte) => (byte === 0x4f ? 0xff : byte));
    expect(meaning(200, XML, broken)).toMatchObject({ kind: 'no-answer', cause: 'malformed' });
  });
});

describe('the gateway’s own word', () => {
  test.each<[ProblemCode, object]>([
    ['not-forwarded', { kind: 'not-forwarded', retryAfterMs: 7_000 }],
    ['busy', { kind: 'not-forwarded', retryAfterMs: 7_000 }],
    ['in-progress', { kind: 'in-progress', retryAfterMs: 7_000 }],
    ['outcome-unknown', { kind: 'unknown', code: 'outcome-unknown' }],
    ['key-expired', { kind: 'unknown', code: 'key-expired' }],
    ['key-reuse', { kind: 'unknown', code: 'key-reuse' }],
    ['refused', { kind: 'rejected', by: 'gateway' }],
  ])('%s', (code, outcome) => {
    const problem = { ...makeProblem(code, 'Said by the gateway.'), ledger: NOT_DISPATCHED };
    const expected = { ...outcome, reason: 'Said by the gateway.' };
    expect(meaning(problem.status, PROBLEM, JSON.stringify(problem), '7')).toEqual(expected);
    expect(meaning(problem.status, `${PROBLEM}; charset=utf-8`, JSON.stringify(problem), '7')).toEqual(expected);
  });

  test.each<[string, string | undefined, number | undefined]>([
    ['seconds', '120', 120_000],
    ['seconds with blanks', ' 5 ', 5_000],
    ['nothing to wait for', '0', 0],
    ['a date, which is left to the back-off', 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['a negative number', '-5', undefined],
    ['a fraction', '1.5', undefined],
    ['an absurd number', '99999999', undefined],
    ['no header', undefined, undefined],
  ])('Retry-After with %s', (_, header, retryAfterMs) => {
    const body = JSON.stringify({ ...makeProblem('not-forwarded', 'x'), ledger: NOT_DISPATCHED });
    const expected = { kind: 'not-forwarded', reason: 'x', ...(retryAfterMs !== undefined && { retryAfterMs }) };
    expect(meaning(503, PROBLEM, body, header)).toEqual(expected);
  });

  test('a problem without a detail is told by its title', () => {
    const problem = makeProblem('in-progress', '');
    expect(meaning(409, PROBLEM, JSON.stringify(problem))).toMatchObject({ reason: problems['in-progress'].title });
  });

  test.each([
    ['somebody else’s problem', '{"type":"about:blank","status":503}'],
    ['a code that nobody knows', '{"type":"urn:scanline:problem:newer"}'],
    ['a word of JavaScript as a code', '{"type":"urn:scanline:problem:toString"}'],
    ['a problem that is no object', '"urn:scanline:problem:refused"'],
    ['null', 'null'],
    ['no JSON', 'urn:scanline:problem:refused'],
    ['nothing', ''],
    ['a problem cut short', JSON.stringify(makeProblem('refused', 'x')).slice(0, -1)],
    ['a problem larger than any', JSON.stringify(makeProblem('refused', 'x'.repeat(70_000)))],
  ])('%s proves nothing', (_, body) => {
    expect(meaning(503, PROBLEM, body)).toMatchObject({ kind: 'no-answer', cause: 'status' });
  });
});
