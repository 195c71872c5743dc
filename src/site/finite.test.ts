import { describe, expect, test } from 'vitest';
import { jsonIn, parseJson } from '#contract/json.ts';
import { anyNumber, object, readBy, wholeNumber } from '#contract/schema.ts';
import { readSite } from './readSite.ts';

const HUGE = '9'.repeat(310);

describe('a number that is larger than any passes no bound', () => {
  test.each(['1e999', '-1e999', '[1E+400]', '{"a":{"b":[0,-1e309]}}', HUGE, `{"a":${HUGE}}`])(
    '%s is no JSON',
    (text) => {
      expect(() => parseJson(text)).toThrow(new SyntaxError('a number that is too large'));
      expect(jsonIn(text)).toBeUndefined();
    },
  );

  test.each(['"1e999"', '{"1e999":1}', '[1e300,"1e400"]', `"${HUGE}"`, '1e-999'])('%s is', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([NaN, Infinity, -Infinity])('%s is no number of a schema, with bounds and without', (value) => {
    for (const schema of [anyNumber, { ...anyNumber, minimum: 0 }, { ...anyNumber, maximum: 9 }, wholeNumber])
      expect(() => readBy(schema, value, 'it')).toThrow(/expected a (?:whole )?number/);
    expect(() => readBy(object({ a: anyNumber }), { a: value }, 'it')).toThrow('a: expected a number');
    for (const member of ['mostGrams', 'jumpFactor'])
      expect(() => readSite({ weights: { [member]: value } })).toThrow(`weights.${member}`);
    expect(() => readSite({ idleLockMinutes: value })).toThrow('idleLockMinutes');
  });
});
