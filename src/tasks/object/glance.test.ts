import { expect, test } from 'vitest';
import type { SiteConfiguration } from '#contract/site.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { glanceOf } from './glance.ts';

const operation = 'GetBagDetailByBagCode';
const site: Pick<SiteConfiguration, 'fieldRules'> = {
  fieldRules: [
    { operation, field: 'logTransferDtlID', json: 'id' },
    { operation, field: 'status', json: 'state' },
    { operation, field: 'weight', json: 'kg' },
    { operation, field: 'weight', json: 'weight' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'ddCode', json: 'ddCode' },
  ],
};
const bag = tasks.find(({ id }) => id === 'bag') as ObjectTask;

test.each([
  ['its status first to the eye, the rest by name', '{"id":5001,"state":"open","weight":"0.75"}', 'OPEN · weight 0.75'],
  ['what the answer lacks is left out', '{"state":"complete"}', 'COMPLETE'],
  ['an empty value says nothing', '{"state":"","kg":1}', 'weight 1'],
  ['a sentence has no fields', 'ERR: no such bag', ''],
])('%s', (_name, text, line) => {
  expect(glanceOf(site, bag, text)).toBe(line);
});

test('a site without rules says nothing of an answer that it does not know', () => {
  expect(glanceOf({ fieldRules: [] }, bag, '{"status":"open"}')).toBe('');
});
