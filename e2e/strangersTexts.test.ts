import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { MOST_DEEP, MOST_VALUES, jsonSizeOf } from '#contract/json.ts';
import { speakIn } from '#i18n/spoken.ts';
import { deepKinds, readers, sizeOf } from './strangersTexts.ts';

beforeAll(() => speakIn('en'));

describe.each(deepKinds)('$name', ({ text, isTree }) => {
  const whole = text();

  test.each(Object.entries(readers))('%s', async (_, read) => {
    const before = process.threadCpuUsage();
    await read(whole);
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000); // microseconds
  });

  test(`is shown as ${isTree ? 'a tree' : 'a text'}`, () => {
    const tree = readAnswer(whole);
    expect(tree !== undefined).toBe(isTree === true);
    const { depth, values } = sizeOf(tree);
    expect(depth).toBeLessThanOrEqual(MOST_DEEP + 1); // with what stands in the last branch
    expect(values).toBeLessThanOrEqual(MOST_VALUES);
  });
});

test.each([
  ['', 0, 1],
  ['1', 0, 1],
  ['[1,2,[3]]', 2, 5],
  ['{"a":{"b":"[[[,,,]]]"},"c":"\\\\"}', 2, 4],
  ['["\\\\\\"[[[[",[]]', 2, 4],
])('%s is so deep and has at most so many values: %i, %i', (text, depth, values) => {
  expect(jsonSizeOf(text)).toEqual({ depth, values });
});

/** Files that read back what the app or the gateway has written itself, or to which no stranger's text comes. */
const OWN = [
  'src/build/',
  'src/contract/json.ts',
  'src/device/canary.ts',
  'src/gateway/enrolment/lives.ts',
  'src/http/answer.ts',
  'src/ledger/ledgerTime.ts',
  'src/office/pages/pageWords.ts',
  'src/standin/journal.ts',
  'src/main/testing/',
  'src/gateway/upstream/upstreamCheck.ts',
  'src/main/version.ts',
  'src/scan/batch.ts',
  'src/tasks/task/draft.ts',
];

test('nobody else parses JSON past the bound', () => {
  const root = join(import.meta.dirname, '..');
  const past = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`)
    .filter((name) => /\bJSON\.parse\(|\.json\(\)/.test(readFileSync(join(root, name), 'utf8')));
  expect(past.filter((name) => !OWN.some((own) => name.startsWith(own)))).toEqual([]);
});
