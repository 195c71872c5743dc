/** A tap so soon after another, in milliseconds, is the same one, of a hand that shakes. */
export const SAME_TAP_MS = 500;

/** Takes no tap while this is done, and so long after it: what comes under the thumb then was not meant. */
export async function noTapUntil(done: Promise<unknown>): Promise<void> {
  const pass = (tap: Event): void => {
    tap.preventDefault();
    tap.stopPropagation();
  };
  addEventListener('click', pass, true);
  await done.catch(() => undefined);
  setTimeout(() => removeEventListener('click', pass, true), SAME_TAP_MS);
}
