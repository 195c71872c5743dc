import { beforeAll, describe, expect, test } from 'vitest';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { MOST_VALUES } from '#contract/json.ts';
import { speakIn } from '#i18n/spoken.ts';
import { flatKinds, readers, sizeOf } from './strangersTexts.ts';

beforeAll(() => speakIn('en'));

describe.each(flatKinds)('$name', ({ text, isTree }) => {
  const whole = text();

  test.each(Object.entries(readers))('%s', async (_, read) => {
    const before = process.threadCpuUsage();
    await read(whole);
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000); // microseconds: what is quadratic takes minutes
  });

  test(`is shown as ${isTree ? 'a tree' : 'a text'}`, () => {
    const tree = readAnswer(whole);
    expect(tree !== undefined).toBe(isTree === true);
    expect(sizeOf(tree).values).toBeLessThanOrEqual(MOST_VALUES);
  });
});
