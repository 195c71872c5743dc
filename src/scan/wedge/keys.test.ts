import { expect, test } from 'vitest';
import { type Key, createKeyReader } from './keys.ts';

type Init = Partial<Omit<KeyboardEvent, 'getModifierState'>> & { altGraph?: boolean };

/** A key press without a browser. */
function press(key: string, init: Init = {}): KeyboardEvent {
  const { altGraph = false, ...rest } = init;
  const event = {
    key,
    code: '',
    keyCode: 0,
    isComposing: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
  };
  return { ...event, ...rest, getModifierState: (name: string) => name === 'AltGraph' && altGraph } as KeyboardEvent;
}

const character = (text: string): Key => ({ kind: 'character', text });
const other: Key = { kind: 'other' };

test.each<[string, KeyboardEvent, Key]>([
  ['a letter', press('D', { shiftKey: true }), character('D')],
  ['a digit of the number pad', press('7', { code: 'Numpad7' }), character('7')],
  ['a character by AltGr', press('@', { altKey: true, ctrlKey: true, altGraph: true }), character('@')],
  ['a separator as a key', press('\u001d'), character('\u001d')],
  ['Enter', press('Enter'), { kind: 'end', by: 'enter' }],
  ['Enter of the number pad', press('Enter', { code: 'NumpadEnter' }), { kind: 'end', by: 'enter' }],
  ['CR as a key', press('\r'), { kind: 'end', by: 'enter' }],
  ['Tab', press('Tab'), { kind: 'end', by: 'tab' }],
  ['Shift and Tab', press('Tab', { shiftKey: true }), other],
  ['a shortcut', press('c', { ctrlKey: true }), other],
  ['a shortcut of a Mac', press('c', { metaKey: true }), other],
  ['Alt with a letter', press('d', { altKey: true, code: 'KeyD' }), other],
  ['Alt with a digit of the upper row', press('1', { altKey: true, code: 'Digit1' }), other],
  ['a key without a name', press('Unidentified', { keyCode: 229 }), other],
  ['a key of an input method', press('a', { keyCode: 229 }), other],
  ['a composing key', press('a', { isComposing: true }), other],
  ['an arrow', press('ArrowLeft'), other],
  ['a dead key', press('Dead'), other],
])('%s', (_, event, key) => {
  expect(createKeyReader().press(event, () => false)).toEqual(key);
});

test.each([
  ['with NumLock', (digit: string) => press(digit, { altKey: true, code: `Numpad${digit}` })],
  ['without NumLock', (digit: string) => press('Insert', { altKey: true, code: `Numpad${digit}` })],
  ['without places', (digit: string) => press(digit, { altKey: true })],
])('Alt and 0029 is the separator, %s', (_, digitKey) => {
  const reader = createKeyReader();
  reader.press(press('Alt', { altKey: true }), () => true);
  for (const digit of '0029') expect(reader.press(digitKey(digit), () => true)).toEqual({ kind: 'part' });
  expect(reader.endAlt()).toEqual(character('\u001d'));
  expect(reader.endAlt()).toEqual(other);
});

test('F8 is the separator in a burst, and a function key else', () => {
  expect(createKeyReader().press(press('F8'), () => true)).toEqual(character('\u001d'));
  expect(createKeyReader().press(press('F8'), () => false)).toEqual(other);
});

test('Ctrl with a key is a control character in a burst, and a shortcut else', () => {
  const reader = createKeyReader();
  expect(reader.press(press(']', { ctrlKey: true }), () => true)).toEqual(character('\u001d'));
  expect(reader.press(press('j', { ctrlKey: true }), () => true)).toEqual({ kind: 'end', by: 'enter' });
  expect(reader.press(press('j', { ctrlKey: true }), () => false)).toEqual(other);
});
