import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSymbolParts, isPart } from './symbolParts.ts';

const formats = ['QRCode', 'DataMatrix', 'Aztec', 'PDF417'] as const;

const part = (
  index: number,
  text: string,
  of: { format?: (typeof formats)[number]; size?: number; id?: string; hasECI?: boolean } = {},
) => ({
  format: of.format ?? ('QRCode' as const),
  text,
  hasECI: of.hasECI ?? false,
  sequenceSize: of.size ?? 2,
  sequenceIndex: index,
  sequenceId: of.id ?? '37',
});

/** Returns what each picture's parts are read as, one picture after the other. */
function readAll(...pictures: readonly (readonly ReturnType<typeof part>[])[]) {
  const parts = createSymbolParts();
  return pictures.map((picture) => {
    parts.next();
    for (const one of picture) parts.note(one);
    const texts = picture.flatMap((one) => parts.wholeOf(one)?.text ?? []);
    return { texts: [...new Set(texts)], isLacking: parts.isLacking() };
  });
}

const timesOf = (many: number, read: object) => Array.from({ length: many }, () => read);
const whole = (text: string) => ({ texts: [text], isLacking: false });
const lacking = { texts: [], isLacking: true };

test('a symbol of several is a part, one of one and one without a number are none', () => {
  expect(isPart(part(0, 'A'))).toBe(true);
  expect(isPart(part(0, 'A', { size: 0 }))).toBe(true); // a macro PDF417 need not say how many there are
  expect(isPart(part(0, 'A', { size: 1 }))).toBe(false);
  expect(isPart(part(-1, 'A', { size: -1 }))).toBe(false);
});

test('parts in one picture make the whole in their order, whichever is seen first, and however often', () => {
  const [first, last] = [part(0, 'FIRST-'), part(1, 'LAST')];
  expect(readAll([last, first], [first, last], [last, first, last, first])).toEqual(timesOf(3, whole('FIRST-LAST')));
});

test.each(formats)(
  'parts of two boxes whose %s codes have one id make nothing, in whatever pictures they are',
  (format) => {
    const [a1, a2] = [part(0, 'BOX-A-PART1;', { format }), part(1, 'box-a-part2', { format })];
    const [b1, b2] = [part(0, 'BOX-B-PART1;', { format }), part(1, 'box-b-part2', { format })];
    expect(readAll([a1], [b2], [b1], [a2])).toEqual(timesOf(4, lacking));
    expect(readAll([a1, b2, b1], [b2, a1, a2], [a1, a2, b1, b2])).toEqual(timesOf(3, lacking));
    expect(readAll([a1, b1], [b1, b2], [a2, a1])).toEqual([
      lacking,
      whole('BOX-B-PART1;box-b-part2'),
      whole('BOX-A-PART1;box-a-part2'),
    ]);
  },
);

test('whatever labels are seen one after the other, each picture is read as it is alone', () => {
  const one = fc.tuple(fc.nat(2), fc.constantFrom('A', 'B'), fc.constantFrom('1', '2'), fc.constantFrom(2, 3));
  const picture = fc.array(
    one.map(([index, box, id, size]) => part(index, `${box}${index};`, { id, size })),
    {
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(fc.array(picture, { minLength: 2, maxLength: 4 }), (pictures) => {
      const read = readAll(...pictures);
      expect(read).toEqual(pictures.flatMap((alone) => readAll(alone)));
      const turned = readAll(...pictures.map((alone) => alone.toReversed()));
      expect(turned.map(({ isLacking }) => isLacking)).toEqual(read.map(({ isLacking }) => isLacking));
    }),
  );
});

test('parts of different codes, and too few of them, make nothing', () => {
  const [a, b] = [part(0, 'A', { id: '1' }), part(1, 'B', { id: '2' })];
  const [c, d] = [part(0, 'C', { size: 3 }), part(2, 'D', { size: 3 })];
  expect(readAll([a, b], [c, d], [part(0, 'E', { size: 0 })], [c, part(3, 'F', { size: 3 }), d])).toEqual(
    timesOf(4, lacking),
  );
});

test('a whole of which one part names its character set is read by that', () => {
  const parts = createSymbolParts();
  parts.note(part(0, 'ä', { hasECI: true }));
  parts.note(part(1, 'b'));
  expect(parts.wholeOf(part(1, 'b'))).toEqual({ text: 'äb', hasECI: true });
});
