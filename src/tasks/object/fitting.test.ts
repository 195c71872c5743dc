import { describe, expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { stateSite as site } from '#tasks/testing/objectRig.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { fittingActions, mainOf, offeredActions } from './fitting.ts';
import type { ObjectView } from './objectView.ts';

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
    const view = { lookUp: heard(text), isDone, scan: { text: 'X-1', source: 'wedge', at: 1 } } as const;
    return mainOf(taskOf(id), fittingActions(taskOf(id), site, view), view)?.title();
  };
  expect(of('bag', '{"status":"open"}', false)).toBe('Complete bag');
  expect(of('bag', '{"status":"complete"}', true)).toBeUndefined();
  expect(of('bag', '{"status":"complete"}', false)).toBeUndefined(); // and none there for a bag that is complete when it comes
  expect(of('bag', '{"status":"lost"}', false)).toBeUndefined();
  expect(of('external-code', '{"ddCode":"DD-1"}', true)).toBeUndefined();
});

describe('beside the main action', () => {
  const scan = { text: 'X-1', source: 'wedge', at: 1 } as const;
  const reopened = [['Reopen bag'], [], ['Complete bag']];
  const placed = (id: string, text: string, more: Partial<ObjectView> = {}) => {
    const view = { lookUp: heard(text), scan, fields: { transferLine: '1' }, ...more };
    const fitting = fittingActions(taskOf(id), site, view);
    const { first, below, folded } = offeredActions(taskOf(id), fitting, view, mainOf(taskOf(id), fitting, view));
    return [first, below, folded].map((all) => all.map(({ action }) => action.title()));
  };

  test.each([
    ['what cannot be done is folded', 'bag', '{"status":"open"}', {}, [[], [], ['Reopen bag']]],
    ['what may fit too stands below', 'bag', '{}', {}, [[], ['Reopen bag'], []]],
    ['of a bag that is done to reopen it is in sight', 'bag', '{"status":"complete"}', { isDone: true }, reopened],
    ['of one that comes so it stands in the same place', 'bag', '{"status":"complete"}', {}, reopened],
    ['nothing is offered whose fields are not shown', 'bag', '{}', { isDone: true }, [['Reopen bag'], [], []]],
    [
      'the first says why where none fits',
      'transfer',
      '{"status":"open","openBags":2}',
      {},
      [['Close transfer'], [], ['Open transfer again']],
    ],
  ] as const)('%s', (_, id, text, more, expected) => {
    expect(placed(id, text, more)).toEqual(expected);
  });
});
