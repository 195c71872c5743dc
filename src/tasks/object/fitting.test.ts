import { describe, expect, test } from 'vitest';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { fittingActions, mainOf } from './fitting.ts';
import { entryOf } from './objectView.ts';

const close = 'CloseLogisticsTransferMstChange';
/** As the stand-in's answers are. */
const site: Pick<SiteConfiguration, 'actionRules' | 'fieldRules'> = {
  fieldRules: [
    { operation: 'GetBagDetailByBagCode', field: 'status', json: 'status' },
    { operation: 'GetLogisticsTransferMst', field: 'status', json: 'status' },
    { operation: 'GetLogisticsTransferMst', field: 'openBags', json: 'openBags' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'ddCode', json: 'ddCode' },
  ],
  actionRules: [
    { operation: 'CompleteBag', field: 'status', values: ['open'] },
    { operation: 'AgainOpenBag', field: 'status', values: ['complete'] },
    { operation: close, sends: { close: true }, field: 'status', values: ['open'] },
    { operation: close, sends: { close: true }, field: 'openBags', values: ['0'] },
    { operation: close, sends: { close: false }, field: 'status', values: ['closed'] },
  ],
};
const taskOf = (id: string): ObjectTask => tasks.find((task) => task.id === id) as ObjectTask;
const heard = (text: string): LookUp => ({ answer: { text, at: 1 }, fresh: true });

/** Returns the actions offered, in their order; one that cannot succeed with its reason. */
function offered(
  id: string,
  lookUp: 'none' | 'loading' | LookUp,
  rules: typeof site = site,
  isBefore = false,
): readonly string[] {
  const shown = fittingActions(taskOf(id), rules, { lookUp, isBefore });
  return shown.map(({ action, unfit }) => (unfit === undefined ? action.title() : `${action.title()}: ${unfit}`));
}

describe('by what the stand-in says of an object', () => {
  test.each([
    ['bag', '{"status":"open"}', ['Complete bag', 'Reopen bag: It is OPEN.']],
    ['bag', '{"status":"complete"}', ['Reopen bag', 'Complete bag: It is COMPLETE.']],
    ['bag', '{"status":"lost"}', ['Complete bag: It is LOST.', 'Reopen bag: It is LOST.']],
    ['bag', '{"weight":1}', ['Complete bag', 'Reopen bag']],
    ['bag', 'ERR: bag BAG-9 is unknown', ['Complete bag', 'Reopen bag']],
    ['transfer', '{"status":"open","openBags":2}', ['Close transfer: 2 bags open', 'Open transfer again: It is OPEN.']],
    ['transfer', '{"status":"open","openBags":1}', ['Close transfer: 1 bag open', 'Open transfer again: It is OPEN.']],
    ['transfer', '{"status":"open","openBags":0}', ['Close transfer', 'Open transfer again: It is OPEN.']],
    ['transfer', '{"status":"closed","openBags":0}', ['Open transfer again', 'Close transfer: It is CLOSED.']],
    ['external-code', '{"ddCode":"DD-1"}', ['Store code']],
  ])('a %s of %s is offered %j', (id, text, expected) => {
    expect(offered(id, heard(text))).toEqual(expected);
  });
});

describe('all is offered in its usual order', () => {
  const complete = heard('{"status":"complete"}');
  const all = ['Complete bag', 'Reopen bag'];

  test('where the site names no rule', () => {
    expect(offered('bag', complete, { ...unknownSite, fieldRules: site.fieldRules })).toEqual(all);
  });

  test('where the site does not say where the field is found', () => {
    expect(offered('bag', complete, { ...site, fieldRules: [] })).toEqual(all);
  });

  test('where nothing was heard, or only before: offline, and after an action of its own', () => {
    expect(offered('bag', 'none')).toEqual(all);
    expect(offered('bag', 'loading')).toEqual(all);
    expect(offered('bag', { ...complete, fresh: false })).toEqual(all);
    expect(offered('bag', complete, site, true)).toEqual(all);
  });
});

test('once something was done no other action takes its place under the thumb, where a second tap would do it', () => {
  const of = (id: string, text: string, isDone: boolean): string | undefined => {
    const view = { lookUp: heard(text), isDone };
    return mainOf(fittingActions(taskOf(id), site, view), view)?.title();
  };
  expect(of('bag', '{"status":"complete"}', false)).toBe('Reopen bag');
  expect(of('bag', '{"status":"complete"}', true)).toBeUndefined();
  expect(of('bag', '{"status":"lost"}', false)).toBeUndefined();
  expect(of('external-code', '{"ddCode":"DD-1"}', true)).toBe('Store code'); // there is no other one
});

describe('with an object in hand the screen says what to enter', () => {
  const inHand = { scan: { text: 'X-1', source: 'wedge', at: 1 }, fields: {}, found: [] } as const;
  const nameOf = (id: string, view: Parameters<typeof entryOf>[1], action = 0): string | undefined =>
    entryOf(taskOf(id), view, taskOf(id).actions[action])?.name;

  test.each([
    ['a bag that is completed by its weight', 'bag', 0, 'weight'],
    ['a bag that is opened again, whose line the service names', 'bag', 1, undefined],
    ['a weight', 'weight', 0, 'weight'],
    ['a code whose own is scanned next', 'external-code', 0, undefined],
    ['a transfer, for which nothing is entered', 'transfer', 0, undefined],
  ])('%s', (_, id, action, expected) => {
    expect(nameOf(id, { ...inHand, found: ['transferLine'] }, action)).toBe(expected);
  });

  test.each([
    ['there is none', { scan: undefined }],
    ['it is done', { isDone: true }],
    ['the service has refused it', { isRefused: true }],
  ])('and asks for a scan where %s', (_, change) => {
    expect(nameOf('weight', { ...inHand, ...change } as typeof inHand)).toBeUndefined();
  });

  test('nothing that the service has named', () => {
    expect(nameOf('bag', inHand, 1)).toBe('transferLine');
    expect(nameOf('weight', { ...inHand, fields: { weight: '1' } })).toBe('weight'); // nothing moves under the thumb
  });
});
