import { describe, expect, test } from 'vitest';
import { judge, refusalInWords, fitsAnswer, pointerStep, MAX_JUDGED, type AnswerRule } from './judging.ts';
import { unknownSite } from '#site/site.ts';

const json =
  '{"code":0,"ok":true,"data":[{"status":"done"},{"status":"open"}],"a/b":{"m~n":null},"id":12345678901234567890}';

describe('a rule fits', () => {
  test.each<[rule: Omit<AnswerRule, 'verdict'>, text: string | null, fits: boolean]>([
    [{ contains: '成功' }, '操作成功。', true],
    [{ contains: 'OK' }, 'ok', false],
    [{ contains: 'OK' }, null, false],
    [{ contains: '' }, 'anything', false],
    [{ contains: '.*' }, 'anything', false],
    [{ matches: '^OK: .+' }, 'OK: 1', true],
    [{ matches: '^OK$' }, 'OK\n', false],
    [{ matches: '^$' }, null, true],
    [{ json: '/code', equals: 0 }, json, true],
    [{ json: '/code', equals: '0' }, json, false],
    [{ json: '/ok', equals: true }, json, true],
    [{ json: '/data/0/status', equals: 'done' }, json, true],
    [{ json: '/data/1/status', equals: 'done' }, json, false],
    [{ json: '/a~1b/m~0n', equals: null }, json, true],
    [{ json: '', equals: 'done' }, '"done"', true],
    [{ json: '', equals: true }, 'true', true],
    [{ json: '/data/2/status', equals: 'done' }, json, false],
    [{ json: '/data/00/status', equals: 'done' }, json, false],
    [{ json: '/data/length', equals: 2 }, json, false],
    [{ json: '/data/-', equals: null }, json, false],
    [{ json: '/nothing/there', equals: null }, json, false],
    [{ json: '/toString', equals: null }, json, false],
    [{ json: '/__proto__/__proto__', equals: null }, json, false],
    [{ json: '/constructor/name', equals: 'Object' }, json, false],
    [{ json: 'code', equals: 0 }, json, false],
    [{ json: '/id', equals: 12345678901234567000 }, json, false],
    [{ json: '/code', equals: 0 }, `${json} and more`, false],
    [{ json: '/code', equals: 0 }, null, false],
    [{ json: '/code' }, json, false],
    [{}, 'OK', false],
  ])('%j to %s: %s', (rule, text, fits) => {
    expect(fitsAnswer(rule, text)).toBe(fits);
  });

  test('that repeats something is held against short answers alone; nobody knows whether it fits a longer one', () => {
    const short = `OK: ${'1'.repeat(MAX_JUDGED - 4)}`;
    expect(fitsAnswer({ matches: '^OK: \\d+$' }, short)).toBe(true);
    expect(fitsAnswer({ matches: '^OK: \\d+$' }, `${short}1`)).toBeUndefined();
    expect(fitsAnswer({ matches: '^OK: \\d' }, `${short}1`)).toBe(true);
    expect(fitsAnswer({ matches: '^ERR' }, 'x'.repeat(4_000_000))).toBe(false);
  });

  test('to a text of a million letters', () => {
    const long = `${'x'.repeat(1_000_000)}done`;
    expect(fitsAnswer({ contains: 'done' }, long)).toBe(true);
    expect(fitsAnswer({ json: '/status', equals: 'done' }, JSON.stringify({ long, status: 'done' }))).toBe(true);
  });
});

test('the first rule that fits decides, one for another operation is passed over, and none leaves it unclassified', () => {
  const site = {
    ...unknownSite,
    answerRules: [
      { operation: 'CompleteBag', contains: 'OK', verdict: 'refused' },
      { json: '/code', equals: 0, verdict: 'accepted' },
      { contains: 'code', verdict: 'refused' },
    ] as const,
  };
  expect(judge(site, 'RevertOff', '{"code":0}')).toBe('accepted');
  expect(judge(site, 'RevertOff', '{"code":1}')).toBe('refused');
  expect(judge(site, 'RevertOff', 'OK')).toBe('unclassified');
  expect(judge(site, 'CompleteBag', 'OK')).toBe('refused');
});

test('a name with the signs of a pointer is one step of it', () => {
  const rule = { json: pointerStep('a/b') + pointerStep('m~n'), equals: null };
  expect(rule.json).toBe('/a~1b/m~0n');
  expect(fitsAnswer(rule, json)).toBe(true);
});

test('what comes after a rule on JSON that is too deep or too large to read does not decide in its place', () => {
  const answerRules = [
    { json: '/code', equals: 1, verdict: 'refused' as const },
    { contains: 'OK', verdict: 'accepted' as const },
  ];
  const site = { ...unknownSite, answerRules };
  expect(judge(site, 'RevertOff', '["OK"]')).toBe('accepted');
  expect(judge(site, 'RevertOff', `${'['.repeat(101)}"OK"${']'.repeat(101)}`)).toBe('unclassified');
  expect(judge(site, 'RevertOff', `["OK"${',1'.repeat(100_000)}]`)).toBe('unclassified');
  expect(judge(site, 'RevertOff', `OK${',1'.repeat(100_000)}`)).toBe('accepted');
});

test('what comes after a rule that may not be run on an answer as long does not decide in its place', () => {
  const answerRules = [
    { matches: 'fatal.*stock', verdict: 'refused' as const },
    { matches: '^OK', verdict: 'accepted' as const },
  ];
  const site = { ...unknownSite, answerRules };
  expect(judge(site, 'RevertOff', 'OK')).toBe('accepted');
  expect(judge(site, 'RevertOff', `OK${' '.repeat(MAX_JUDGED)}`)).toBe('unclassified');
});

describe('a refusal in the workers’ words', () => {
  const says = { en: 'It is not off the shelf', zh: '它没有下架' };
  const site = {
    ...unknownSite,
    answerRules: [
      { contains: 'not off', verdict: 'refused', says },
      { contains: 'OK', verdict: 'accepted', says },
      { matches: '^ERR', verdict: 'refused' },
    ] as const,
  };
  test.each([
    ['ERR: D-1 is not off', 'zh', '它没有下架'],
    ['ERR: D-1 is not off', 'ru', 'It is not off the shelf'], // no Russian: the first that is there
    ['ERR: full', 'en', undefined],
    ['OK', 'en', undefined],
    ['anything', 'en', undefined],
    [null, 'en', undefined],
  ] as const)('%s, %s', (text, language, words) => {
    expect(refusalInWords(site, 'RevertOff', text, language)).toBe(words);
  });
});
