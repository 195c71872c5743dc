import { expect, test } from 'vitest';
import { decimalText } from '#contract/decimal.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import { createCallCounter } from './countedCall.ts';

const names = { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' };
const site: SiteConfiguration = {
  ...unknownSite,
  answerRules: [
    { matches: 'not on shelf', verdict: 'refused', says: { en: 'It is not on this shelf' } },
    { matches: '^ERR: ', verdict: 'refused' },
    { matches: '^OK|^\\{', verdict: 'accepted' },
  ],
  fieldRules: [
    { operation: 'CompleteBag', field: 'weight', json: 'weight' },
    { operation: 'CompleteBag', field: 'packageWeight', json: 'packages.*.weight' },
    { operation: 'GetBagDetailByBagCode', field: 'weight', json: 'weight' },
  ],
};

function line(more: Partial<LedgerLine>): LedgerLine {
  const usual = { key: 'call-1', fingerprint: '', operation: 'RevertOff', state: 'answered', version: 0 } as const;
  return { ...usual, receivedAt: 1, dispatchedAt: 2, settledAt: 3, ...more };
}

const answered = (text: string, more: Partial<LedgerLine> = {}): LedgerLine =>
  line({
    status: 200,
    contentType: 'text/xml',
    reply: Buffer.from(`<string xmlns="${names.namespace}">${text}</string>`),
    ...more,
  });

const counted = createCallCounter(site, names);
const read = (one: LedgerLine, said?: Parameters<typeof counted>[1]) => counted(one, said, false);

test.each([
  [answered('OK: done'), 'done'],
  [answered('ERR: no'), 'refused'],
  [answered('Hm'), 'unclassified'],
  [line({}), 'answered'], // too long to be read
  [line({ state: 'received' }), 'received'],
  [line({ state: 'dispatching' }), 'dispatching'],
  [line({ state: 'outcome-unknown' }), 'open'],
  [line({ state: 'outcome-unknown', decided: 'done' }), 'done'],
  [line({ state: 'outcome-unknown', decided: 'not-done' }), 'not-done'],
])('a call ends as the ledger and the site’s rules say: %#', (one, end) => {
  expect(read(one).end).toBe(end);
});

test('a refusal has the site’s words, else the service’s without its codes and numbers', () => {
  const reasonOf = (text: string) => read(answered(text)).reason;
  expect(reasonOf('ERR: D-1 is not on shelf S-01-A')?.says).toEqual({ en: 'It is not on this shelf' });
  expect(reasonOf('ERR: D-1001 is unknown')).toEqual(reasonOf('ERR: D-77 is unknown'));
  expect(reasonOf('ERR: {"code":4,"msg":"库存不足","order":"D-1"}')?.words).toBe(
    'ERR: {"code":…,"msg":"库存不足","order":"…"}',
  );
  expect(reasonOf(`ERR: ${'x'.repeat(4_000)}`)?.words).toHaveLength(80);
});

test('a doubt was settled at the desk, on a handheld, or by the answer that came after all', () => {
  const unknown = (decided?: LedgerLine['decided']) => line({ state: 'outcome-unknown', ...(decided && { decided }) });
  const by = { by: 'Ada', saidAt: 1, says: 'done' } as const;
  expect(read(unknown()).doubt).toEqual({ by: 'nobody' });
  expect(read(unknown('done'), by).doubt).toEqual({ by: 'desk', says: 'done' });
  expect(read(unknown('not-done'), { ...by, asker: '3' }).doubt).toEqual({ by: 'handheld', says: 'not-done' });
  expect(read(answered('OK', { decided: 'not-done' })).doubt).toEqual({ by: 'ledger' });
  expect(read(answered('OK', { decided: 'acknowledged' })).doubt).toBeUndefined();
  const { dispatchedAt: _never, ...notSent } = unknown('discarded');
  expect(read(notSent).doubt).toBeUndefined();
});

test('a weight and packages are those of the answer to work that was done, by the site’s rules', () => {
  const bag = '{"weight":"7.50","packages":[{"weight":"1.25"},{"weight":"2"}]}';
  const { weight, packages } = read(answered(bag, { operation: 'CompleteBag' }));
  expect([weight && decimalText(weight), packages]).toEqual(['7.5', 2]);
  expect(read(answered(bag, { operation: 'GetBagDetailByBagCode' }))).toMatchObject({
    weight: undefined,
    isLookUp: true,
  });
  expect(read(answered(bag)).weight).toBeUndefined();
});

test('an operation that nobody knows is counted, and no rule reads it', () => {
  expect(read(answered('OK', { operation: '' }))).toMatchObject({ end: 'answered', isLookUp: false });
});
