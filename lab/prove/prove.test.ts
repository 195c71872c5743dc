import { describe, expect, test } from 'vitest';
import { configurations } from './configurations.ts';
import { pageOf } from './figures.ts';
import { brokenPromise, judge, missingPrograms, readSearch, stepsOf } from './spin.ts';

/** Output of SPIN 6.5.2, shortened. */
const whole = `
(Spin Version 6.5.2 -- 6 December 2019)
Full statespace search for:
	assertion violations	+
State-vector 152 byte, depth reached 64, errors: 0
    14072 states, stored
    48013 states, matched
`;
const broken = `pan:1: assertion violated (runs[k]<2) (at depth 26)
pan: wrote protocol.pml.trail
Warning: Search not completed
State-vector 152 byte, depth reached 26, errors: 1
   373379 states, stored
`;
const cycle = broken.replace('assertion violated (runs[k]<2)', 'non-progress cycle');

describe('what SPIN says', () => {
  test('holds only where every state was looked at', () => {
    expect(readSearch(whole)).toEqual({ errors: 0, isWhole: true, states: 14_072, depth: 64, hasCycle: false });
    expect(judge(readSearch(whole), undefined)).toBe('holds');
  });

  test.each([
    'Warning: Search not completed',
    'error: max search depth too small',
    'pan: out of memory',
    'pan: reached -DMEMLIM bound\n\tout of memory',
  ])('is no proof where it also says %j', (line) => {
    expect(judge(readSearch(`${line}\n${whole}`), undefined)).toBe('not all was looked at');
  });

  test('is read as errors where there are any, each by the promise that is broken', () => {
    expect(judge(readSearch(broken), 'once')).toBe('once');
    expect(judge(readSearch(broken), undefined)).toBe('an error without a name');
    expect(judge(readSearch(cycle), undefined)).toBe('the end');
    expect(readSearch(broken)).toMatchObject({ errors: 1, depth: 26, states: 373_379 });
  });

  test.each(['', 'Killed', 'pan: cannot open', whole.replace('states, stored', '')])(
    'is no result where it is %j',
    (said) => {
      expect(judge(readSearch(said), undefined)).toBe('no result');
    },
  );

  test('names the broken promise by the comment beside the assertion, and the steps by the model', () => {
    const trail = `the handheld hears a hello\n      it claims the call\nspin: /tmp/x/protocol.pml:7, Error: assertion violated\nspin: text of failed assertion: …`;
    expect(stepsOf(trail)).toEqual(['the handheld hears a hello', 'it claims the call']);
    const warned = `spin: warning, "protocol.pml" is newer than protocol.pml.trail\n${trail}`;
    expect(stepsOf(warned)).toEqual(stepsOf(trail));
    expect(
      brokenPromise(trail, (file, line) => (file === 'protocol.pml' && line === 7 ? 'assert(a < 2); /* once */' : '')),
    ).toBe('once');
    expect(brokenPromise(trail, () => 'assert(a < 2)')).toBeUndefined();
  });

  test('cannot be had without SPIN or a compiler: the runner names them', async () => {
    expect(await missingPrograms(async () => ({ status: null, said: '' }))).toEqual(['spin', 'gcc']);
    expect(await missingPrograms(async (name) => ({ status: name === 'spin' ? null : 0, said: '' }))).toEqual(['spin']);
  });
});

describe('the model', () => {
  test('has each of the faults as it was, each promise broken once, and the mended protocol', () => {
    const broke = configurations.filter(({ expects }) => expects !== 'holds');
    for (const fault of ['A1', 'A2', 'A3', 'A4', 'A5']) {
      expect(broke.some(({ name }) => name.startsWith(`${fault} as it was`))).toBe(true);
    }
    expect(new Set(broke.map(({ expects }) => expects))).toEqual(new Set(['once', 'its word', 'not done', 'the end']));
    const old = configurations.filter(({ expects }) => expects === 'holds').flatMap(({ defines }) => defines);
    expect(old.filter((define) => /OLD|DOUBT|TRUSTS|NEVER/.test(define))).toEqual([]);
    expect(configurations.filter(({ expects, search }) => expects === 'holds' && search === 'shortest')).toEqual([]);
  });

  test('keeps its short form whole but for what is large: nothing that has to be broken is left out of it', () => {
    const large = configurations.filter(({ isLarge }) => isLarge);
    expect(large.length).toBeGreaterThan(0);
    expect(large.filter(({ expects }) => expects !== 'holds')).toEqual([]);
  });

  test('its figures are a page that names each configuration and each trail', () => {
    const result = {
      name: 'one',
      expects: 'once',
      found: 'once',
      isAsExpected: true,
      errors: 1,
      isWhole: false,
      states: 9,
      depth: 3,
      seconds: 1,
      trail: ['a', 'b'],
    } as const;
    const page = pageOf([result], 'a machine', '2026-11-24');
    expect(page).toContain('| one           | broken: once | 9      | 3     | 1.0     |');
    expect(page).toContain('## one\n\n1. a\n2. b\n');
  });
});
