import bwipjs from 'bwip-js/node';
import { expect, test } from 'vitest';
import { barsOf, separatorCode, testCode } from '#scan/calibrate/testCode.ts';

/** The widths of bars and gaps as another encoder draws them. */
function widthsOf(bcid: string, text: string): string {
  // oxlint-disable-next-line import/no-named-as-default-member -- the named `raw` is an encoder of that name
  const [symbol] = bwipjs.raw({ bcid, text });
  return symbol && 'sbs' in symbol ? symbol.sbs.join('') : '';
}

test('the committed bars are those that bwip-js draws for the same text', () => {
  expect(testCode.widths).toBe(widthsOf('code128', testCode.text));
  expect(separatorCode.widths).toBe(widthsOf('gs1-128', '(10)17A(21)07'));
});

test('the path is as wide as its bars and gaps, and ten modules of quiet on each side', () => {
  const { path, modules } = barsOf({ text: '', widths: '2131' });
  expect(modules).toBe(27);
  expect(path).toBe('M10 0h2v1h-2zM13 0h3v1h-3z');
});
