import type { Piece } from './tempo.ts';

/** Marks the input that takes what scanners inject as text, while a screen takes scans. It is never hidden or read-only. */
const SINK_ATTRIBUTE = 'data-scan-sink';
export const SINK = `[${SINK_ATTRIBUTE}]`;

/** Marks the one of index.html, before all else on the page: there before the first screen, and for every screen the same. */
export const ANYWHERE = '[data-scan-anywhere]';

/** Marks a text field that a scan fills while it has the focus (a search, a value to be corrected, a key). */
export const ACCEPT_ATTRIBUTE = 'data-accept-scan';

/** Marks a text field for what a person types alone (a PIN, a code by hand): a scan never enters it. */
const TYPED_ATTRIBUTE = 'data-typed';

/**
 * Makes the page's field the sink of a screen that takes scans: it is a stop of Tab, the first one, so that all that is on
 * the screen is reached forward from it. @returns ends that
 */
export function markSink(document: Document): () => void {
  const field = document.querySelector<HTMLElement>(ANYWHERE);
  field?.setAttribute(SINK_ATTRIBUTE, '');
  if (field) field.tabIndex = 0;
  return () => {
    field?.removeAttribute(SINK_ATTRIBUTE);
    if (field) field.tabIndex = -1;
  };
}

/** Tells whether an element is a sink. */
function isSink(element: Element): boolean {
  return element.matches(`${SINK}, ${ANYWHERE}`);
}

/** Tells whether a sink has the focus. Asks for no layout, as giving the focus does. */
export function hasSinkFocus({ activeElement }: Document): boolean {
  return activeElement !== null && isSink(activeElement);
}

/**
 * Puts the focus into the sink, unless a person is in a text field. Call it
 * after a result or when a screen opens, never on blur (WCAG 2.1.2) and never inside a click handler (Chrome then shows
 * the soft keyboard).
 *
 * @returns whether a sink has the focus now.
 */
export function focusSink(document: Document): boolean {
  const active = document.activeElement;
  const isPersons =
    active?.matches('input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea') === true;
  if (active && isPersons && !isSink(active)) return false;
  const sink = document.querySelector<HTMLElement>(`${SINK}, ${ANYWHERE}`);
  sink?.focus({ preventScroll: true });
  return sink !== null && document.activeElement === sink;
}

/**
 * Target of keys. `sink`: the wedge's own input; `page`: nothing has the focus; `control`: a button, a link, a list;
 * `field`: a text field, which keeps what a person types and nothing else; `own`: text of its own, left alone.
 */
export type KeyTarget = 'sink' | 'page' | 'control' | 'field' | 'own';

/** A field that a person can type into. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

const NOT_TEXT = /^(?:button|submit|reset|image|checkbox|radio|file|range|color|hidden)$/;

/** Tells where keys go that have this target. */
export function keyTargetOf(target: EventTarget | undefined): KeyTarget {
  if (!isElement(target) || target.localName === 'body' || target.localName === 'html') return 'page';
  if (isSink(target)) return 'sink';
  if (isTextField(target)) return 'field';
  return (target as HTMLElement).isContentEditable ? 'own' : 'control';
}

/** Tells whether it is a field that a person can type into. */
export function isTextField(target: EventTarget | undefined): target is TextField {
  if (!isElement(target)) return false;
  const { localName } = target;
  if (localName !== 'textarea' && (localName !== 'input' || NOT_TEXT.test((target as HTMLInputElement).type)))
    return false;
  const field = target as TextField;
  return !field.readOnly && !field.disabled;
}

/** Longest whole number that a field for numbers keeps when it comes at once: label codes are longer. */
const OWN_DIGITS = 5;

/**
 * Tells whether a text that came at once is a number for this field and no scan: a field for numbers (`inputmode` decimal or
 * numeric) keeps what has a decimal separator, which no label's code has, and a short whole number without an ending.
 * Help for entry by voice, by suggestion or by a scale that types would otherwise be taken for a scanner.
 */
export function isOwnNumber(target: EventTarget | undefined, text: string, isEnded: boolean): boolean {
  if (!isTextField(target) || target.hasAttribute(TYPED_ATTRIBUTE)) return false;
  if (target.inputMode !== 'decimal' && target.inputMode !== 'numeric') return false;
  if (/^[+-]?(?=.*[.,])[0-9.,]{1,12}$/.test(text)) return true;
  return !isEnded && new RegExp(`^[+-]?[0-9]{1,${OWN_DIGITS}}$`).test(text);
}

/**
 * Tells whether a text that came at once is a person's: a field for what is typed, or for what a scan replaces, keeps it where
 * no ending came with it. Help for entry by voice puts it in so.
 */
export function isEntry(field: TextField, text: string): boolean {
  return [ACCEPT_ATTRIBUTE, TYPED_ATTRIBUTE].some((name) => field.hasAttribute(name)) && !/[\r\n]$/u.test(text);
}

export type FieldWatch = ReturnType<typeof createFieldWatch>;

/** Watches keys that go into text fields, to take a scanner's back out. */
export function createFieldWatch() {
  let pieces: readonly Piece[] = [];
  /** Of the fields that the pieces went into, the last one first: the focus may move in the middle of a burst. */
  let before: readonly Snapshot[] = [];

  function forget(): void {
    before = [];
    pieces = [];
  }

  return {
    get pieces() {
      return pieces;
    },
    /** The field that the last piece went into. */
    get field() {
      return before[0]?.field;
    },
    /** Notes a character before the field changes. @param breakMs - a longer pause begins anew, in milliseconds. */
    note(field: TextField, piece: Piece, breakMs: number): void {
      const last = pieces[pieces.length - 1];
      if (last && piece.atMs - last.atMs > breakMs) forget();
      pieces = [...pieces, piece];
      this.keep(field);
    },
    /** Keeps what stands in a field before the last noted character changes it. */
    keep(field: TextField): void {
      const isKept = pieces.length === 0 || before.some((one) => one.field === field);
      if (!isKept) before = [snapshotOf(field), ...before];
    },
    /** Puts value and selection back to what they were before the first noted character. */
    restore(): void {
      for (const one of before) restore(one);
      forget();
    },
    forget,
  };
}

/** The content and the selection of a field. */
export interface Snapshot {
  readonly field: TextField;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Returns the content and the selection of a field as they are now. */
export function snapshotOf(field: TextField): Snapshot {
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Puts a scan in the place of all that stands in a field. */
export function fillField(field: TextField, text: string): void {
  restore({ field, value: text, start: text.length, end: text.length });
}

/** Puts a field's content back so that React sees it: by the prototype's setter, and with an `input` event. */
export function restore({ field, value, start, end }: Snapshot): void {
  const prototype: object = Object.getPrototypeOf(field) as object;
  Reflect.set(prototype, 'value', value, field);
  // A field of type number has no selection to set.
  if (start !== null && end !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function isElement(target: EventTarget | undefined): target is Element {
  return target !== undefined && 'localName' in target;
}
