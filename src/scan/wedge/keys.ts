import { GS } from '#scan/normalise.ts';

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
const separator: Key = { kind: 'character', text: GS };
/** Control characters that scanners send as Ctrl and a key. Source: Honeywell and Zebra "function key mapping". */
const controls: Readonly<Record<string, Key>> = {
  ']': separator,
  j: { kind: 'end', by: 'enter' },
  m: { kind: 'end', by: 'enter' },
};
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
    /** @param isFlowing - whether a scanner is typing right now: then Ctrl with a key is a control character. */
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
        return (event.ctrlKey && isFlowing() ? controls[event.key.toLowerCase()] : undefined) ?? other;
      }
      if (event.shiftKey && event.key === 'Tab') return other;
      if (event.key === 'F8') return isFlowing() ? separator : other; // Honeywell's key for it, where Ctrl+X is off
      return named[event.key] ?? (Array.from(event.key).length === 1 ? characterOf(event.key) : other);
    },
    /** What the digits typed with Alt come to; called when Alt is released, or a key comes without it. */
    endAlt(): Key {
      const code = Number(digits);
      const isComplete = digits !== '' && code > 0 && code <= MAX_CODE_POINT;
      digits = '';
      return isComplete ? characterOf(String.fromCodePoint(code)) : other;
    },
  };
}

function characterOf(text: string): Key {
  if (text === '\r' || text === '\n') return { kind: 'end', by: 'enter' };
  return text === '\t' ? { kind: 'end', by: 'tab' } : { kind: 'character', text };
}

/** The digit of a number pad's key, NumLock on or off. Alt with the upper row is a person's shortcut. */
function padDigit(event: KeyboardEvent): string | undefined {
  const digit = /^Numpad([0-9])$/u.exec(event.code)?.[1];
  if (digit !== undefined) return digit;
  // Some handhelds send digits without a key's place.
  return event.code === '' && /^[0-9]$/u.test(event.key) ? event.key : undefined;
}
