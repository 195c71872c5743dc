import { describe, expect, test } from 'vitest';
import { freshAnswer, stateSite } from '#tasks/testing/objectRig.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { fittingActions, mainOf } from './fitting.ts';
import { actionName, promptOf } from './objectPrompt.ts';
import type { ObjectView } from './objectView.ts';

const taskOf = (id: string): ObjectTask => tasks.find((task) => task.id === id) as ObjectTask;
const inHand = { text: 'X-1', source: 'wedge', at: 1 } as const;
const viewOf = (more: Partial<ObjectView>): ObjectView => ({
  lookUp: 'none',
  problems: {},
  saved: [],
  fields: {},
  found: [],
  noted: {},
  scan: inHand,
  ...more,
});
const line = { transferLine: '5001' };
const open = freshAnswer('{"status":"open","openBags":0}');

describe('the prompt says what is to be done now', () => {
  test.each<[string, string, Partial<ObjectView> & { readonly scan?: undefined }, string | undefined]>([
    ['no bag is in hand', 'bag', { scan: undefined } as never, undefined],
    ['a bag of which nothing is known yet', 'bag', { lookUp: 'loading' }, 'Weigh it'],
    ['an open bag', 'bag', { lookUp: open, fields: line }, 'Weigh it'],
    ['an open bag that is weighed', 'bag', { lookUp: open, fields: { ...line, weight: '7.5' } }, 'Complete'],
    [
      'a weighed bag whose line nobody has named',
      'bag',
      { fields: { weight: '7.5' } },
      'Enter the transfer line number',
    ],
    ['a bag that is complete', 'bag', { lookUp: freshAnswer('{"status":"complete"}'), fields: line }, 'Scan the next'],
    [
      'a bag that was completed just now',
      'bag',
      { lookUp: open, isBefore: true, isDone: true, fields: line },
      'Scan the next',
    ],
    ['a bag that was reopened', 'bag', { lookUp: open, isDone: true, isOpenAgain: true, fields: line }, 'Weigh it'],
    ['a bag that the service has refused', 'bag', { isRefused: true }, 'Scan the next'],
    [
      'a transfer with open bags',
      'transfer',
      { lookUp: freshAnswer('{"status":"open","openBags":3}') },
      'Scan the next',
    ],
    ['a transfer whose bags are complete', 'transfer', { lookUp: open }, 'Close, or scan the next'],
    ['a transfer that is closed', 'transfer', { lookUp: freshAnswer('{"status":"closed"}') }, 'Scan the next'],
    ['a delivery to weigh', 'weight', {}, 'Weigh it'],
    ['a weight without its unit', 'weight', { fields: { weight: '2' } }, 'Choose the unit'],
    ['a weight with its unit', 'weight', { fields: { weight: '2', unit: '1' } }, 'Save'],
    ['a delivery whose order code is scanned next', 'external-code', {}, undefined],
    ['a delivery with its order code', 'external-code', { fields: { orderCodeEx: 'EX-1' } }, 'Store'],
    ['a shelf that is only looked at', 'shelf', { lookUp: open }, 'Scan the next'],
    ['all lists, asked for without a code', 'scanning-list', { scan: { ...inHand, text: '' } } as never, undefined],
  ])('%s', (_, id, more, expected) => {
    const [task, view] = [taskOf(id), viewOf(more)];
    expect(promptOf(task, view, mainOf(task, fittingActions(task, stateSite, view), view))).toBe(expected);
  });
});

describe('a button says what its value takes the place of', () => {
  const site = {
    ...stateSite,
    fieldRules: [
      { operation: 'GetBagDetailByBagCode', field: 'weight', json: 'weight' },
      { operation: 'GetDDCodeByOSDeliveryCode', field: 'orderCodeEx', json: 'orderCodeEx' },
    ] as const,
  };
  const bagOf = (weight: string | null) => ({ lookUp: freshAnswer(JSON.stringify({ weight })) });
  const order = { lookUp: freshAnswer('{"orderCodeEx":"ORD-1"}') };
  test.each<[string, Partial<ObjectView>, string | undefined, string]>([
    ['bag', { ...bagOf('7.00'), fields: { weight: '7,5' } }, undefined, 'Complete X-1 · 7.00 kg → 7.5 kg'],
    ['bag', { ...bagOf('7.50'), fields: { weight: '7.5' } }, undefined, 'Complete X-1 · 7.5 kg'], // it is the same
    ['bag', { ...bagOf(null), fields: { weight: '7.5' } }, undefined, 'Complete X-1 · 7.5 kg'],
    ['bag', { ...bagOf('7.00'), fields: {} }, undefined, 'Complete X-1'],
    ['bag', { ...bagOf('7.00'), isBefore: true, fields: { weight: '7.5' } }, undefined, 'Complete X-1 · 7.5 kg'],
    ['bag', { lookUp: { ...bagOf('7.00').lookUp, fresh: false }, fields: { weight: '8' } }, '3', 'Complete X-1 · 8 kg'],
    ['external-code', { ...order, fields: { orderCodeEx: 'ORD-9' } }, undefined, 'Store X-1 · ORD-1 → ORD-9'],
    ['external-code', { ...order, fields: { orderCodeEx: 'ORD-1' } }, undefined, 'Store X-1 · ORD-1'],
    ['external-code', { ...order, fields: { shortCode: 'A1' } }, undefined, 'Store X-1'],
    ['external-code', { fields: { orderCodeEx: 'ORD-9' } }, undefined, 'Store X-1 · ORD-9'],
    ['weight', { fields: { weight: '250', unit: '2' } }, '1.25 kg', 'Save X-1 · 1.25 kg → 250 g'],
    ['weight', { fields: { weight: '250', unit: '2' } }, '250 g', 'Save X-1 · 250 g'],
    ['weight', { fields: { weight: '250', unit: '2' } }, undefined, 'Save X-1 · 250 g'],
  ])('%s with %j, %s before: %s', (id, more, last, expected) => {
    const task = taskOf(id);
    const [action] = task.actions;
    expect(action && actionName(task, site, viewOf(more), action, last)).toBe(expected);
  });
});

describe('a button names what it is about', () => {
  test.each([
    ['bag', 0, {}, 'Complete X-1'],
    ['bag', 0, { weight: '7,5' }, 'Complete X-1 · 7.5 kg'],
    ['bag', 0, { weight: 'heavy' }, 'Complete X-1'],
    ['bag', 1, { weight: '7.5' }, 'Reopen X-1'],
    ['transfer', 0, {}, 'Close X-1'],
    ['weight', 0, { weight: '250', unit: '2' }, 'Save X-1 · 250 g'],
    ['weight', 0, { weight: '250' }, 'Save X-1 · 250'],
    ['external-code', 0, {}, 'Store X-1'],
  ] as const)('%s %i with %j', (id, index, fields, expected) => {
    const task = taskOf(id);
    const action = task.actions[index];
    expect(action && actionName(task, stateSite, viewOf({ fields }), action)).toBe(expected);
  });
});
