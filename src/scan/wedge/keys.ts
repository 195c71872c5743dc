import { createModifiers, isModifier } from './modifiers.ts';

/** A key by what it is for the wedge. */
export type Key =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'end'; readonly by: 'enter' | 'tab' }
  | { readonly kind: 'back' }
  | { readonly kind: 'escape' }
  /** A part of a longer sequence; it has no meaning of its own. */
  | { readonly kind: 'part' }
  /** It contradicts itself or what came before: in a burst nobody knows the code. Else a person's, such as a shortcut. */
  | { readonly kind: 'torn' }
  /** None of the wedge's business. */
  | { readonly kind: 'other' };

export type KeyReader = ReturnType<typeof createKeyReader>;

const other: Key = { kind: 'other' };
const part: Key = { kind: 'part' };
const torn: Key = { kind: 'torn' };
/**
 * The keys that stand for a control character beside Ctrl, in the order of their codes from NUL on. Source: ASCII; Honeywell and
 * Zebra "function key mapping".
 */
const controlKeys = '@abcdefghijklmnopqrstuvwxyz[\\]^_';
/** The same keys without Shift, and where this handheld's layout names them otherwise: as they lie on the scanner's. */
const controlPlaces: Readonly<Record<string, string>> = {
  Digit2: '@',
  BracketLeft: '[',
  Backslash: '\\',
  BracketRight: ']',
  Digit6: '^',
  Minus: '_',
};
const controlSigns: Readonly<Record<string, string>> = { '2': '@', '6': '^', '-': '_' };
/** F1 to F12 in a burst, where a scanner's "Ctrl+X" is off. Source: Honeywell, ASCII conversion chart. */
const functionKeys = '\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u0010\u0015';
const silent = ['Shift', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn'];
const named: Readonly<Record<string, Key>> = {
  Enter: { kind: 'end', by: 'enter' },
  Tab: { kind: 'end', by: 'tab' },
  Backspace: { kind: 'back' },
  Escape: { kind: 'escape' },
};
/** A number that Alt and digits can be: up to 255 with a zero before it, else of any character. Source: Windows, Alt codes. */
const ALT_CODE = /^0\d{2,3}$|^[1-9]\d{2,4}$/u;
const MOST_OF_PAGE = 255;
const MOST_DIGITS = 5;
/** The text of a key without a name comes with it: later than this it is another's. */
const LATE_TEXT_MS = 400;

/** Reads key events, and characters that scanners enter as Alt and digits of the number pad. A flag alone is no modifier. */
export function createKeyReader() {
  const modifiers = createModifiers();
  const unnamed = createUnnamed();
  let down = new Set<string>();
  let digits = '';
  /** True where other keys came with the Alt that is down, or more digits than a character has. */
  let isSpoiled = false;
  /** True where a control character was made with the Ctrl that is down. */
  let isOpen = false;

  /** Returns the character that the digits typed with Alt are; called when Alt is released or pressed anew, or a key comes without it. */
  function endAlt(): Key {
    const typed = digits;
    const code = Number(typed);
    digits = '';
    if (typed === '') return other;
    const isCode = ALT_CODE.test(typed) && code > 0 && (code <= MOST_OF_PAGE || !typed.startsWith('0'));
    return isCode ? characterOf(String.fromCodePoint(code)) : torn;
  }

  function withAlt(event: KeyboardEvent): Key {
    const digit = padDigit(event);
    isSpoiled ||= digit === undefined || digits.length === MOST_DIGITS;
    digits = isSpoiled ? '' : digits + digit;
    return isSpoiled ? torn : part;
  }

  return {
    /** Reads one press. @param isFlowing - tells whether a scanner is typing right now: then Ctrl with a key is a control character. */
    press(event: KeyboardEvent, isFlowing: () => boolean): Key {
      const { key } = event;
      if (isModifier(key)) {
        if (key === 'Alt') isSpoiled = false;
        modifiers.down(key);
        return other;
      }
      if (silent.includes(key)) return other;
      const flowing = isFlowing();
      if (unnamed.press(event, flowing)) return other;
      const isAltGraph = event.getModifierState('AltGraph');
      if (modifiers.contradict(event, isAltGraph, flowing) || isOfOtherPlace(event)) return torn;
      if (modifiers.has('Alt') && !isAltGraph) return withAlt(event);
      if ((modifiers.has('Control') || modifiers.has('Meta')) && !isAltGraph) {
        if (!flowing || modifiers.has('Meta')) return torn;
        isOpen = true;
        return controlOf(event);
      }
      if (event.shiftKey && key === 'Tab' && !flowing) return other;
      const ofFunction = functionKeys[Number(/^F([0-9]{1,2})$/u.exec(key)?.[1]) - 1];
      if (ofFunction !== undefined) return flowing ? characterOf(ofFunction) : other;
      return named[key] ?? (Array.from(key).length === 1 ? characterOf(key) : other);
    },
    /** Reads one release. @returns the character that the digits typed with Alt are, where Alt is released */
    release({ key }: KeyboardEvent, isFlowing: () => boolean): Key {
      if (!isModifier(key)) return other;
      if (!modifiers.up(key)) return isFlowing() ? torn : other;
      if (key === 'Control') isOpen = false;
      return key === 'Alt' ? endAlt() : other;
    },
    endAlt,
    /** Tells that a text came, which may be that of keys without a name. */
    hearText: unnamed.hearText,
    /** The number of keys without a name whose text has not come. */
    get unread() {
      return unnamed.unread;
    },
    /** True where what has come ends in the middle of something: Alt or Ctrl was never released, or a key's text never came. */
    get isTorn() {
      return digits !== '' || (isOpen && modifiers.has('Control')) || unnamed.unread > 0;
    },
    /** True where digits of a character by Alt have come, and Alt is down. */
    get isDigits() {
      return digits !== '';
    },
    /** Forgets what was begun: it is of a burst that nobody takes. */
    forget(): void {
      [digits, isOpen] = ['', false];
      unnamed.forget();
    },
    /** Tells whether a key repeats that is down: a flag alone is none. */
    isRepeat: (event: KeyboardEvent): boolean => event.repeat && down.has(event.code || event.key),
    /** Notes that a key is down or up again. */
    note(event: KeyboardEvent, isDown: boolean): void {
      if (isDown) down.add(event.code || event.key);
      else down.delete(event.code || event.key);
    },
    /** Forgets what is down: releases may go elsewhere now. */
    leave(): void {
      modifiers.leave();
      down = new Set();
    },
  };
}

/** Counts keys without a name (keyCode 229, or composing) whose text has not come: by beforeinput or compositionend. */
function createUnnamed() {
  let unread = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    get unread() {
      return unread;
    },
    /** @returns whether the key is such a one */
    press({ key, keyCode, isComposing, repeat, timeStamp }: KeyboardEvent, isFlowing: boolean): boolean {
      if (timeStamp - lastMs > LATE_TEXT_MS) unread = 0;
      if (!isComposing && keyCode !== 229 && key !== 'Unidentified') return false;
      // A handheld's own buttons have no name either, and are pressed before the burst.
      if (!repeat && (keyCode === 229 || isFlowing)) unread += 1;
      lastMs = timeStamp;
      return true;
    },
    hearText(text: string): void {
      unread = Math.max(0, unread - Math.max(1, Array.from(text).length));
    },
    forget(): void {
      unread = 0;
    },
  };
}

