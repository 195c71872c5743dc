import { describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { doubtWeight, unitName } from './weightCheck.ts';

const weightUnits = [
  { value: '1', name: 'kg', grams: 1000 },
  { value: '2', name: 'g', grams: 1 },
  { value: '3', name: 'lb', grams: 453.59237 },
];
const fieldRules = [{ operation: 'GetBagDetailByBagCode', field: 'weight', json: 'weight' }] as const;
const site = { fieldRules, weightUnits };

const bag = (sWeight: string, logTransferDtlID = '5001') =>
  makeCall('CompleteBag', { logTransferDtlID, userID: '7', sWeight, WarehouseID: '1' });
const reset = (weight: string, WeightUnit = '1', code = 'D-1001') =>
  makeCall('ResetWeightClone', { code, weight, WeightUnit, opUserID: '7' });
const row = (call: ReturnType<typeof bag>, more: Partial<QueuedCall> = {}): QueuedCall =>
  ({ ...call, state: 'answered', scans: [], ...more }) as unknown as QueuedCall;

describe('a weight is asked about', () => {
  test.each([
    ['1250', '1.25'],
    ['0.1', '1.25'],
    ['12.51', '1.25'],
    ['0.12499999999999999999', '1.25'],
  ])('%s after %s, in the same unit', (now, then) => {
    const last = { text: then };
    expect(doubtWeight(site, bag(now), [row(bag(then))])).toEqual({ kind: 'jump', weight: { text: now }, last });
    expect(doubtWeight({ fieldRules }, bag(now), [row(bag(then))])).toMatchObject({ kind: 'jump' });
  });

  test.each([
    ['1250', '2', '1.25', '1', false],
    ['1250', '1', '1.25', '1', true],
    ['1.25', '2', '1.25', '1', true],
    ['2.5', '3', '1.25', '1', false],
    ['12.5', '1', '1.25', '1', false],
    ['27.6', '3', '1.25', '1', true],
    ['27.5', '3', '1.25', '1', false],
  ])('%s of unit %s after %s of unit %s: %s', (now, unit, then, thenUnit, isAsked) => {
    const doubt = doubtWeight(site, reset(now, unit), [row(reset(then, thenUnit))]);
    expect(doubt !== undefined).toBe(isAsked);
  });

  test('against the last weighing of the same code, and no other’s', () => {
    const earlier = [row(reset('1250')), row(reset('1.2')), row(reset('1250', '1', 'D-1002')), row(bag('1250', '9'))];
    expect(doubtWeight(site, reset('1.25'), earlier)).toBeUndefined();
    expect(doubtWeight(site, reset('1.25'), earlier.slice(0, 1))).toMatchObject({ last: { text: '1250', unit: '1' } });
    expect(doubtWeight(site, reset('1.25', '1', 'D-1003'), earlier)).toBeUndefined();
  });

  test('against a bag that was completed with the same scan', () => {
    const scans = [{ text: 'BAG-2001', source: 'wedge', at: 1 }] as const;
    const earlier = [row(bag('1.25'), { scans })];
    expect(doubtWeight(site, reset('1250', '1', 'BAG-2001'), earlier)).toMatchObject({ kind: 'jump' });
    expect(doubtWeight(site, reset('1250', '2', 'BAG-2001'), earlier)).toBeUndefined(); // 1250 g is 1.25 kg
  });

  test.each([
    ['taken back', { state: 'cancelled' }],
    ['refused', { result: { kind: 'answered', text: 'ERR', verdict: 'refused' } }],
  ] as const)('but not against one that was %s', (_, more) => {
    expect(doubtWeight(site, bag('1.25'), [row(bag('1250'), more as Partial<QueuedCall>)])).toBeUndefined();
  });

  test('against what the service said, where this handheld has not weighed it', () => {
    const looked = { operation: 'GetBagDetailByBagCode', text: '{"weight":"1.25"}' } as const;
    expect(doubtWeight(site, bag('1250'), [], looked)).toMatchObject({ last: { text: '1.25' } });
    expect(doubtWeight(site, bag('1250'), [row(bag('1251'))], looked)).toBeUndefined();
    expect(doubtWeight(site, bag('1250'), [], { ...looked, text: '{"weight":"heavy"}' })).toBeUndefined();
    expect(doubtWeight(site, bag('1250'), [], { ...looked, text: '{"weight":0}' })).toBeUndefined();
    expect(doubtWeight({ ...site, fieldRules: [] }, bag('1250'), [], looked)).toBeUndefined();
  });

  test('above the most that a site expects, in the first unit where it has none', () => {
    const weights = { mostGrams: 30_000 };
    expect(doubtWeight({ ...site, weights }, bag('30.001'), [])).toEqual({ kind: 'most', weight: { text: '30.001' } });
    expect(doubtWeight({ ...site, weights }, bag('30'), [])).toBeUndefined();
    expect(doubtWeight({ ...site, weights }, reset('30001', '2'), [])).toMatchObject({ kind: 'most' });
    expect(doubtWeight({ ...site, weights }, reset('67', '3'), [])).toMatchObject({ kind: 'most' });
    expect(doubtWeight({ ...site, weights }, reset('66', '3'), [])).toBeUndefined();
    expect(doubtWeight({ fieldRules, weights }, bag('30001'), [])).toBeUndefined(); // nobody has said what its unit is
  });

  test('by the factor that the site says', () => {
    const weights = { jumpFactor: 1.5 };
    expect(doubtWeight({ ...site, weights }, bag('1.6'), [row(bag('1'))])).toMatchObject({ kind: 'jump' });
    expect(doubtWeight({ ...site, weights }, bag('1.5'), [row(bag('1'))])).toBeUndefined();
  });

  test('never where the two cannot be compared, or where there is no weight', () => {
    expect(doubtWeight(site, reset('125000', '9'), [row(reset('1.25', '1'))])).toBeUndefined();
    expect(doubtWeight(site, reset('1250', '9'), [row(reset('1.25', '9'))])).toMatchObject({ kind: 'jump' });
    const off = makeCall('AgainOpenBag', { logTransferDtlID: '5001' });
    expect(doubtWeight(site, off, [row(bag('1'))])).toBeUndefined();
  });
});

test('a unit has the name that the site gives it', () => {
  expect(unitName(site, { text: '1', unit: '3' })).toBe('lb');
  expect(unitName(site, { text: '1' })).toBe('kg');
  expect(unitName(site, { text: '1', unit: '9' })).toBeUndefined();
  expect(unitName({}, { text: '1' })).toBeUndefined();
});

describe('a bag is asked about where its packages weigh something else', () => {
  const rules = [
    { operation: 'GetBagDetailByBagCode', field: 'weight', json: 'weight' },
    { operation: 'GetBagDetailByBagCode', field: 'packageWeight', json: 'packages.*.weight' },
  ] as const;
  const of = (weights: readonly unknown[], weight: string | null = null) =>
    ({
      operation: 'GetBagDetailByBagCode',
      text: JSON.stringify({ weight, packages: weights.map((one) => ({ code: 'P', weight: one })) }),
    }) as const;
  const packed = { ...site, fieldRules: rules };

  test.each([
    ['925', true],
    ['9250', true],
    ['92.5', true],
    ['9.25', true],
    ['7.50', false], // more may be in it than the service knows
    ['0.75', false],
    ['0.08', false],
    ['0.07', true], // it is lighter than what is in it
  ])('%s where three of 0.15, 0.25 and 0.35 are known: %s', (weight, isAsked) => {
    const doubt = doubtWeight(packed, bag(weight), [], of(['0.15', '0.25', '0.35']));
    expect(doubt).toEqual(isAsked ? { kind: 'packages', weight: { text: weight }, sum: { text: '0.75' } } : undefined);
  });

  test('numbers count as texts do; where one says no weight, or the bag has been weighed, they say nothing', () => {
    expect(doubtWeight(packed, bag('925'), [], of([0.15, 0.25, 0.35]))).toMatchObject({ sum: { text: '0.75' } });
    expect(doubtWeight(packed, bag('925'), [], of(['0.15', 'light']))).toBeUndefined();
    expect(doubtWeight(packed, bag('925'), [], of([]))).toBeUndefined();
    expect(doubtWeight(packed, bag('925'), [row(bag('920'))], of(['0.15']))).toBeUndefined();
    expect(doubtWeight(packed, bag('925'), [], of(['0.15'], '920'))).toBeUndefined();
    expect(doubtWeight(site, bag('925'), [], of(['0.15']))).toBeUndefined(); // the site does not say where they stand
  });
});
