/** A key by what it is for the wedge. */
export type Key =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'end'; readonly by: 'enter' | 'tab' }
  | { readonly kind: 'back' }
  | { readonly kind: 'escape' }
  /** A part of a longer sequence; it has no meaning of its own. */
  | { readonly kind: 'part' }
  /** None of the wedge's business. */
  | { readonly kind: 'other' };

export type KeyReader = ReturnType<typeof createKeyReader>;

const other: Key = { kind: 'other' };
const part: Key = { kind: 'part' };
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
const modifiers = ['Control', 'Shift', 'Meta', 'AltGraph', 'CapsLock'];
const named: Readonly<Record<string, Key>> = {
  Enter: { kind: 'end', by: 'enter' },
  Tab: { kind: 'end', by: 'tab' },
  Backspace: { kind: 'back' },
  Escape: { kind: 'escape' },
};
const MAX_CODE_POINT = 0x10ffff;

/** Reads key events, and characters that scanners enter as Alt and digits of the number pad. */
export function createKeyReader() {
  let digits = '';

  return {
    /** Reads one press. @param isFlowing - tells whether a scanner is typing right now: then Ctrl with a key is a control character. */
    press(event: KeyboardEvent, isFlowing: () => boolean): Key {
      // Composing, or a key without a name (keyCode 229): its text comes by beforeinput or compositionend.
      if (event.isComposing || event.keyCode === 229 || event.key === 'Unidentified') return other;
      const isAltGraph = event.getModifierState('AltGraph');
      if (event.altKey && !isAltGraph) {
        if (event.key === 'Alt') return other;
        const digit = padDigit(event);
        digits = digit === undefined ? '' : digits + digit;
        return digit === undefined ? other : part;
      }
      if ((event.ctrlKey || event.metaKey) && !isAltGraph) {
        return event.ctrlKey && !modifiers.includes(event.key) && isFlowing() ? controlOf(event) : other;
      }
      if (event.shiftKey && event.key === 'Tab') return other;
      const ofFunction = functionKeys[Number(/^F([0-9]{1,2})$/u.exec(event.key)?.[1]) - 1];
      if (ofFunction !== undefined) return isFlowing() ? characterOf(ofFunction) : other;
      return named[event.key] ?? (Array.from(event.key).length === 1 ? characterOf(event.key) : other);
    },
    /** Returns the character that the digits typed with Alt are; called when Alt is released, or a key comes without it. */
    endAlt(): Key {
      const code = Number(digits);
      const isComplete = digits !== '' && code > 0 && code <= MAX_CODE_POINT;
      digits = '';
      return isComplete ? characterOf(String.fromCodePoint(code)) : other;
    },
  };
}

/** Returns the control character that a scanner means by Ctrl and a key: in a burst it is nobody's shortcut. */
function controlOf({ key, code }: KeyboardEvent): Key {
  const name = key.toLowerCase();
  const place = controlPlaces[code] ?? /^Key([A-Z])$/u.exec(code)?.[1]?.toLowerCase();
  const found = [name, controlSigns[name], place].find((one) => one?.length === 1 && controlKeys.includes(one));
  return found === undefined ? part : characterOf(String.fromCharCode(controlKeys.indexOf(found)));
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
