import { describe, expect, test } from 'vitest';
import { eanOf } from './eanFit.ts';
import { type Print, SAMPLES, drawn, modulesOf } from './eanShapes.ts';
import type { Luma } from './luma.ts';

const CRISP: Print = { blur: 0.2, gain: 0 };

/** A label: a code's bars with white around them. `module` is in pixels, `bend` and `high` in modules. */
function label(
  text: string,
  { module = 2, print = CRISP, degrees = 0, bend = 0, modules = modulesOf(text), noise = 0, high = 60 } = {},
): Luma {
  const bars = drawn(`${'0'.repeat(12)}${modules}${'0'.repeat(12)}`, print);
  const [width, height] = [Math.round(150 * module), Math.round(150 * module)];
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const random = randomBy(7);
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const place = (x * dx + y * dy) / module;
    const along = place + bend * (1 - (place / 60) ** 2) + modules.length / 2 + 12;
    const isLabel = Math.abs(y * dx - x * dy) < (high / 2) * module;
    const grey = isLabel ? (bars[Math.floor(along * SAMPLES)] ?? 255) : 255;
    return Math.min(255, Math.max(0, 60 + 0.6 * grey + noise * (random() - 0.5)));
  });
  return { data, width, height };
}

function randomBy(seed: number): () => number {
  let at = seed;
  return () => (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The second picture in some of the first one's rows. */
function together(one: Luma, other: Luma, isOther: (row: number) => boolean): Luma {
  return { ...one, data: one.data.map((grey, at) => (isOther(Math.floor(at / one.width)) ? other.data[at]! : grey)) };
}

describe('an EAN-13 is read by fit', () => {
  test.each([
    '5901234123457',
    '4006381333931',
    '9780201379624',
    '0012345678905',
    '1234567890128',
    '2109876543210',
    '3998877665545',
    '6111222333440',
    '7012012012011',
    '8718452367917',
  ])('whatever its first digit: %s', (text) => {
    expect(eanOf(label(text))?.text).toBe(text);
  });

  test.each<[string, Parameters<typeof label>[1]]>([
    ['blurred over more than a module', { print: { blur: 0.7, gain: 0 } }],
    ['of little more than a pixel a module', { module: 1.2 }],
    ['of thin bars', { print: { blur: 0.3, gain: -0.4 } }],
    ['of fat bars', { print: { blur: 0.3, gain: 0.4 } }],
    ['on a bottle', { bend: 2.5 }],
    ['turned', { degrees: 37 }],
    ['upside down', { degrees: 180 }],
    ['noisy', { noise: 60 }],
  ])('that is %s', (_, look) => {
    expect(eanOf(label('5901234123457', look))?.text).toBe('5901234123457');
  });
});

describe('nothing is read', () => {
  test('of a code whose check digit is wrong', () => {
    expect(eanOf(label('5901234123458'))).toBeUndefined();
  });

  test.each([0.2, 0.9].flatMap((blur) => [11, 13].map((seed) => [blur, seed] as const)))(
    'of bars that are no EAN, though they begin and end like one, blurred by %f, by seed %i',
    (blur, seed) => {
      const random = randomBy(seed);
      const digit = (): string => Array.from({ length: 7 }, () => (random() < 0.5 ? '0' : '1')).join('');
      const six = (): string => Array.from({ length: 6 }, digit).join('');
      const labels = Array.from({ length: 15 }, () => `101${six()}01010${six()}101`);
      const read = labels.map((modules) => eanOf(label('', { modules, print: { blur, gain: 0 } }))?.text);
      expect(read.filter(Boolean)).toEqual([]);
    },
  );

  test('of blurred bars that more than one code would explain', () => {
    const modules = '10111000110111001110011010001101000110011000101000100011011101100011101110001001110111000110101';
    expect(eanOf(label('', { modules, print: { blur: 1.18, gain: 0 }, high: 200 }))).toBeUndefined();
  });

  test('of noise', () => {
    expect(eanOf(label('', { modules: '0'.repeat(95), noise: 200 }))).toBeUndefined();
  });

  test('where one row alone says it', () => {
    const [wrong, right] = [label('5901234123458'), label('5901234123457')];
    expect(eanOf(together(wrong, right, (row) => row >= 148 && row < 152))).toBeUndefined();
    expect(eanOf(together(wrong, right, (row) => row >= 130 && row < 170))?.text).toBe('5901234123457');
  });

  test('where two codes stand one under the other', () => {
    const two = [label('5901234123457'), label('4006381333931')] as const;
    expect(eanOf(together(...two, (row) => row > 150))).toBeUndefined();
  });
});
