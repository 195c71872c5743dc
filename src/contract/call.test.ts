import { describe, expect, test } from 'vitest';
import { type Call, laneOf, makeCall, withAccessKey } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';

const KEY = 'KEY-0001-abcdef';

describe('making a call', () => {
  test('puts the parameters in table order, whatever order they came in', () => {
    expect(makeCall('RevertOff', { userID: 'u17', storeCode: 'S-07', deliveryCode: 'D-1001' })).toEqual({
      operation: 'RevertOff',
      parameters: [
        ['deliveryCode', 'D-1001'],
        ['storeCode', 'S-07'],
        ['userID', 'u17'],
      ],
    });
  });

  test('checks every value by its type', () => {
    const values = { logTransferDtlID: '0042', userID: '17', sWeight: '1,50', WarehouseID: '+3' };
    expect(makeCall('CompleteBag', values).parameters).toEqual([
      ['logTransferDtlID', '42'],
      ['userID', '17'],
      ['sWeight', '1.50'],
      ['WarehouseID', '3'],
    ]);
  });

  test.each<[string, OperationName, Record<string, string>, string, string]>([
    ['a missing one', 'AgainOpenBag', {}, 'logTransferDtlID', 'AgainOpenBag needs it, and it is missing.'],
    [
      'an unknown one',
      'AgainOpenBag',
      { logTransferDtlID: '1', more: '2' },
      'more',
      'AgainOpenBag has no such parameter.',
    ],
    ['another case', 'AgainOpenBag', { logTransferDtlId: '1' }, 'logTransferDtlId', 'has no such parameter.'],
    ['the key', 'AgainOpenBag', { logTransferDtlID: '1', apiKey: KEY }, 'apiKey', 'has no such parameter.'],
    ['a wrong type', 'AgainOpenBag', { logTransferDtlID: 'B-7' }, 'logTransferDtlID', 'is not a whole number'],
  ])('%s is refused by name', (_, operation, values, parameter, sentence) => {
    const attempt = (): Call => makeCall(operation, values);
    expect(attempt).toThrow(InvalidParameter);
    expect(attempt).toThrow(expect.objectContaining({ parameter }));
    expect(attempt).toThrow(`${parameter}: `);
    expect(attempt).toThrow(sentence);
    expect(attempt).not.toThrow(KEY);
  });

  test('an empty text is a value, as the service takes one', () => {
    const call = makeCall('RevertOff', { deliveryCode: '', storeCode: '', userID: '' });
    expect(call.parameters.map(([, text]) => text)).toEqual(['', '', '']);
  });
});

describe('adding the key', () => {
  test('puts it third for RevertOff, as the interface description says', () => {
    const call = makeCall('RevertOff', { deliveryCode: 'D-1001', storeCode: 'S-07', userID: 'u17' });
    expect(withAccessKey(call, KEY)).toEqual([
      ['deliveryCode', 'D-1001'],
      ['storeCode', 'S-07'],
      ['apiKey', KEY],
      ['userID', 'u17'],
    ]);
  });

  test('puts it first for the others, and leaves the call without it', () => {
    const call = makeCall('AgainOpenBag', { logTransferDtlID: '7' });
    expect(withAccessKey(call, KEY)[0]).toEqual(['apiKey', KEY]);
    expect(JSON.stringify(call)).not.toContain(KEY);
  });
});

describe('lanes', () => {
  const bag = (id: string): Call =>
    makeCall('CompleteBag', { logTransferDtlID: id, userID: '1', sWeight: '1', WarehouseID: '1' });
  const reopen = (id: string): Call => makeCall('AgainOpenBag', { logTransferDtlID: id });
  const close = (strJson: string): Call => makeCall('CloseLogisticsTransferMstChange', { strJson });
  const weigh = (code: string): Call =>
    makeCall('ResetWeightClone', { code, weight: '1', opUserID: 'u', WeightUnit: '1' });
  const print = (code: string): Call => makeCall('PrintCNOrder', { code, company: 'c', userId: '1' });

  test.each([
    ['completing and reopening one bag', bag('7'), reopen('7')],
    ['one bag, typed 007 and 7', bag('007'), reopen('7')],
    ['weighing and printing one code', weigh('C1'), print('C1')],
    ['an operation without an object, twice', close('{"a":1}'), close('{"b":2}')],
  ])('%s: one lane, kept in order', (_, a, b) => {
    expect(laneOf(a)).toBe(laneOf(b));
  });

  test.each([
    ['two bags', bag('7'), bag('8')],
    ['codes that differ in case', print('c1'), print('C1')],
    ['an operation without an object, and another', close('7'), bag('7')],
    ['a bag and a code with the same digits', bag('7'), print('7')],
  ])('%s: two lanes, independent of each other', (_, a, b) => {
    expect(laneOf(a)).not.toBe(laneOf(b));
  });

  test('a site may name another parameter for an operation, and what it does not name stays', () => {
    const off = (deliveryCode: string, storeCode: string): Call =>
      makeCall('RevertOff', { deliveryCode, storeCode, userID: '7' });
    const lanes = { RevertOff: 'storeCode', CloseLogisticsTransferMstChange: 'strJson' };
    expect(laneOf(off('D-1', 'S-1'), lanes)).toBe(laneOf(off('D-2', 'S-1'), lanes));
    expect(laneOf(off('D-1', 'S-1'), lanes)).not.toBe(laneOf(off('D-1', 'S-2'), lanes));
    expect(laneOf(close('{"a":1}'), lanes)).not.toBe(laneOf(close('{"b":2}'), lanes));
    expect(laneOf(bag('7'), lanes)).toBe(laneOf(bag('7')));
  });
});
