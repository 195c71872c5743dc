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

test.each<[string, KeyboardEvent, number]>([
  ['Ctrl+]', press(']', { ctrlKey: true }), 0x1d],
  ['Ctrl+D', press('d', { ctrlKey: true }), 0x04],
  ['Ctrl+P', press('p', { ctrlKey: true }), 0x10],
  ['Ctrl+T', press('T', { ctrlKey: true, shiftKey: true }), 0x14],
  ['Ctrl+V, which pastes nothing then', press('v', { ctrlKey: true }), 0x16],
  ['Ctrl+^', press('^', { ctrlKey: true, shiftKey: true }), 0x1e],
  ['Ctrl+6', press('6', { ctrlKey: true }), 0x1e],
  ['Ctrl+_', press('_', { ctrlKey: true, shiftKey: true }), 0x1f],
  ['Ctrl+[', press('[', { ctrlKey: true }), 0x1b],
  ['Ctrl+D on a Russian layout', press('в', { ctrlKey: true, code: 'KeyD' }), 0x04],
  ['Ctrl+] on a German layout', press('+', { ctrlKey: true, code: 'BracketRight' }), 0x1d],
  ['Ctrl+Shift+6 on a German layout', press('&', { ctrlKey: true, shiftKey: true, code: 'Digit6' }), 0x1e],
  ['F8', press('F8'), 0x1d],
  ['F9', press('F9'), 0x1e],
  ['F5, which loads no page then', press('F5'), 0x1a],
])('%s is its control character in a burst, and a person’s else', (_, event, code) => {
  expect(createKeyReader().press(event, () => true)).toEqual(character(String.fromCharCode(code)));
  expect(createKeyReader().press(event, () => false)).toEqual(other);
});

test.each([
  ['j', { kind: 'end', by: 'enter' }],
  ['m', { kind: 'end', by: 'enter' }],
  ['i', { kind: 'end', by: 'tab' }],
  ['PageUp', { kind: 'part' }],
  ['Control', other],
])('Ctrl and %s in a burst is %j: no shortcut of the browser', (name, key) => {
  expect(createKeyReader().press(press(name, { ctrlKey: true }), () => true)).toEqual(key);
});
