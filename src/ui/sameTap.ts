/** A tap so soon after another, in milliseconds, is the same one, of a hand that shakes. */
export const SAME_TAP_MS = 500;
/** A storage that does not answer for longer, in milliseconds, keeps no tap from the app. */
const LONGEST_MS = 3_000;

/** Takes no tap while this is done, and so long after it: what comes under the thumb then was not meant. @param longestMs - after which taps are taken again, done or not */
export async function noTapUntil(done: Promise<unknown>, longestMs = LONGEST_MS): Promise<void> {
  const pass = (tap: Event): void => {
    tap.preventDefault();
    tap.stopPropagation();
  };
  const end = (): void => removeEventListener('click', pass, { capture: true });
  addEventListener('click', pass, { capture: true });
  const longest = setTimeout(end, longestMs);
  await done.catch(() => undefined);
  clearTimeout(longest);
  setTimeout(end, SAME_TAP_MS);
}
