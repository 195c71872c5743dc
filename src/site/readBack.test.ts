import { describe, expect, test } from 'vitest';
import { type ReadBack, readBackQuestion, readBackOf, ruleSays } from '#site/readBack.ts';
import { MAX_JUDGED } from './judging.ts';

const shelf: ReadBack = {
  operation: 'RevertOff',
  read: 'GetSelfDetailList',
  parameters: { selfID: { parameter: 'storeCode' } },
  before: true,
  doneWhen: '"deliveryCode":"{deliveryCode}"',
};
const bag: ReadBack = {
  operation: 'CompleteBag',
  read: 'GetBagDetailByBagCode',
  parameters: { bagCode: { scan: 1 } },
  before: false,
  doneWhen: '"status":"complete"',
  notDoneWhen: '"status":"(open|new)"',
};

function revertOff(deliveryCode: string) {
  const parameters = [
    ['deliveryCode', deliveryCode],
    ['storeCode', 'S-01'],
    ['userID', '7'],
  ] as const;
  return { operation: 'RevertOff', parameters, scans: [{ text: deliveryCode }, { text: 'S-01' }] } as const;
}
const completeBag = { operation: 'CompleteBag', parameters: [], scans: [{ text: 'BAG-1' }] } as const;

describe('the question of a read-back', () => {
  test('takes its texts from the write’s parameters, its scans, or always the same', () => {
    expect(readBackQuestion(shelf, revertOff('D-1'))).toEqual({
      operation: 'GetSelfDetailList',
      parameters: [['selfID', 'S-01']],
    });
    expect(readBackQuestion(bag, completeBag)?.parameters).toEqual([['bagCode', 'BAG-1']]);
    expect(readBackQuestion({ ...bag, parameters: { bagCode: { text: 'B-9' } } }, completeBag)?.parameters).toEqual([
      ['bagCode', 'B-9'],
    ]);
  });

  test('is not asked where the write has not what it takes', () => {
    expect(readBackQuestion(bag, { ...completeBag, scans: [] })).toBeUndefined();
  });

  test('is found by the write’s operation', () => {
    expect(readBackOf([shelf, bag], 'CompleteBag')).toBe(bag);
    expect(readBackOf([shelf, bag], 'AgainOpenBag')).toBeUndefined();
  });
});

describe('the rule of a read-back', () => {
  test.each<[string | null, ReturnType<typeof ruleSays>]>([
    ['{"status":"complete"}', 'done'],
    ['{"status":"new"}', 'not-done'],
    ['{"status":"lost"}', undefined],
    ['"status":"complete" "status":"open"', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %s', (answer, says) => {
    expect(ruleSays(bag, completeBag, answer)).toBe(says);
  });

  test('takes the write’s own value letter by letter', () => {
    const codes = ['D-1', 'D.1', 'a+b', '$&', '\\d', '[x]', 'D/1', 'D(1'];
    for (const code of codes) {
      expect(ruleSays(shelf, revertOff(code), `[{"deliveryCode":"${code}"}]`)).toBe('done');
    }
    expect(ruleSays(shelf, revertOff('D.1'), '[{"deliveryCode":"D-1"}]')).toBeUndefined();
    expect(ruleSays(shelf, revertOff('D-1'), '[{"deliveryCode":"D-10"}]')).toBeUndefined();
  });

  test('that names no parameter of the write matches its own text only', () => {
    expect(ruleSays({ ...bag, doneWhen: '^{nothing}$' }, completeBag, '{nothing}')).toBe('done');
  });

  test('may hold a Unicode class beside a place', () => {
    const rule = { ...shelf, doneWhen: '^\\p{Lu} {deliveryCode}$' };
    expect(ruleSays(rule, revertOff('D-1'), 'Ä D-1')).toBe('done');
    expect(ruleSays(rule, revertOff('D-1'), 'ä D-1')).toBeUndefined();
  });

  test('says nothing of an answer that is longer than a rule which repeats may be run on', () => {
    const rule = { ...shelf, doneWhen: '^OK', notDoneWhen: 'not.*done' };
    expect(ruleSays(rule, revertOff('D-1'), 'OK')).toBe('done');
    expect(ruleSays(rule, revertOff('D-1'), `OK${' '.repeat(MAX_JUDGED)}`)).toBeUndefined();
  });

  test('without a rule nothing is said', () => {
    const { doneWhen: _done, ...silent } = shelf;
    expect(ruleSays(silent, revertOff('D-1'), '[{"deliveryCode":"D-1"}]')).toBeUndefined();
  });
});
