import { expect, test } from 'vitest';
import { createSymbolParts, isPart } from './symbolParts.ts';

const part = (index: number, text: string, of: { size?: number; id?: string; hasECI?: boolean } = {}) => ({
  format: 'QRCode' as const,
  text,
  hasECI: of.hasECI ?? false,
  sequenceSize: of.size ?? 2,
  sequenceIndex: index,
  sequenceId: of.id ?? '37',
});

test('a symbol of several is a part, one of one and one without a number are none', () => {
  expect(isPart(part(0, 'A'))).toBe(true);
  expect(isPart(part(0, 'A', { size: 0 }))).toBe(true); // a macro PDF417 need not say how many there are
  expect(isPart(part(0, 'A', { size: 1 }))).toBe(false);
  expect(isPart(part(-1, 'A', { size: -1 }))).toBe(false);
});

test('parts in sight make the whole in their order, whichever is seen first', () => {
  const parts = createSymbolParts();
  parts.next();
  expect(parts.join(part(1, 'LAST'))).toBeUndefined();
  expect(parts.isLacking()).toBe(true);
  parts.next();
  expect(parts.isLacking()).toBe(false);
  expect(parts.join(part(0, 'FIRST-'))).toEqual({ text: 'FIRST-LAST', hasECI: false });
  expect(parts.isLacking()).toBe(false);
});

test('a part that is out of sight belongs to nothing that comes later', () => {
  const parts = createSymbolParts();
  parts.next();
  parts.join(part(1, 'LAST'));
  for (let picture = 0; picture < 15; picture += 1) parts.next();
  expect(parts.join(part(0, 'FIRST-'))).toBeUndefined();
  expect(parts.isLacking()).toBe(true);
});

test('parts of different codes, and too few of them, make nothing', () => {
  const parts = createSymbolParts();
  parts.next();
  expect(parts.join(part(0, 'A', { id: '1' }))).toBeUndefined();
  expect(parts.join(part(1, 'B', { id: '2' }))).toBeUndefined();
  expect(parts.join(part(0, 'C', { size: 3 }))).toBeUndefined();
  expect(parts.join(part(2, 'D', { size: 3 }))).toBeUndefined();
  expect(parts.join(part(0, 'E', { size: 0 }))).toBeUndefined();
});

test('a whole of which one part names its character set is read by that', () => {
  const parts = createSymbolParts();
  parts.join(part(0, 'ä', { hasECI: true }));
  expect(parts.join(part(1, 'b'))).toEqual({ text: 'äb', hasECI: true });
});
