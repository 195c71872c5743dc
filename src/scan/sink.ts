/** Marks the input that takes what scanners inject as text. The screen shows it; it is never hidden or read-only. */
const SINK_ATTRIBUTE = 'data-scan-sink';

/** Marks a text field that may keep a scan (a field for a key or an address in the settings). */
export const ACCEPT_ATTRIBUTE = 'data-accept-scan';

/** What the sink's `<input>` must carry: no soft keyboard, no suggestions, nothing remembered. */
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

export function isSink(element: Element): boolean {
  return element.hasAttribute(SINK_ATTRIBUTE);
}

/**
 * Puts the focus into the screen's sink, unless a person is in a text field. Call it after a result or when a screen
 * opens, never on blur (WCAG 2.1.2) and never inside a click handler (Chrome then shows the soft keyboard).
 *
 * @returns whether the sink has the focus now.
 */
export function focusSink(document: Document): boolean {
  const active = document.activeElement;
  if (active && isSink(active)) return true;
  if (active?.matches('input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea')) return false;
  document.querySelector<HTMLElement>(`[${SINK_ATTRIBUTE}]`)?.focus({ preventScroll: true });
  return document.activeElement?.hasAttribute(SINK_ATTRIBUTE) ?? false;
}
