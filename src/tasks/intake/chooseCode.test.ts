import { expect, test } from 'vitest';
import type { SeenCode } from '#scan/camera/agreement.ts';
import { createChooser } from './chooseCode.ts';

/** A code of a picture: `A` is new in it, `a` was there before; `(a)` was read shortly before and not in it. In the middle: `A+`. */
function codeOf(sign: string): SeenCode {
  const letter = sign.replaceAll(/[()+]/gu, '');
  const [left, right] = sign.includes('+') ? [0.4, 0.6] : [0.1, 0.3];
  const corners = [
    { x: left, y: 0.45 },
    { x: right, y: 0.4 },
    { x: right, y: 0.55 },
    { x: left, y: 0.6 },
  ];
  const scan = { text: letter.toUpperCase(), source: 'camera', at: 0 } as const;
  return { scan, corners, isNew: letter === letter.toUpperCase(), isRead: !sign.includes('(') };
}

/** Returns what is taken of one picture after another, and at last what is offered. `!A` is a tap on it. */
function chosen(pictures: readonly string[], { fitting = '', hasCross = false } = {}): string {
  const chooser = createChooser();
  const taken: string[] = [];
  let offered = '';
  for (const picture of pictures) {
    if (picture.startsWith('!')) {
      chooser.tap(codeOf(picture.slice(1)));
      continue;
    }
    const codes = picture.split(' ').filter(Boolean).map(codeOf);
    const choice = chooser.choose(codes, { fits: ({ text }) => fitting.includes(text), hasCross });
    if (choice.take) taken.push(choice.take.scan.text);
    offered = choice.offered.map(({ scan }) => scan.text).join('');
  }
  return `${taken.join('')}/${offered}`;
}

test.each<[what: string, pictures: string[], options: Parameters<typeof chosen>[1], expected: string]>([
  ['one code', ['A'], {}, 'A/'],
  ['one code that stays', ['A', 'a', 'a'], {}, 'A/'],
  ['one code after another', ['A', '(a) B', '(a) (b) C'], {}, 'ABC/'],
  ['one code that comes again', ['A', '', 'A'], {}, 'AA/'],
  ['two codes', ['A B'], {}, '/AB'],
  ['two codes, one of them before', ['A', 'a B'], {}, 'A/B'],
  ['two codes, one of them read no longer', ['A B', 'a (b)', 'a (b)'], {}, '/AB'],
  ['two codes, then one of them: a person has seen both', ['A B', 'a', 'a'], {}, '/A'],
  ['two codes, then one of them anew', ['A B', '', 'A'], {}, 'A/'],
  ['a tap leaves the other to another tap', ['A B', '!A', 'a b', '(a) b', 'b'], {}, '/B'],
  ['a third one beside two', ['A B', 'a b C'], {}, '/ABC'],
])('without a pattern: %s', (_, pictures, options, expected) => {
  expect(chosen(pictures, options)).toBe(expected);
});

test.each<[what: string, pictures: string[], options: Parameters<typeof chosen>[1], expected: string]>([
  ['one that fits', ['A B C'], { fitting: 'B' }, 'B/'],
  ['and the others are offered after it', ['A B C', 'a b c'], { fitting: 'B' }, 'B/AC'],
  ['one that fits, read no longer', ['A (b)'], { fitting: 'B' }, 'B/'],
  ['none that fits', ['A B'], { fitting: 'X' }, '/AB'],
  ['two that fit', ['A B C'], { fitting: 'AB' }, '/ABC'],
  ['one that fits where one that was taken fits too', ['A', 'a B'], { fitting: 'AB' }, 'A/B'],
  ['one that is alone, and does not fit', ['A'], { fitting: 'X' }, 'A/'],
  ['two that fit, and one of them goes', ['A B C', 'a c'], { fitting: 'AB' }, '/AC'],
])('by the pattern: %s', (_, pictures, options, expected) => {
  expect(chosen(pictures, options)).toBe(expected);
});

test('what fits the next step is taken without a tap, though it was offered beside the one that was tapped', () => {
  const chooser = createChooser();
  const look = (picture: string, fitting: string): string | undefined =>
    chooser.choose(picture.split(' ').map(codeOf), { fits: ({ text }) => fitting.includes(text), hasCross: false }).take
      ?.scan.text;
  expect(look('A B S', 'AB')).toBeUndefined();
  chooser.tap(codeOf('a'));
  expect(look('a b s', 'S')).toBe('S');
  expect(look('b s', 'AB')).toBeUndefined(); // passed over by the tap
});

test.each<[what: string, pictures: string[], options: Parameters<typeof chosen>[1], expected: string]>([
  ['the one under it', ['A B+ C'], {}, 'B/'],
  ['none under it', ['A B'], {}, '/AB'],
  ['under it a moment ago', ['A (b+)', 'a (b+)'], {}, '/AB'],
  ['one after the other', ['A+ B', 'a b+'], {}, 'AB/'],
  ['the one that fits comes first', ['A+ B'], { fitting: 'B' }, 'B/'],
  ['one that was taken', ['A+ B', 'a+ b'], {}, 'A/B'],
])('by the cross: %s', (_, pictures, options, expected) => {
  expect(chosen(pictures, { ...options, hasCross: true })).toBe(expected);
});

test('without the cross the middle of the picture is a place as any other', () => {
  expect(chosen(['A+ B'])).toBe('/AB');
});
