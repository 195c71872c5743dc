import { expect, test } from 'vitest';
import { callName } from './callName.ts';

const change = 'CloseLogisticsTransferMstChange';

test.each([
  [change, '{"transferCode":"T-4001","close":true}', 'Close transfer'],
  [change, '{"transferCode":"T-4001","close":false}', 'Open transfer again'],
  [change, '{"transferCode":"T-4001"}', 'Change transfer'],
  [change, '{"close":"true"}', 'Change transfer'],
  [change, 'no JSON', 'Change transfer'],
  ['CompleteBag', '5001', 'Complete bag'],
  ['GetSelfDetailList', 'x', 'GetSelfDetailList'],
] as const)('a %s with %s is called “%s”', (operation, text, name) => {
  expect(callName({ operation, parameters: [['strJson', text]] })).toBe(name);
});
