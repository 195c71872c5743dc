import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Parameters, withAccessKey } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from './bindings.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { type WireNames, defaultNames, soapAction } from '#wire/names.ts';
import { toPostReply } from './stringDocument.ts';
import { serviceEnd } from './testing/serviceEnd.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const bindingNames = Object.keys(bindings) as readonly BindingName[];
const soapNames = ['soap11', 'soap12'] as const;
const anyOperation = fc.constantFrom(...operationNames);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('\r', '\n', ' ', '\t', '&', '<', '>', ']', '"', '+', '%', '中', '📦', '\u0085'),
    maxLength: 12,
  }),
);
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const xmlText = anyText.map((text) => text.replaceAll(new RegExp(NOT_IN_XML, 'g'), '?'));
const anyNames: fc.Arbitrary<WireNames> = fc.record({
  namespace: fc.constantFrom(
    'http://tempuri.org/',
    'http://logistics.example',
    'urn:logistics',
    'http://a.example/?b=1&c=2',
  ),
  partnerOperation: fc.constantFrom('GetReportDataPartner', 'GetReportDataMüller', 'Отчёт'),
});

function callOf(operation: OperationName, texts: readonly string[]): Parameters {
  return operationOf(operation).parameters.map(([name], index) => [name, texts[index % texts.length] ?? '']);
}