/** Tells whether it is a digit of the number pad in another digit's place: no layout moves those. */
function isOfOtherPlace({ key, code }: KeyboardEvent): boolean {
  const digit = /^Numpad([0-9])$/u.exec(code)?.[1];
  return digit !== undefined && /^[0-9]$/u.test(key) && key !== digit;
}

/** Returns the control character that a scanner means by Ctrl and a key: in a burst it is nobody's shortcut. */
function controlOf({ key, code }: KeyboardEvent): Key {
  const name = key.toLowerCase();
  const place = controlPlaces[code] ?? /^Key([A-Z])$/u.exec(code)?.[1]?.toLowerCase();
  const found = [name, controlSigns[name], place].find((one) => one?.length === 1 && controlKeys.includes(one));
  if (found !== undefined) return characterOf(String.fromCharCode(controlKeys.indexOf(found)));
  return named[key] || key.length === 1 ? torn : part; // Ctrl was not released
}

function characterOf(text: string): Key {
  if (text === '\r' || text === '\n') return { kind: 'end', by: 'enter' };
  return text === '\t' ? { kind: 'end', by: 'tab' } : { kind: 'character', text };
}

/** Returns the digit of a number pad's key, NumLock on or off. Alt with the upper row is a person's shortcut. */
function padDigit(event: KeyboardEvent): string | undefined {
  const digit = /^Numpad([0-9])$/u.exec(event.code)?.[1];
  if (digit !== undefined) return digit;
  // Some handhelds send digits without a key's place.
  return event.code === '' && /^[0-9]$/u.test(event.key) ? event.key : undefined;
}
