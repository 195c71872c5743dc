import { describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { unknownSite } from '#site/site.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { doubtWeight, lastWeightOf, weightQuestion } from './weightCheck.ts';
import { unitName } from './weightOf.ts';

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
    ['3.75', '1.25'],
    ['0.41666666666666666666', '1.25'],
  ])('%s after %s, in the same unit', (now, then) => {
    const last = { text: then };
    expect(doubtWeight(site, bag(now), [row(bag(then))])).toMatchObject({ kind: 'jump', weight: { text: now }, last });
    expect(doubtWeight({ fieldRules }, bag(now), [row(bag(then))])).toMatchObject({ kind: 'jump' });
  });

  test.each([
    ['1250', '2', '1.25', '1', false],
    ['1250', '1', '1.25', '1', true],
    ['1.25', '2', '1.25', '1', true],
    ['2.5', '3', '1.25', '1', false],
    ['3.74', '1', '1.25', '1', false],
    ['8.27', '3', '1.25', '1', true],
    ['8.26', '3', '1.25', '1', false],
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
    expect(doubtWeight({ ...site, weights }, bag('1.5'), [row(bag('1'))])).toMatchObject({ kind: 'jump' });
    expect(doubtWeight({ ...site, weights }, bag('1.49'), [row(bag('1'))])).toBeUndefined();
    const [meantIsFar, more] = [doubtWeight({ ...site, weights }, bag('16'), [row(bag('1'))]), { jumpFactor: 30 }];
    expect(meantIsFar).toEqual({ kind: 'jump', weight: { text: '16' }, last: { text: '1' } }); // 1.6 would be asked about too
    expect(doubtWeight({ ...site, weights: more }, bag('29'), [row(bag('1'))])).toBeUndefined();
    expect(doubtWeight({ ...site, weights: more }, bag('100'), [row(bag('1'))])).toMatchObject({
      meant: { text: '1' },
    });
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

  const sum = { text: '0.75' };
  const rows = {
    packages: { earlier: [], answer: of(['0.15', '0.25', '0.35']), kind: { kind: 'packages', sum } },
    'packages, and another last weight': {
      earlier: [row(bag('75'))],
      answer: of(['0.15', '0.25', '0.35'], '75'),
      kind: { kind: 'packages', sum },
    },
    'the last weight here, and another one there': {
      earlier: [row(bag('0.75'))],
      answer: of([], '75'),
      kind: { kind: 'jump', last: sum },
    },
    'the last weight, as the service says it': {
      earlier: [],
      answer: of([], '0.75'),
      kind: { kind: 'jump', last: sum },
    },
    nothing: { earlier: [], answer: of([]), kind: undefined },
    'nothing of one package': { earlier: [], answer: of(['0.75', 'light']), kind: undefined },
  } as const;
  const weights = [
    ['0.75', false, undefined],
    ['2.24', false, undefined],
    ['2.25', true, undefined], // three times is asked about, and is no slip
    ['3.74', true, undefined],
    ['3.76', true, '0.376'],
    ['7.5', true, '0.75'],
    ['7.50', true, '0.75'],
    ['14.9', true, '1.49'],
    ['15', true, undefined],
    ['75', true, '0.75'],
    ['74', true, '0.74'],
    ['750', true, undefined],
    ['0.26', false, undefined],
    ['0.25', true, undefined],
    ['0.075', true, '0.75'],
    ['0.08', true, '0.8'],
    ['0.0075', true, '0.75'],
    ['0.00075', true, undefined],
  ] as const;
  const table = Object.entries(rows).flatMap(([by, known]) => weights.map((weight) => [by, ...weight, known] as const));

  test.each(table)('known by %s: %s asks %s, and offers %s', (_, text, isAsked, meant, { earlier, answer, kind }) => {
    const asked = { ...kind, weight: { text }, ...(meant !== undefined && { meant: { text: meant } }) };
    expect(doubtWeight(packed, bag(text), earlier, answer)).toEqual(isAsked && kind ? asked : undefined);
  });

  test('a weight that was meant keeps its unit, and is offered only where nothing is wrong with it', () => {
    const earlier = [row(reset('1.25'))];
    expect(doubtWeight(packed, reset('125'), earlier)).toMatchObject({ meant: { text: '1.25', unit: '1' } });
    expect(doubtWeight(packed, reset('12500', '2'), earlier)).toMatchObject({ meant: { text: '1250', unit: '2' } });
    const most = { ...packed, weights: { mostGrams: 1000 } };
    expect(doubtWeight(most, reset('125'), earlier)).not.toHaveProperty('meant');
  });

  test('numbers count as texts do, and the packages before a weight that was', () => {
    expect(doubtWeight(packed, bag('925'), [], of([0.15, 0.25, 0.35]))).toMatchObject({ sum });
    expect(doubtWeight(packed, bag('925'), [row(bag('920'))], of(['0.15']))).toMatchObject({ kind: 'packages' });
    expect(doubtWeight(site, bag('925'), [], of(['0.15']))).toBeUndefined(); // the site does not say where they stand
  });
});

test('where the screen has asked nothing, what the service said of the object before is known; another one’s is not', async () => {
  const rules = [
    { operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json: 'line' },
    { operation: 'GetBagDetailByBagCode', field: 'packageWeight', json: 'packages.*.weight' },
  ] as const;
  const said = (line: number, weight: string): string => JSON.stringify({ line, packages: [{ weight }] });
  const asks = weightQuestion({
    outbox: { newest: async () => 0, since: async () => [] } as unknown as Handheld['outbox'],
    site: () => ({ ...unknownSite, weightUnits, fieldRules: rules }),
    answersOf: async (operation) =>
      operation === 'GetBagDetailByBagCode' ? [said(5002, '75'), said(5001, '0.75')] : [],
  });
  expect(await asks(bag('7.5'), undefined)).toEqual({
    sentence: '7.5 kg, its packages 0.75 kg together. Save it?',
    meant: { text: '0.75', shown: '0.75 kg' },
  });
  expect(await asks(bag('0.8'), undefined)).toBeUndefined();
  expect(await asks(bag('7.5', '5003'), undefined)).toBeUndefined();
});

test('the weight that this handheld has saved last for a code is known with its unit; of another code none is', async () => {
  const calls = [row(reset('1.25')), row(reset('900', '2')), row(reset('3', '1', 'D-2'), { state: 'cancelled' })];
  const last = lastWeightOf({
    outbox: { newest: async () => 3, since: async () => calls } as unknown as Handheld['outbox'],
    site: () => ({ ...unknownSite, weightUnits }),
  });
  expect(await last('ResetWeightClone', 'D-1001')).toBe('900 g');
  expect(await last('ResetWeightClone', 'D-2')).toBeUndefined(); // it was taken back
  expect(await last('RevertOff', 'D-1001')).toBeUndefined();
});
