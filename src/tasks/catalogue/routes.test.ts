import { expect, test } from 'vitest';
import type { CodeRules } from '#site/codes.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { taskAt, tasksOf, waysOf } from './routes.ts';
import { tasks } from './tasks.ts';

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });
const codes: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  bagCode: { pattern: 'BAG-\\d{4}', example: 'BAG-2001' },
  code: { pattern: '(D|DD)-\\d{4,5}', example: 'D-1001' },
};

function idsFor(text: string, site: Parameters<typeof waysOf>[0]): 'any' | readonly string[] {
  const ways = waysOf(site, scan(text));
  return ways === 'any' ? ways : ways.map(({ id }) => id);
}

test('a code goes to the tasks whose first step it fits: one, several, none', () => {
  expect(idsFor('BAG-2001', { codes })).toEqual(['bag']);
  expect(idsFor('D-1001', { codes, tasks: ['weight', 'revert-off', 'bag'] })).toEqual(['weight', 'revert-off']);
  expect(idsFor('XYZ', { codes })).toEqual([]);
});

test('of several tasks the one that the site opens with such a code, where it is on the home screen', () => {
  const opens = [
    { pattern: 'D-2\\d+', task: 'images' },
    { pattern: 'D-\\d+', task: 'revert-off' },
  ];
  expect(idsFor('D-2001', { codes, opens })).toEqual(['images']);
  expect(idsFor('D-1001', { codes, opens })).toEqual(['revert-off']);
  expect(idsFor('D-1001', { opens })).toEqual(['revert-off']);
  expect(idsFor('D-1001', { codes, opens, tasks: ['weight', 'bag'] })).toEqual(['weight']);
});

test('where the site says nothing about codes any task may be meant', () => {
  expect(idsFor('BAG-2001', {})).toBe('any');
  expect(idsFor('BAG-2001', { codes: {} })).toBe('any');
});

test('a code that was something in an accepted call goes to the tasks that begin with it, also where the site says nothing', () => {
  const ways = waysOf({}, scan('BAG-2001'), ['bagCode']);
  expect(ways).toMatchObject([{ id: 'bag' }]);
});

test('a task that the site has not on its home screen, or has switched off, gets no code', () => {
  expect(idsFor('BAG-2001', { codes, tasks: ['revert-off'] })).toEqual([]);
  const operationsOff = ['GetBagDetailByBagCode', 'CompleteBag', 'AgainOpenBag'] as const;
  expect(idsFor('BAG-2001', { codes, operationsOff })).toEqual([]);
});

test('the home screen has the site’s tasks in the site’s order; an unknown name is left out', () => {
  expect(tasksOf({ tasks: ['bag', 'none', 'revert-off'] }).map(({ id }) => id)).toEqual(['bag', 'revert-off']);
  expect(tasksOf({})).toHaveLength(tasks.length);
});

test('what is switched off is gone from its task, and the task with the last of it', () => {
  const bag = taskAt('/tasks/bag', { operationsOff: ['CompleteBag', 'GetBagDetailByBagCode'] });
  expect(bag).toMatchObject({ id: 'bag', actions: [{ operation: 'AgainOpenBag' }] });
  expect(bag).not.toHaveProperty('lookUp');
  expect(taskAt('/tasks/revert-off', { operationsOff: ['RevertOff'] })).toBeUndefined();
  expect(taskAt('/tasks/batch', { operationsOff: ['GetWbBatchBagPackages'] })).toBeUndefined();
  expect(taskAt('/tasks/print-cn', { operationsOff: ['PrintCNOrder'] })).toBeUndefined();
  expect(taskAt('/tasks/none', {})).toBeUndefined();
});
