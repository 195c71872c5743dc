import { expect, test } from 'vitest';
import { faultOptions, nameOfFault } from '#app/settings/TrainingSection.tsx';
import { faultKinds, notRunFaults } from '#standin/faults.ts';

test('everything that the stand-in can do wrong is offered in words, once, the usual first', () => {
  const options = faultOptions(faultKinds);
  const names = options.map(([, name]) => name);
  expect(options.filter(([kind, name]) => name === kind || /[a-z]-[a-z]+-|-after|-before/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe('No answer in time');
  expect(nameOfFault('status-404-before')).toBe('HTTP 404: not done');
  expect(names).toContain('The way to a sign-in page: done');
  // Each is still there: under its own name, or the one that means the same.
  const offered = new Set(options.map(([kind]) => kind));
  expect(faultKinds.filter((kind) => !offered.has(kind) && !names.includes(nameOfFault(kind)))).toEqual([]);
});

test('a kind of a newer stand-in is offered by its own name', () => {
  expect(faultOptions(['drop-after', 'gremlin'])).toEqual([
    ['drop-after', 'Done, but the answer is lost', 'Done'],
    ['gremlin', 'gremlin', undefined],
  ]);
});

test('the faults stand in two groups, by what becomes of the call, as the stand-in does it', () => {
  const notRun = new Set<string>([...notRunFaults, 'down', 'refuse-503', 'error-500-before']);
  for (const [kind, , becomes] of faultOptions(faultKinds)) {
    expect([kind, becomes]).toEqual([kind, notRun.has(kind) ? 'Not done' : 'Done']);
  }
});
