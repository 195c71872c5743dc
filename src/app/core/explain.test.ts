import { afterEach, expect, test } from 'vitest';
import { checkEntry } from './setting.ts';
import { expectedOf, explain } from '#tasks/task/explain.ts';
import { explainRescue } from '#app/handover/TakeBack.tsx';
import { makeCall, checkDecimal, checkInt, checkText } from '#contract/call.ts';
import type { InvalidParameter } from '#contract/errors.ts';
import type { Outcome } from '#contract/outcome.ts';
import { StorageClosed, StorageNewer } from '#outbox/store/database.ts';
import { readQueue } from '#outbox/handover/queueDocument.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { troubleOf } from '#outbox/state/queuedCall.ts';
import { speakIn } from '#i18n/spoken.ts';
import { whyOf } from '#i18n/whyOf.ts';

afterEach(() => speakIn('en'));

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}

const refused: readonly (readonly [name: string, work: () => unknown])[] = [
  ['a blank number', () => checkInt('x', ' ')],
  ['a number with letters', () => checkInt('x', '12a')],
  ['a number out of range', () => checkInt('x', '9999999999')],
  ['a blank weight', () => checkDecimal('x', '')],
  ['a weight with an exponent', () => checkDecimal('x', '1e3')],
  ['a weight with groups', () => checkDecimal('x', '1,234.5')],
  ['a weight that is none', () => checkDecimal('x', 'kg')],
  ['a weight with too many digits', () => checkDecimal('x', '1.12345678901234567890123456789')],
  ['half a character', () => checkText('x', '\uD83D')],
  ['a parameter that is not known', () => makeCall('RevertOff', { x: '' })],
  ['a value that is missing', () => makeCall('RevertOff', {})],
  ['a first start without a user', () => checkEntry({ userId: '', warehouseId: '1', apiKey: 'x' }, true)],
  ['a first start without a key', () => checkEntry({ userId: '1', warehouseId: '1', apiKey: '' }, true)],
  ['a key that is too long', () => checkEntry({ userId: '1', warehouseId: '1', apiKey: 'x'.repeat(4_097) }, true)],
  ['a warehouse that is no number', () => checkEntry({ userId: '1', warehouseId: 'A', apiKey: 'x' }, true)],
  ['a storage of a newer version', () => raise(new StorageNewer('x'))],
  ['a storage that is closed', () => raise(new StorageClosed('x'))],
  ['a full storage', () => raise(new DOMException('x', 'QuotaExceededError'))],
  ['a call that has moved on', () => raise(new IllegalStep('waiting', 'discarded'))],
  ['no queue', () => readQueue('x')],
  ['half a queue', () => readQueue('{"format":"scanline-queue"')],
  ['an export', () => readQueue('{"format":"scanline-export"}')],
  ['a queue of another version', () => readQueue('{"format":"scanline-queue","version":9}')],
];

function raise(error: Error): never {
  throw error;
}

test.each(refused)('%s is said in the language that is spoken, and its English sentence is kept', async (_, work) => {
  const english = explainRescue(caught(work));
  expect(english).toMatch(/^[\x20-\x7E“”…]+$/);
  for (const [spoken, letters] of [
    ['ru', /[а-я]{3}/],
    ['zh', /[一-龥]{3}/],
  ] as const) {
    await speakIn(spoken);
    const said = explainRescue(caught(work));
    expect(said).toMatch(letters);
    expect(said.replace(/Scanline|RevertOff|deliveryCode|userId|userID|apiKey|warehouseId/g, '')).not.toMatch(
      /[a-z]{3}/,
    );
  }
  await speakIn('en');
  expect(explainRescue(caught(work))).toBe(english);
});

test('what was entered stands in the sentence, and the message of the error stays English', async () => {
  await speakIn('ru');
  const error = caught(() => checkDecimal('Вес', '1,2,3')) as InvalidParameter;
  expect(explain(error)).toBe('Вес: «1,2,3» разбито на группы: напишите слитно, например 1234,5.');
  expect(expectedOf(error)).toBe('«1,2,3» разбито на группы: напишите слитно, например 1234,5.');
  expect(error.message).toBe('Вес: “1,2,3” is grouped: write it without grouping, such as 1234.5.');
});

const causes = [
  'no-reply',
  'timed-out',
  'cut-off',
  'too-large',
  'redirected',
  'status',
  'not-xml',
  'malformed',
  'foreign',
] as const satisfies readonly Extract<Outcome, { kind: 'no-answer' }>['cause'][];
const outcomes: readonly Exclude<Outcome, { kind: 'answered' }>[] = [
  { kind: 'rejected', reason: 'Missing parameter: storeCode.' },
  { kind: 'not-forwarded', reason: 'The call did not reach the service.' },
  { kind: 'in-progress', reason: 'The call is still running.' },
  { kind: 'unknown', code: 'outcome-unknown', reason: 'Nobody knows.' },
  { kind: 'unknown', code: 'key-expired', reason: 'The ledger forgot.' },
  { kind: 'unknown', code: 'key-reuse', reason: 'This key belongs to another.' },
  ...causes.map((cause) => ({ kind: 'no-answer', cause, reason: 'The connection broke.' }) as const),
];

test.each(outcomes)('why a call has no answer is said in the language that is spoken: %o', async (outcome) => {
  const trouble = troubleOf(outcome);
  expect(whyOf(trouble)).toMatch(/^[A-Z][^<>{}]+\.$/);
  expect(whyOf(trouble)).not.toContain(outcome.reason); // that stands behind “Details for IT”
  await speakIn('ru');
  expect(whyOf(trouble)).toMatch(/[а-я]{3}/);
  await speakIn('zh');
  expect(whyOf(trouble)).toMatch(/[一-龥]{3}/);
});

test('a trouble that no catalogue knows stays as it was written', async () => {
  await speakIn('ru');
  expect(whyOf({ code: 'of another version', reason: 'As it was written.' })).toBe('As it was written.');
});
