import { expect, test } from 'vitest';
import { MAX_CODE_LENGTH } from '#site/codes.ts';
import { brief, shortened, wholeCodes } from './Code.tsx';

test('a code that is too long is shown by its ends, any other one whole', () => {
  const whole = '8'.repeat(MAX_CODE_LENGTH);
  expect(shortened(whole)).toBe(whole);
  expect(shortened(`D-${'0'.repeat(3_000)}-END`)).toBe(`D-${'0'.repeat(22)} … 0000-END`);
});

test.each([
  ['Keep S-01-A for all', ['S-01-A']],
  ['全部用同一货位：S-01-A', ['S-01-A']],
  ['D-1001 → S-01-A，已完成', ['D-1001', '→ S-01-A']], // the arrow stands in the line of what it leads to
  ['no code at all', []],
])('the codes of “%s” stay whole, and nothing else of it does', (text, codes) => {
  const pieces = wholeCodes(text) as readonly (string | { readonly props: { readonly children: string } })[];
  expect(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : piece.props.children))).toEqual(codes);
});

test('in a sentence a long code is its two ends, so that the words beside it are seen', () => {
  const code = '0109501101530003172511301021LOT-A1234567890\u001d21SERIAL-0000000001';
  expect(brief(`${code} is the delivery already. Scan the shelf.`)).toBe(
    '01095011…00000001 is the delivery already. Scan the shelf.',
  );
  expect(brief('D-1001 is the delivery already.')).toBe('D-1001 is the delivery already.');
  expect(brief('00340123450000000018')).toBe('00340123450000000018');
});
