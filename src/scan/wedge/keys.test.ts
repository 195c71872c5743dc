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

/** A reader of which modifiers are down. */
function readerWith(event: KeyboardEvent): ReturnType<typeof createKeyReader> {
  const reader = createKeyReader();
  const { altKey, ctrlKey, metaKey } = event;
  const down = [altKey && 'Alt', ctrlKey && 'Control', metaKey && 'Meta'].filter((one) => one !== false);
  for (const key of down) reader.press(press(key, { altKey, ctrlKey, metaKey }), () => false);
  return reader;
}

const character = (text: string): Key => ({ kind: 'character', text });
const other: Key = { kind: 'other' };
const torn: Key = { kind: 'torn' };

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
  ['a shortcut', press('c', { ctrlKey: true }), torn],
  ['a shortcut of a Mac', press('c', { metaKey: true }), torn],
  ['Alt with a letter', press('d', { altKey: true, code: 'KeyD' }), torn],
  ['Alt with a digit of the upper row', press('1', { altKey: true, code: 'Digit1' }), torn],
  ['a digit of the number pad in another’s place', press('7', { code: 'Numpad8' }), torn],
  ['a key without a name', press('Unidentified', { keyCode: 229 }), other],
  ['a key of an input method', press('a', { keyCode: 229 }), other],
  ['a composing key', press('a', { isComposing: true }), other],
  ['an arrow', press('ArrowLeft'), other],
  ['a dead key', press('Dead'), other],
])('%s', (_, event, key) => {
  expect(readerWith(event).press(event, () => false)).toEqual(key);
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

test.each(['0', '29', '0292', '00292', '0256'])(
  'Alt and %s is no character: a release or a digit is missing',
  (digits) => {
    const reader = createKeyReader();
    reader.press(press('Alt', { altKey: true }), () => true);
    for (const digit of digits) reader.press(press(digit, { altKey: true }), () => true);
    expect(reader.endAlt()).toEqual(torn);
  },
);

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
  expect(readerWith(event).press(event, () => true)).toEqual(character(String.fromCharCode(code)));
  expect(readerWith(event).press(event, () => false)).toEqual(event.ctrlKey ? torn : other);
});

test.each([
  ['j', { kind: 'end', by: 'enter' }],
  ['m', { kind: 'end', by: 'enter' }],
  ['i', { kind: 'end', by: 'tab' }],
  ['PageUp', { kind: 'part' }],
  ['1', { kind: 'torn' }],
  ['Enter', { kind: 'torn' }],
  ['Control', other],
])('Ctrl and %s in a burst is %j: no shortcut of the browser', (name, key) => {
  const event = press(name, { ctrlKey: true });
  expect(readerWith(event).press(event, () => true)).toEqual(key);
});
