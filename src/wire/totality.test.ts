import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withAccessKey, type Call } from '#contract/call.ts';
import { operationNames, operationOf } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { classify } from '#wire/classify.ts';
import { httpPost } from '#wire/httpForm.ts';
import { defaultNames } from '#wire/names.ts';
import { serviceEnd } from './testing/serviceEnd.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const NAMESPACE = 'http://tempuri.org/';
const kinds: Outcome['kind'][] = ['answered', 'rejected', 'not-forwarded', 'in-progress', 'unknown', 'no-answer'];

/** Any code point but half ones: what a scanner, a keyboard or the service can give. */
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const anyStatus = fc.oneof(
  { weight: 5, arbitrary: fc.constant(200) },
  fc.constantFrom(302, 400, 409, 500, 503, 504),
  fc.integer({ min: 0, max: 999 }),
);
const anyType = fc.oneof(
  { weight: 5, arbitrary: fc.constant('text/xml; charset=utf-8') },
  fc.constantFrom('text/plain', 'application/problem+json', 'text/html', '', 'text/xml;charset=x'),
  anyText,
);

/** Documents that are answers, or nearly so. */
const nearAnswer = fc
  .record({
    head: fc.constantFrom(
      '',
      '<?xml version="1.0" encoding="utf-8"?>\r\n',
      '\ufeff',
      '<!-- c -->',
      '<!DOCTYPE a>',
      '<?p?>',
      'x',
    ),
    root: fc.constantFrom(
      [`<string xmlns="${NAMESPACE}">`, '</string>'],
      [`<string xmlns='${NAMESPACE}' a="1">`, '</string >'],
      [`<s:string xmlns:s="${NAMESPACE}">`, '</s:string>'],
      [`<s:string xmlns="${NAMESPACE}">`, '</s:string>'],
      [`<s:string xmlns:s="${NAMESPACE}">`, '</string>'],
      [`<string xmlns="${NAMESPACE}x">`, '</string>'],
      ['<string>', '</string>'],
      [`<text xmlns="${NAMESPACE}">`, '</text>'],
      [`<string xmlns="${NAMESPACE}">`, '</strin'],
      [`<string xmlns="${NAMESPACE}">`, ''],
    ),
    inside: fc.array(
      fc.oneof(
        fc.constantFrom(
          '&amp;',
          '&lt;',
          '&#x1;',
          '&nbsp;',
          '&',
          '<b/>',
          '<![CDATA[<a>]]>',
          '<!-- c -->',
          ' 007 ',
          '\r\n',
        ),
        anyText,
      ),
      { maxLength: 4 },
    ),
    tail: fc.constantFrom('', '\r\n', '<!-- c -->', 'x', '<b/>', '<?p?>'),
  })
  .map(({ head, root: [open, close], inside, tail }) => `${head}${open}${inside.join('')}${close}${tail}`);

/**
 * An independent reading of an answer, by what an ASMX host writes and nothing wider: a root `string` in the namespace
 * around escaped text. `undefined`: not such a document.
 */
function naiveText(document: string): string | undefined {
  if (document.includes('\0')) return undefined; // a torn file has null bytes, and no service writes one
  const bare = document
    .replace(/^\ufeff/, '')
    .replace(/^<\?xml [^?]*\?>/, '')
    .replace(/<!--[^-]*-->/g, '');
  const found =
    /^\s*<(?:(s):)?string xmlns(?::(s))?=["']http:\/\/tempuri\.org\/["'](?: a="1")?>(.*)<\/(?:(s):)?string ?>\s*$/su.exec(
      bare,
    );
  if (!found || found[1] !== found[2] || found[1] !== found[4]) return undefined;
  const pieces = (found[3] ?? '').split(/<!\[CDATA\[(.*?)\]\]>/su);
  const texts = pieces.map((piece, index) => (index % 2 === 1 ? piece : naiveCharacters(piece)));
  return texts.includes(undefined) ? undefined : texts.join('').replace(/\r\n?/g, '\n');
}

