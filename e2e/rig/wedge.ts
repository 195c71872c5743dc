import type { CDPSession, Page } from '@playwright/test';

/** Key that a scanner types after a code. */
export type Terminator = 'Enter' | 'Tab' | 'none';

interface KeyStroke {
  readonly key: string;
  readonly code: string;
  readonly text?: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers?: number;
  /** Unix time in seconds; absent: now. */
  readonly timestamp?: number;
}

/** No hand pulls the trigger again so soon: Scanline takes what comes within a key gap (100 ms) for the same pull. */
const HAND_MS = 130;
/** A code that comes sooner before or behind a pull of several codes is taken for a part of it. */
const BURST_MS = 260;
/** A test's hand leaves more: what goes through DevTools comes in fits and starts, and two scans in one are a burst. */
const CALM_MS = BURST_MS + 40;
const ENDED = /[\r\n\t]$/u;
/** Time at which the last code was ended on a page. */
const endedAt = new WeakMap<object, number>();

/** @returns resolves when a hand can have pulled the trigger again; nothing where it can now: no turn is lost then */
export function handAgain(page: object, handMs = CALM_MS): Promise<void> | undefined {
  const leftMs = (endedAt.get(page) ?? Number.NEGATIVE_INFINITY) + handMs - performance.now();
  return leftMs > 0 ? new Promise((resolve) => setTimeout(resolve, leftMs + 2)) : undefined; // a timer may be early
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The page's own DevTools session, one for all bursts. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/**
 * Types a code as a laser does: all key events as one batch, none waiting for the one before. Where the last code was
 * ended just now it waits for the hand.
 *
 * @param gapMs - pause before each key, in milliseconds; then the keys are sent one by one.
 */
export async function burst(
  page: Page,
  text: string,
  { terminator = 'Enter', gapMs }: { terminator?: Terminator; gapMs?: (index: number) => number } = {},
): Promise<void> {
  const keys = [...Array.from(text, keyOf), ...(terminator === 'none' ? [] : [named[terminator]])];
  const hand = handAgain(page);
  if (hand) await hand;
  await press(page, keys, gapMs);
  if (terminator !== 'none' || ENDED.test(text)) endedAt.set(page, performance.now());
}

/**
 * Types the codes of one pull, Enter and Tab inside it too: `\r` and `\t`. Nothing in it waits for a hand.
 *
 * @param atMs - Unix ms, maybe over: its keys say that they were pressed then, 2 ms apart. @default now, once a hand can
 */
export async function pull(page: Page, text: string, atMs?: number): Promise<void> {
  const keys = Array.from(text, (one) => (one === '\r' ? named.Enter : one === '\t' ? named.Tab : keyOf(one)));
  if (atMs === undefined) await burstOver(page);
  await press(
    page,
    keys.map((key, index) => ({ ...key, ...(atMs !== undefined && { timestamp: (atMs + 2 * index) / 1_000 }) })),
  );
  endedAt.set(page, performance.now() + BURST_MS - HAND_MS);
}

/** Resolves when nothing that comes is taken for a part of the codes before it. */
export async function burstOver(page: object): Promise<void> {
  await handAgain(page, BURST_MS);
}

/**
 * The same burst, ended by Enter, by any DevTools connection.
 *
 * @param send - sends one command.
 * @param gapMs - milliseconds before each key; 0: all in one batch.
 */
export async function burstBy(
  send: (method: string, parameters: object) => Promise<unknown>,
  text: string,
  gapMs: number,
): Promise<void> {
  await handAgain(send, HAND_MS);
  const keys = [...Array.from(text, keyOf), named.Enter];
  await pressBy((key) => send('Input.dispatchKeyEvent', key), keys, gapMs > 0 ? () => gapMs : undefined);
  endedAt.set(send, performance.now());
}

/** Presses keys as one batch, or with pauses. */
async function press(page: Page, keys: readonly KeyStroke[], gapMs?: (index: number) => number): Promise<void> {
  const session = await sessionOf(page);
  await pressBy((parameters) => session.send('Input.dispatchKeyEvent', parameters), keys, gapMs);
}

async function pressBy(
  dispatch: (key: KeyStroke & { readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp' }) => Promise<unknown>,
  keys: readonly KeyStroke[],
  gapMs?: (index: number) => number,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const [index, key] of keys.entries()) {
    if (gapMs) await new Promise((resolve) => setTimeout(resolve, gapMs(index)));
    sent.push(dispatch({ type: key.text === undefined ? 'rawKeyDown' : 'keyDown', ...key }));
    const { text: _, ...released } = key;
    sent.push(dispatch({ type: 'keyUp', ...released }));
  }
  await Promise.all(sent);
}

/** Enters a character as scanners do that know no key for it: Alt held, and its number on the number pad. */
export async function altDigits(page: Page, digits: string): Promise<void> {
  const session = await sessionOf(page);
  const alt = { key: 'Alt', code: 'AltLeft', windowsVirtualKeyCode: 18 };
  const sent = [session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...alt, modifiers: ALT })];
  for (const digit of digits) {
    const key = { key: digit, code: `Numpad${digit}`, windowsVirtualKeyCode: 96 + Number(digit), modifiers: ALT };
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }));
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }));
  }
  sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...alt }));
  await Promise.all(sent);
}

