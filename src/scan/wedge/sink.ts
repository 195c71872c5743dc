/** Marks the input that takes what scanners inject as text. The screen shows it; it is never hidden or read-only. */
const SINK_ATTRIBUTE = 'data-scan-sink';
export const SINK = `[${SINK_ATTRIBUTE}]`;

/** Marks the one of index.html: there before the first screen, and on screens that show none of their own. */
export const ANYWHERE = '[data-scan-anywhere]';

/** Marks a text field that a scan fills while it has the focus (a search, a value to be corrected, a key). */
export const ACCEPT_ATTRIBUTE = 'data-accept-scan';

/** Marks a text field for what a person types alone (a PIN, a code by hand): a scan never enters it. */
export const TYPED_ATTRIBUTE = 'data-typed';

/** Attributes of the sink's `<input>`: no soft keyboard, no suggestions, nothing remembered. */
export const sinkAttributes = {
  [SINK_ATTRIBUTE]: '',
  type: 'text',
  inputMode: 'none',
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  enterKeyHint: 'done',
} as const;

/** Tells whether an element is a sink: the screen's or the page's. */
export function isSink(element: Element): boolean {
  return element.matches(`${SINK}, ${ANYWHERE}`);
}

/** Tells whether a sink has the focus. Asks for no layout, as giving the focus does. */
export function hasSinkFocus({ activeElement }: Document): boolean {
  return activeElement !== null && isSink(activeElement);
}

/**
 * Puts the focus into the screen's sink, or the page's where it has none, unless a person is in a text field. Call it
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
  const own = document.querySelector<HTMLElement>(SINK);
  const sink = own ?? document.querySelector<HTMLElement>(ANYWHERE);
  sink?.focus({ preventScroll: true });
  return sink !== null && document.activeElement === sink;
}