function naiveCharacters(text: string): string | undefined {
  if (text.includes('<') || /&(?!(?:amp|lt|#x1);)/.test(text)) return undefined;
  return text.replaceAll('&#x1;', '\u0001').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe('the classifier is total', () => {
  test('any status, content type and bytes give an outcome with a sentence, and never an error', () => {
    const anyReply = fc.record({ status: anyStatus, contentType: anyType, body: fc.uint8Array({ maxLength: 200 }) });
    fc.assert(
      fc.property(anyReply, fc.option(anyText, { nil: undefined }), (reply, retryAfter) => {
        const outcome = classify(reply, defaultNames, REVERT_OFF, retryAfter);
        expect(kinds).toContain(outcome.kind);
        expect(outcome.kind === 'answered' || outcome.reason.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('only a string document in the namespace with status 200 is an answer, and its text is the one inside', () => {
    let answers = 0;
    fc.assert(
      fc.property(anyStatus, anyType, nearAnswer, (status, contentType, document) => {
        const outcome = classify({ status, contentType, body: bytesOf(document) }, defaultNames);
        if (outcome.kind !== 'answered') return;
        answers += 1;
        expect(status).toBe(200);
        expect(contentType).toMatch(/^\s*text\/xml/i);
        expect(outcome.text).toBe(naiveText(document));
      }),
      { numRuns: 3_000 },
    );
    expect(answers).toBeGreaterThan(20); // or the documents were all too wrong to prove anything
  });

  test('a document that the naive reading understands is an answer too', () => {
    fc.assert(
      fc.property(nearAnswer, (document) => {
        const text = naiveText(document);
        fc.pre(text !== undefined);
        const reply = { status: 200, contentType: 'text/xml; charset=utf-8', body: bytesOf(document) };
        expect(classify(reply, defaultNames)).toEqual({ kind: 'answered', text });
      }),
      { numRuns: 300 },
    );
  });

  test('an answer cut at any byte is no answer', () => {
    const whole = bytesOf(`<?xml version="1.0"?>\r\n<string xmlns="${NAMESPACE}">OK <![CDATA[中]]>&amp;📦</string>`);
    const reply = (body: Uint8Array): Outcome => classify({ status: 200, contentType: 'text/xml', body }, defaultNames);
    expect(reply(whole)).toEqual({ kind: 'answered', text: 'OK 中&📦' });
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, reply(whole.subarray(0, length)).kind]).toEqual([length, 'no-answer']);
    }
  });
});

describe('what one end encodes the other decodes', () => {
  const anyCall = fc.constantFrom(...operationNames).chain((operation) => {
    const names = operationOf(operation)
      .parameters.map(([name]) => name)
      .filter((name) => name !== 'apiKey');
    return fc
      .tuple(...names.map((name) => anyText.map((text) => [name, text] as const)))
      .map((parameters): Call => ({ operation, parameters }));
  });

  test('a call, with any texts in it', () => {
    fc.assert(
      fc.property(anyCall, anyText, (call, key) => {
        const parameters = withAccessKey(call, key);
        const request = httpPost.encodeCall(call.operation, parameters, defaultNames);
        expect(serviceEnd['http-post'].decodeCall(call.operation, request, defaultNames)).toEqual(parameters);
        expect(request.body).toMatch(/^[A-Za-z0-9*._+%&=-]*$/); // plain ASCII, whatever a transport does to it
      }),
      { numRuns: 500 },
    );
  });

  test('an answer, with any text in it; only line ends become one character, as XML says', () => {
    fc.assert(
      fc.property(fc.option(anyText), (text) => {
        const reply = serviceEnd['http-post'].encodeAnswer('RevertOff', text, defaultNames);
        expect(classify(reply, defaultNames)).toEqual({
          kind: 'answered',
          text: text === null ? null : text.replace(/\r\n?/g, '\n'),
        });
      }),
      { numRuns: 500 },
    );
  });

  test('a field that is missing, sent twice or in another case is told apart', () => {
    const body = 'apiKey=k&APIKEY=x&apiKey=y&more=1';
    const request = { ...httpPost.encodeCall('AgainOpenBag', [], defaultNames), body };
    expect(serviceEnd['http-post'].decodeCall('AgainOpenBag', request, defaultNames)).toEqual([
      ['apiKey', 'k'],
      ['logTransferDtlID', undefined],
    ]);
  });
});
