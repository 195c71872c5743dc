/** A browser that is driven by W3C WebDriver: by its classic commands, or by BiDi, which takes the same actions. */
export interface Engine {
  /** Its name and version, by its own word. */
  readonly version: string;
  /** Opens an address, and waits until it has loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns what an expression comes to in the page, as JSON tells it; a promise is waited for. */
  read<T>(expression: string): Promise<T>;
  /** Gives input as a hand or a laser would. Source: W3C WebDriver, Actions. */
  act(sources: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** Runs a function in the page, where it is known by its text alone. */
export function call<A, R>(engine: Engine, run: (given: A) => R, given: A): Promise<Awaited<R>> {
  return engine.read(`(${String(run)})(${JSON.stringify(given)})`);
}

const ENTER = '\uE007';

/** Types a code as a laser does: key by key in one batch, and Enter. */
export async function scan(engine: Engine, text: string): Promise<void> {
  const actions = [...Array.from(text), ENTER].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await engine.act([{ type: 'key', id: 'laser', actions }]);
}

/**
 * Taps the first element of that selector that is shown and has the text in it.
 *
 * @returns whether there was one that a finger could reach.
 */
export async function tap(engine: Engine, selector: string, text: string): Promise<boolean> {
  const place = await call(engine, placeOf, [selector, text]);
  if (!place) return false;
  const actions = [
    { type: 'pointerMove', ...place },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  await engine.act([{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }]);
  return true;
}

/** In the page: the middle of the element, where a finger would reach it there. */
function placeOf([selector, text]: [string, string]): { x: number; y: number } | null {
  const shown = [...document.querySelectorAll(selector)].find(
    (one) => one.checkVisibility() && one.textContent.includes(text),
  );
  if (!shown) return null;
  shown.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = shown.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  return shown.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
}
