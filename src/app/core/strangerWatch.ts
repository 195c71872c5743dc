import type { Hello } from '#wire/hello.ts';

/** Milliseconds for which something else has to answer under the gateway's address before it is said: a front may be starting. */
const SAID_AFTER_MS = 60_000;

/** Watches what answers in the gateway's place. @param monotonic - milliseconds since any moment; never set */
export function createStrangerWatch(monotonic: () => number) {
  let since: number | undefined;
  let isStranger = false;
  return {
    /** The end of a look for the gateway. */
    met(found: Hello | 'stranger' | undefined): void {
      isStranger = found === 'stranger';
      if (isStranger) since ??= monotonic();
      else if (found) since = undefined;
    },
    /** Says of a gateway that does not answer that something else does, for so long that somebody has to see to it. */
    away: (): 'unreachable' | 'stranger' =>
      isStranger && since !== undefined && monotonic() - since >= SAID_AFTER_MS ? 'stranger' : 'unreachable',
  };
}
