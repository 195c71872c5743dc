import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeCall, withAccessKey } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { classify } from '#wire/classify.ts';
import { httpPost } from '#wire/httpForm.ts';
import { defaultNames } from '#wire/names.ts';
import { serviceEnd } from './testing/serviceEnd.ts';

const FOLDER = 'e2e/fixtures/wire';
const KEY = 'KEY-0001-abcdef';

/** A hand-written wire text: its first line, its headers by lower-case name, its body as bytes. */
function golden(name: string): { start: string; headers: Map<string, string>; body: Buffer } {
  const bytes = readFileSync(`${FOLDER}/${name}.http`);
  const end = bytes.indexOf('\r\n\r\n');
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { start, headers: new Map(headers), body: bytes.subarray(end + 4) };
}

describe('requests', () => {
  const requests: [name: string, operation: OperationName, values: Record<string, string>][] = [
    ['request-RevertOff', 'RevertOff', { deliveryCode: 'D-1001', storeCode: 'S-07', userID: 'u17' }],
    ['request-RevertOff-chinese', 'RevertOff', { deliveryCode: '中文-1', storeCode: '货架-07', userID: 'u17' }],
    [
      'request-RevertOff-gs',
      'RevertOff',
      { deliveryCode: '\u001d0109506000134352\u001d10ABC', storeCode: 'S-07', userID: 'u17' },
    ],
    [
      'request-CompleteBag-decimal',
      'CompleteBag',
      { logTransferDtlID: '4711', userID: '17', sWeight: '12,50', WarehouseID: '3' },
    ],
    [
      'request-OrderCodeExStorage-text',
      'OrderCodeExStorage',
      { oSDeliveryCode: 'Склад 7', orderCodeEx: '📦', remark: '&=+%', shortCode: '  a  b ' },
    ],
    [
      'request-CloseLogisticsTransferMstChange-lines',
      'CloseLogisticsTransferMstChange',
      { strJson: '{"note":"one\r\ntwo\nthree"}' },
    ],
  ];

  test.each(requests)('%s is what we send, byte for byte', (name, operation, values) => {
    const { start, headers, body } = golden(name);
    const request = httpPost.encodeCall(operation, withAccessKey(makeCall(operation, values), KEY), defaultNames);
    expect(request.body).toBe(body.toString('utf8'));
    expect(`${request.method} ${request.path} HTTP/1.1`).toBe(start);
    expect(request.headers).toEqual({ 'content-type': headers.get('content-type') });
  });

  test.each(requests)('%s is read back as the values that were made a call', (name, operation, values) => {
    const request = httpPost.encodeCall(operation, [], defaultNames);
    const body = golden(name).body.toString('utf8');
    const fields = serviceEnd['http-post'].decodeCall(operation, { ...request, body }, defaultNames);
    expect(fields).toEqual(withAccessKey(makeCall(operation, values), KEY));
  });

  test('RevertOff has its four parameters in the order of rule 4', () => {
    const names = golden('request-RevertOff').body.toString('utf8').split('&');
    expect(names.map((field) => field.split('=')[0])).toEqual(['deliveryCode', 'storeCode', 'apiKey', 'userID']);
  });

  test('the operation that carries a partner’s brand goes by its site’s wire name', () => {
    const call = makeCall('GetReportDataPartner', { inputNumber: '1', userId: '2' });
    const names = { ...defaultNames, partnerOperation: 'GetReportDataAcme' };
    const { path } = httpPost.encodeCall(call.operation, withAccessKey(call, KEY), names);
    expect(path).toBe('/WareHouseAPIV1.asmx/GetReportDataAcme');
  });
});

describe('replies', () => {
  const answered = (text: string | null): Outcome => ({ kind: 'answered', text });
  const nothing = (cause: string): object => ({ kind: 'no-answer', cause });
  const replies: [name: string, outcome: object][] = [
    ['reply-text', answered('OK 17')],
    ['reply-empty', answered('')],
    ['reply-nil', answered(null)],
    ['reply-bom', answered('OK')],
    ['reply-cdata', answered('a<b>&amp;</b>z')],
    ['reply-entities', answered(`<a b=""'"> &amp; AB📦`)],
    ['reply-control', answered('A\u0001B\u001dC\ufffeD')],
    ['reply-prefix', answered('OK')],
    ['reply-number', answered('000123')],
    ['reply-blanks', answered('  +123  ')],
    ['reply-lines', answered('one\ntwo\nthree\nfour\r\nfive\n')],
    ['reply-unicode', answered('中文 Склад 📦 e\u0301\u0085\u2028\ufeff')],
    ['reply-json', answered('{"bag":{"logTransferDtlID":4711,"note":"a < b"}}')],
    ['reply-portal', nothing('not-xml')],
    ['reply-portal-xhtml', nothing('foreign')],
    ['reply-redirect', nothing('redirected')],
    ['reply-truncated', nothing('malformed')],
    ['reply-nothing', nothing('malformed')],
    ['reply-doctype', nothing('malformed')],
    ['reply-bomb', nothing('malformed')],
    ['reply-other-namespace', nothing('foreign')],
    ['reply-soap', nothing('foreign')],
    ['reply-missing-parameter', nothing('status')],
    ['reply-cannot-convert', nothing('status')],
    ['reply-failed', nothing('status')],
    [
      'reply-outcome-unknown',
      {
        kind: 'unknown',
        code: 'outcome-unknown',
        reason: 'The gateway was restarted while the call was running.',
      },
    ],
  ];

  test.each(replies)('%s means %j', (name, outcome) => {
    const { start, headers, body } = golden(name);
    const status = Number(start.split(' ')[1]);
    const contentType = headers.get('content-type') ?? '';
    expect(classify({ status, contentType, body: new Uint8Array(body) }, defaultNames)).toMatchObject(outcome);
  });

  test.each(replies.filter(([, outcome]) => 'text' in outcome))('%s has exactly that text', (name, outcome) => {
    const { headers, body } = golden(name);
    const reply = { status: 200, contentType: headers.get('content-type') ?? '', body: new Uint8Array(body) };
    expect({ kind: 'answered', text: httpPost.decodeAnswer('RevertOff', reply, defaultNames) }).toEqual(outcome);
  });

  test('every wire text in the folder is read by a test here', () => {
    const files = readdirSync(FOLDER).filter((file) => file.startsWith('reply-'));
    expect(files.sort()).toEqual(replies.map(([name]) => `${name}.http`).sort());
  });
});
