import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { DoneCall } from '#outbox/store/doneToday.ts';
import { todayTotals } from './todayTotals.ts';

const MIDNIGHT = 1_700_000_000_000;
const HOUR = 3_600_000;
const kg = [{ value: '1', name: 'kg', grams: 1000 }];

const back = (at: number): DoneCall => ({
  ...makeCall('RevertOff', { deliveryCode: `D-${at}`, storeCode: 'S-1', userID: '7' }),
  enqueuedAt: MIDNIGHT + at,
});
const bag = (line: string, sWeight: string, at = 0): DoneCall => ({
  ...makeCall('CompleteBag', { logTransferDtlID: line, userID: '7', sWeight, WarehouseID: '1' }),
  enqueuedAt: MIDNIGHT + at,
});
const weighed = (code: string, weight: string, WeightUnit: string, at = 0): DoneCall => ({
  ...makeCall('ResetWeightClone', { code, weight, opUserID: '7', WeightUnit }),
  enqueuedAt: MIDNIGHT + at,
});

test('a day is told by task, the most first, with a pace from its first scan to its last', () => {
  const calls = [bag('1', '2'), ...[1, 1.5, 2, 2.5, 3].map((hours) => back(hours * HOUR))];
  expect(todayTotals({ weightUnits: kg }, calls, MIDNIGHT)).toEqual([
    { name: 'Back on shelf', many: 5, perHour: 2 },
    { name: 'Complete bag', many: 1, kilograms: '2' },
  ]);
});

test('no pace is told of a few minutes, nor of what was scanned before midnight and sent today', () => {
  expect(todayTotals({}, [back(0), back(9 * 60_000)], MIDNIGHT)[0]).not.toHaveProperty('perHour');
  expect(todayTotals({}, [back(-5 * HOUR), back(-4 * HOUR), back(HOUR)], MIDNIGHT)[0]).not.toHaveProperty('perHour');
});

test('weights are added up exactly, in kilograms, each thing with its last one', () => {
  const calls = [weighed('D-1', '0.1', '1'), weighed('D-2', '200', '2'), weighed('D-2', '2000', '2', -1)];
  expect(todayTotals({}, calls, MIDNIGHT)).toMatchObject([{ name: 'Save weight', kilograms: '0.3' }]);
});

test('where nobody has said the unit no weight is told, also where one of several has none', () => {
  expect(todayTotals({}, [bag('1', '2')], MIDNIGHT)[0]).not.toHaveProperty('kilograms');
  const calls = [weighed('D-1', '1', '1'), weighed('D-2', '1', '9')];
  expect(todayTotals({ weightUnits: kg }, calls, MIDNIGHT)[0]).not.toHaveProperty('kilograms');
});
