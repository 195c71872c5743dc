import { describe, expect, test } from 'vitest';
import { fitsAnswer } from './judging.ts';
import { unknownSite } from '#site/site.ts';
import { fitsCode } from './codes.ts';
import { faultOf, answerFields, patternOfAll, piecesOf, previewOf, shapeOf, wholeText } from './teaching.ts';

describe('what an answer is told by', () => {
  test('its words, each with its place', () => {
    const text = 'OK: 5 到货，完成。';
    expect(piecesOf(text).map((piece) => piece.text)).toEqual(['OK', ':', '5', '到货', '，', '完成', '。']);
    for (const { text: word, from, to } of piecesOf(text)) expect(text.slice(from, to)).toBe(word);
    expect(piecesOf('x '.repeat(10_000))).toHaveLength(80);
  });

  test('its values, by their place in the JSON', () => {
    expect(answerFields('{"code":0,"a/b":[{"ok":true},{"ok":null}],"id":12345678901234567890,"s":""}')).toEqual([
      { pointer: '/code', value: 0 },
      { pointer: '/a~1b/0/ok', value: true },
      { pointer: '/a~1b/1/ok', value: null },
      { pointer: '/s', value: '' },
    ]);
    expect(answerFields('OK: 5')).toEqual([]);
    expect(answerFields('"done"')).toEqual([{ pointer: '', value: 'done' }]);
    expect(answerFields(JSON.stringify({ long: 'x'.repeat(1_000) }))).toEqual([]);
  });

  test.each(['OK: (1) [a] {b} $^|.*+?\\/', '操作成功', ' two\nlines ', '-'])(
    '%j as a whole, and nothing else',
    (text) => {
      const rule = { matches: wholeText(text) };
      expect(fitsAnswer(rule, text)).toBe(true);
      expect(fitsAnswer(rule, `${text}x`)).toBe(false);
      expect(fitsAnswer(rule, `x${text}`)).toBe(false);
    },
  );
});

test.each([
  ['^OK: \\d+', undefined],
  ['^\\{"code":0,.*"ok":true', undefined],
  ['成功', undefined],
  ['(', 'bad'],
  ['\\d{', 'bad'],
  ['(a+)+$', 'slow'],
  ['^(a|a)*$', 'slow'],
  ['.*.*x', 'slow'],
  ['^.*x|.*y', undefined],
  ['^.*x|.*y.*z', 'slow'],
] as const)('the expression %s is %s', (expression, fault) => {
  expect(faultOf(expression)).toBe(fault);
});

test('a rule is shown on the answers that are kept, before it is: those of earlier rules stay theirs, and words for a call without a key are its', () => {
  const answerRules = [{ contains: 'ERR', verdict: 'refused' as const }];
  const site = { ...unknownSite, answerRules, keylessAnswer: 'OK 2' };
  const texts = ['ERR: OK', 'OK 1', 'OK 2', 'what?'];
  expect(previewOf(site, 'RevertOff', { contains: 'OK', verdict: 'accepted' }, texts)).toEqual({
    accepted: 2,
    refused: 0,
    unclassified: 1,
    known: 1,
  });
});

test('a shape is texts and counts of digits', () => {
  expect(shapeOf('S-01-A')).toEqual(['S-', 2, '-A']);
});

test('codes of several shapes are one pattern, which fits each of them and no other', () => {
  const pattern = patternOfAll(['D-1001', 'D-1002', 'X.7', 'D-10001']) ?? '';
  expect(pattern).toBe('D-\\d{4}|X\\.\\d|D-\\d{5}');
  for (const code of ['D-1001', 'D-9999', 'X.0', 'D-12345']) expect(fitsCode({ pattern }, code), code).toBe(true);
  for (const code of ['D-100', 'X17', 'D-1001X.7', 'E-1001', '']) expect(fitsCode({ pattern }, code), code).toBe(false);
});

test('no code, or more shapes than a file takes, is no pattern', () => {
  expect(patternOfAll([])).toBeUndefined();
  expect(patternOfAll(Array.from({ length: 40 }, (_, at) => `${'x'.repeat(at)}-1`))).toBeUndefined();
});
