import { expect, test } from 'vitest';
import type { SiteConfiguration } from '#contract/site.ts';
import { glanceOf } from './glance.ts';

const operation = 'GetBagDetailByBagCode';
const site: Pick<SiteConfiguration, 'fieldRules'> = {
  fieldRules: [
    { operation, field: 'logTransferDtlID', json: 'id' },
    { operation, field: 'weight', json: 'kg' },
    { operation, field: 'weight', json: 'weight' },
    { operation, field: 'status', json: 'state' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'ddCode', json: 'ddCode' },
  ],
};

test.each([
  [
    'its status first, whatever the order of the rules, the rest by the worker’s words',
    '{"id":5001,"state":"open","weight":"0.75"}',
    'OPEN · Weight 0.75',
  ],
  ['what the answer lacks is left out', '{"state":"complete"}', 'COMPLETE'],
  ['an empty value says nothing', '{"state":"","kg":1}', 'Weight 1'],
  ['a sentence has no fields', 'ERR: no such bag', ''],
  ['one word is said as it is', ' true ', 'true'],
])('%s', (_name, text, line) => {
  expect(glanceOf(site, operation, text, ['logTransferDtlID'])).toBe(line);
});

test('a site without rules says nothing of an answer that it does not know', () => {
  expect(glanceOf({ fieldRules: [] }, operation, '{"status":"open"}')).toBe('');
});