/** Puts a text in at once, as an input method does (DataWedge from Android 10): no key events. */
export async function injectText(page: Page, text: string): Promise<void> {
  const hand = text.length > 1 ? handAgain(page) : undefined;
  if (hand) await hand;
  const session = await sessionOf(page);
  await session.send('Input.insertText', { text });
  if (ENDED.test(text)) endedAt.set(page, performance.now());
}

/** Composes a text step by step and commits it, as an input method with suggestions does. */
export async function composeText(page: Page, text: string): Promise<void> {
  const session = await sessionOf(page);
  for (let length = 1; length <= text.length; length += 1) {
    const part = text.slice(0, length);
    await session.send('Input.imeSetComposition', { text: part, selectionStart: length, selectionEnd: length });
  }
  await session.send('Input.insertText', { text });
}

/** Types a code as a keyboard does that names no key (229): each text comes by itself, without a `keydown` that tells. */
export async function unnamedKeys(page: Page, texts: Iterable<string>): Promise<void> {
  const hand = handAgain(page);
  if (hand) await hand;
  const session = await sessionOf(page);
  const key = { key: 'Unidentified', code: '', windowsVirtualKeyCode: 229 };
  const sent: Promise<unknown>[] = [];
  for (const text of texts) {
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }));
    sent.push(session.send('Input.insertText', { text }));
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }));
  }
  await Promise.all(sent);
  if (sent.length > 0) endedAt.set(page, performance.now());
}

/** Presses one key that types nothing: F8, or a letter with Ctrl, whose own key goes down and up. */
export async function specialKey(page: Page, key: string, withCtrl: boolean): Promise<void> {
  const session = await sessionOf(page);
  const parameters = { key, code: '', windowsVirtualKeyCode: 0, ...(withCtrl && { modifiers: CTRL }) };
  const ctrl = { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 };
  const sent: object[] = [
    { type: 'rawKeyDown', ...parameters },
    { type: 'keyUp', ...parameters },
  ];
  const all = withCtrl ? [{ type: 'rawKeyDown', ...ctrl, modifiers: CTRL }, ...sent, { type: 'keyUp', ...ctrl }] : sent;
  await Promise.all(all.map((one) => session.send('Input.dispatchKeyEvent', one as KeyStroke & { type: 'keyUp' })));
}

/** Types a code, and Enter, with a modifier's flag on every key, as some scanners do: its own key never goes down. */
export async function flaggedKeys(page: Page, text: string, modifiers: number): Promise<void> {
  const hand = handAgain(page);
  if (hand) await hand;
  const keys = [...Array.from(text, keyOf), named.Enter];
  await press(
    page,
    keys.map(({ text: _text, ...key }) => ({ ...key, code: '', modifiers: modifiers | (key.modifiers ?? 0) })),
  );
  endedAt.set(page, performance.now());
}

export const ALT = 1;
export const CTRL = 2;
const SHIFT = 8;

const named: Readonly<Record<Exclude<Terminator, 'none'>, KeyStroke>> = {
  Enter: { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
};

function keyOf(character: string): KeyStroke {
  const upper = character.toUpperCase();
  const isLetter = /^[A-Z]$/u.test(upper);
  const isDigit = /^[0-9]$/u.test(character);
  return {
    key: character,
    code: isLetter ? `Key${upper}` : isDigit ? `Digit${character}` : character === ' ' ? 'Space' : '',
    text: character,
    windowsVirtualKeyCode: isLetter || isDigit || character === ' ' ? upper.charCodeAt(0) : 0,
    ...(isLetter && character === upper && { modifiers: SHIFT }),
  };
}
