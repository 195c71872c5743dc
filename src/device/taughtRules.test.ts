import { expect, test } from 'vitest';
import { judge, type AnswerRule } from '#site/judging.ts';
import { unknownSite } from '#site/site.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import {
  type TaughtRule,
  asMembers,
  judgedSite,
  readTaughtRules,
  withTaught,
  writeTaught,
} from '#device/taughtRules.ts';

const rule: TaughtRule = {
  operation: 'RevertOff',
  contains: '成功',
  verdict: 'accepted',
  taughtBy: '7',
  taughtAt: 1,
};

const pattern: TaughtRule = {
  parameter: 'deliveryCode',
  pattern: 'D-\\d{4}',
  example: 'D-1001',
  taughtBy: '7',
  taughtAt: 1,
};

test('a taught pattern is the site’s, where the site has none of its own for the parameter', async () => {
  const keep = createMemoryKeep();
  await writeTaught(keep, [pattern]);
  expect(await judgedSite(keep)).toEqual({
    ...unknownSite,
    codes: { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } },
  });
  const codes = { deliveryCode: { pattern: 'X', example: 'X' }, bagCode: { pattern: 'B', example: 'B' } };
  expect((await withTaught({ ...unknownSite, codes }, keep)).codes).toEqual(codes);
});

test('a taught rule judges the same text from then on, and the site’s own rules come first', async () => {
  const keep = createMemoryKeep();
  expect(judge(await judgedSite(keep), 'RevertOff', '操作成功')).toBe('unclassified');
  await writeTaught(keep, [rule]);
  expect(judge(await judgedSite(keep), 'RevertOff', '操作成功')).toBe('accepted');
  expect(judge(await judgedSite(keep), 'CompleteBag', '操作成功')).toBe('unclassified');
  const strict = { ...unknownSite, answerRules: [{ contains: '操作', verdict: 'refused' as const }] };
  expect(judge(await withTaught(strict, keep), 'RevertOff', '操作成功')).toBe('refused');
});

test.each([
  { contains: 'not found' },
  { matches: '^Delivery' },
  { operation: 'RevertOff', contains: 'Delivery' },
] as const)(
  'what a supervisor taught of the words for a call without a key holds, and the site’s own rules before both: %o',
  async (way) => {
    const keep = createMemoryKeep();
    const words = 'Delivery not found';
    const site = { ...unknownSite, keylessAnswer: words };
    const verdict = async (answerRules: readonly AnswerRule[] = []) =>
      judge(await withTaught({ ...site, answerRules }, keep), 'RevertOff', words);
    expect(await verdict()).toBe('key-refused');
    await writeTaught(keep, [{ ...way, verdict: 'refused', taughtBy: '7', taughtAt: 1 }]);
    expect(await verdict()).toBe('refused');
    expect(await verdict([{ contains: words, verdict: 'accepted' }])).toBe('accepted');
  },
);

test('removed, it judges no more; and what a site configuration gets of it is the rule alone', async () => {
  const keep = createMemoryKeep();
  await writeTaught(keep, [rule]);
  await writeTaught(keep, []);
  expect(await readTaughtRules(keep)).toEqual([]);
  expect(asMembers([rule, pattern])).toEqual({
    answerRules: [{ operation: 'RevertOff', contains: '成功', verdict: 'accepted' }],
    codes: { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } },
  });
});

test('a storage that cannot be read leaves the site as it is', async () => {
  const keep = { read: () => Promise.reject(new Error('gone')), write: () => Promise.resolve() };
  expect(await withTaught(unknownSite, keep)).toEqual(unknownSite);
});
