import { expect, test } from 'vitest';
import type { Verdict } from '#site/judging.ts';
import { makeCall } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { judgeByRole, likenessOf } from './codeCheck.ts';
import { type LearntRoles, learnLookUp, learnRoles } from './learntRoles.ts';

test.each<[OperationName, Readonly<Record<string, string>>, Verdict, Readonly<Record<string, readonly string[]>>]>([
  ['GetSelfDetailList', { selfID: 'S-1' }, 'accepted', { 'S-1': ['storeCode', 'selfID'] }],
  ['GetBagDetailByBagCode', { bagCode: 'BAG-1' }, 'accepted', { 'BAG-1': ['bagCode'] }],
  ['GetWbBatchBagPackages', { batchCode: 'B-1' }, 'accepted', { 'B-1': ['batchCode'] }],
  ['GetListSplitProductImg', { deliveryCode: 'D-1', opUserID: '7' }, 'accepted', { 'D-1': ['deliveryCode'] }],
  ['GetSelfDetailList', { selfID: 'S-1' }, 'refused', {}],
  ['GetSelfDetailList', { selfID: 'S-1' }, 'key-refused', {}],
  ['GetSelfDetailList', { selfID: 'S-1' }, 'unclassified', {}], // it may say that there is no such shelf
  ['GetSelfDetailList', { selfID: '' }, 'accepted', {}],
  ['ExistsDomesticDeliveryCode', { code: 'D-1' }, 'accepted', {}], // it may say no
  ['GetGerWarehouseScanningList', { param: 'SL-1' }, 'accepted', {}],
])('%s of %j that is %s teaches %j', (operation, parameters, verdict, taught) => {
  const roles: LearntRoles = new Map();
  learnLookUp(roles, makeCall(operation, parameters), verdict);
  expect(Object.fromEntries(roles)).toEqual(taught);
});

test('a code that was looked up as a shelf and accepted as a delivery warns in neither place', () => {
  const roles: LearntRoles = new Map();
  const delivery = { parameters: [['deliveryCode', 'X-1']], scans: [{ text: 'X-1' }] } as const;
  learnLookUp(roles, makeCall('GetSelfDetailList', { selfID: 'X-1' }), 'accepted', likenessOf);
  const sentenceAt = (parameter: string) =>
    judgeByRole(roles.get('X-1') ?? [], parameter, 'it', { text: 'X-1', source: 'wedge', at: 1 }).sentence;
  expect(sentenceAt('deliveryCode')).toBe('X-1 was the shelf before. Scan the it.');
  learnRoles(roles, { ...delivery, result: { verdict: 'accepted' } }, likenessOf);
  for (const parameter of ['deliveryCode', 'storeCode', 'selfID']) expect(sentenceAt(parameter)).toBeUndefined();
});
