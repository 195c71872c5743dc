import { expect, test } from 'vitest';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { answerShort } from './answerShort.ts';

const call = (operation: QueuedCall['operation'], text: string | null) =>
  ({ operation, parameters: [['code', 'D-1013']], result: { verdict: 'accepted', text } }) as unknown as QueuedCall;

const zpl = '^XA^FDD-1013^FS^XZ';

test('of a label a list says its code and its copy, and nothing of the printer language', () => {
  const json = JSON.stringify({ code: 'D-1013', copy: 1, zpl, pdf: btoa('%PDF-1.4\n%%EOF') });
  expect(answerShort(call('PrintKJYOrder', json))).toBe('Label D-1013, copy 1');
  expect(answerShort(call('PrintKJYOrder', zpl))).toBe('Label D-1013');
  expect(answerShort(call('PrintCNOrder', btoa('%PDF-1.4\n%%EOF')))).toBe('Label D-1013');
  expect(answerShort(call('PrintCNOrder', 'JVBERi0xLjQK'))).toMatch(/cut off/);
});

test('of other JSON a list says the first short members, by the words for them', () => {
  const json = JSON.stringify({
    zpl,
    note: 'x'.repeat(41),
    status: 'complete',
    weight: 1.25,
    more: { in: 1 },
    a: 1,
    b: 2,
  });
  expect(answerShort(call('CompleteBag', json))).toBe('Status complete · Weight 1.25 · A 1');
  expect(answerShort(call('CompleteBag', '[{"a":1},{"a":2}]'))).toBe('2 entries');
  expect(answerShort(call('RevertOff', '{"deliveryCode":"D-1","closedBy":7}'))).toBe('Delivery D-1 · Closed by 7');
});

test('a print that was answered otherwise is told in the words of the service', () => {
  expect(answerShort(call('PrintKJYOrder', 'ERR: order D-1013 is unknown'))).toBe('ERR: order D-1013 is unknown');
  expect(answerShort(call('PrintKJYOrder', '{"status":"none"}'))).toBe('Status none');
  expect(answerShort(call('RevertOff', 'x'.repeat(300)))).toBe(`${'x'.repeat(200)}…`);
  expect(answerShort(call('RevertOff', null))).toBe('');
});