describe.each(bindingNames)('over %s', (binding) => {
  const { encodeCall } = bindings[binding];
  const { decodeCall, encodeAnswer } = serviceEnd[binding];
  const texts = fc.array(binding.startsWith('soap') ? xmlText : anyText, { minLength: 1, maxLength: 5 });

  test('any legal call is read back as it was made, under any names', () => {
    fc.assert(
      fc.property(anyOperation, texts, anyNames, (operation, values, names) => {
        const parameters = callOf(operation, values);
        const request = encodeCall(operation, parameters, names);
        expect(decodeCall(operation, request, names)).toEqual(parameters);
        expect(request.path).toMatch(/^[\u0021-\u007e]+$/);
        for (const header of Object.values(request.headers)) expect(header).toMatch(/^[\u0020-\u007e]+$/);
      }),
      { numRuns: 400 },
    );
  });

  test('any answer is read as what it says', () => {
    fc.assert(
      fc.property(anyOperation, fc.option(anyText), anyNames, (operation, text, names) => {
        const outcome = classifyFor(
          binding,
          { operation, parameters: [] },
          encodeAnswer(operation, text, names),
          names,
        );
        // An ASMX host writes CR as it is, and XML reads it as a line feed.
        expect(outcome).toEqual({ kind: 'answered', text: text?.replace(/\r\n?/g, '\n') ?? null });
      }),
      { numRuns: 400 },
    );
  });

  test('any bytes mean something, and no error comes of them', () => {
    const { contentType } = encodeAnswer('RevertOff', '', defaultNames);
    const anyReply = fc.record({
      status: fc.constantFrom(200, 500, 400, 302),
      contentType: fc.constantFrom(contentType, 'text/plain', 'text/html', '', `${contentType}x`),
      body: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(anyReply, (reply) => {
        const outcome = classifyFor(binding, REVERT_OFF, reply, defaultNames);
        expect(outcome.kind).not.toBe('answered');
        expect('reason' in outcome && outcome.reason.length > 0).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('an answer with one piece changed is an answer only where it says the same or another text', () => {
    const whole = new TextDecoder().decode(encodeAnswer('RevertOff', 'OK 17', defaultNames).body);
    const { contentType } = encodeAnswer('RevertOff', '', defaultNames);
    const piece = fc.constantFrom(
      '',
      '<',
      '>',
      '</',
      '/>',
      '<a/>',
      '&',
      '&#0;',
      '"',
      'x',
      '\0',
      '<!DOCTYPE a>',
      '<?p?>',
      ' ',
    );
    let answers = 0;
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(12), piece, (at, length, put) => {
        const changed = whole.slice(0, at) + put + whole.slice(at + length);
        const reply = { status: 200, contentType, body: new TextEncoder().encode(changed) };
        const outcome = classifyFor(binding, REVERT_OFF, reply, defaultNames);
        if (outcome.kind !== 'answered') return;
        answers += 1;
        expect(naiveText(binding, changed)).toEqual(outcome.text);
      }),
      { numRuns: 3000 },
    );
    expect(answers).toBeGreaterThan(50);
  });

  test('an answer cut at any byte is none', () => {
    const { status, contentType, body } = encodeAnswer('RevertOff', 'OK <中📦>', defaultNames);
    for (let length = 0; length < body.length; length += 1) {
      const reply = { status, contentType, body: body.subarray(0, length) };
      expect([length, classifyFor(binding, REVERT_OFF, reply, defaultNames).kind]).toEqual([length, 'no-answer']);
    }
  });
});

/** An independent reading: what stands between the result's tags, in a document that still has all that makes it one. */
function naiveText(binding: BindingName, source: string): string | null | undefined {
  const document = source.replace(/\s*=\s*/g, '=');
  const soap = binding.startsWith('soap');
  const needed = soap
    ? [
        /<soap:Envelope\s[^<]*xmlns:soap="http:\/\/(?:schemas\.xmlsoap\.org\/soap\/envelope\/|www\.w3\.org\/2003\/05\/soap-envelope)"/,
        /<soap:Body\s?>/,
      ]
    : [/<string\s[^<]*xmlns="http:\/\/tempuri\.org\/"/];
  if (!needed.every((part) => part.test(document))) return undefined;
  if (soap && !/<RevertOffResponse\s+xmlns="http:\/\/tempuri\.org\/"/.test(document)) return undefined;
  const found = soap
    ? /<RevertOffResult\s*>([^<]*)<\/RevertOffResult\s*>/.exec(document)
    : /<string[^>]*>([^<]*)<\/string\s*>/.exec(document);
  const text = found?.[1]?.replaceAll('&#0;', '\0');
  if (text !== undefined) return text.includes('&') ? undefined : text;
  if (soap) return document.includes('Result') ? (/<RevertOffResult\s*\/>/.test(document) ? '' : undefined) : null;
  return /<string[^>]*\/>/.test(document) ? '' : undefined;
}

describe('over SOAP', () => {
  test.each(soapNames)('%s refuses what XML cannot carry, with a sentence that names the parameter', (binding) => {
    const bad = fc.constantFrom('\0', '\u0001', '\u000b', '\u001d', '\u001f', '\ufffe', '\uffff', '\ud800', '\udc00');
    fc.assert(
      fc.property(xmlText, bad, xmlText, (before, character, after) => {
        fc.pre(!/[\ud800-\udfff]$/.test(before) && !/^[\ud800-\udfff]/.test(after));
        const parameters: Parameters = [
          ['apiKey', 'k'],
          ['code', before + character + after],
        ];
        const encode = (): unknown =>
          bindings[binding].encodeCall('ExistsDomesticDeliveryCode', parameters, defaultNames);
        expect(encode).toThrow(InvalidParameter);
        expect(encode).toThrow(/^code: the character U\+[0-9A-F]{4} cannot be sent over SOAP\.$/);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['http://tempuri.org/', 'http://tempuri.org/RevertOff'],
    ['http://logistics.example', 'http://logistics.example/RevertOff'],
    ['urn:logistics', 'urn:logistics/RevertOff'],
  ])('the action in %s is %s', (namespace, action) => {
    const names = { ...defaultNames, namespace };
    expect(soapAction('RevertOff', names)).toBe(action);
    const { headers } = bindings.soap11.encodeCall(
      'RevertOff',
      withAccessKey({ operation: 'RevertOff', parameters: [] }, 'k'),
      names,
    );
    expect(headers).toEqual({ 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` });
    expect(bindings.soap12.encodeCall('RevertOff', [], names).headers).toEqual({
      'content-type': 'application/soap+xml; charset=utf-8',
    });
  });

  test('a parameter that is not there is told apart from an empty one, and one of another namespace is not there', () => {
    const request = bindings.soap12.encodeCall('ExistsDomesticDeliveryCode', [['apiKey', '']], defaultNames);
    expect(serviceEnd.soap12.decodeCall('ExistsDomesticDeliveryCode', request, defaultNames)).toEqual([
      ['apiKey', ''],
      ['code', undefined],
    ]);
    const foreign = { ...request, body: request.body.replace('<apiKey>', '<apiKey xmlns="urn:other">') };
    expect(serviceEnd.soap12.decodeCall('ExistsDomesticDeliveryCode', foreign, defaultNames)[0]).toEqual([
      'apiKey',
      undefined,
    ]);
  });
});

test('over GET a query of more than 2047 bytes is refused, and names its longest parameter', () => {
  const encode = (text: string): unknown =>
    bindings['http-get'].encodeCall(
      'ExistsDomesticDeliveryCode',
      [
        ['apiKey', 'k'],
        ['code', text],
      ],
      defaultNames,
    );
  const room = 2047 - 'apiKey=k&code='.length;
  expect(encode('x'.repeat(room))).toMatchObject({ method: 'GET', body: '' });
  expect(() => encode('x'.repeat(room + 1))).toThrow(/^code: it is too long for HTTP GET/);
  expect(() => encode('中'.repeat(227))).toThrow(InvalidParameter);
});

test('what the service said over SOAP reads the same over HTTP POST, byte for byte of its text', () => {
  fc.assert(
    fc.property(fc.option(anyText), (text) => {
      const word = { kind: 'answered', text } as const;
      expect(classifyFor('http-post', REVERT_OFF, toPostReply(word, defaultNames), defaultNames)).toEqual(word);
    }),
    { numRuns: 400 },
  );
});
