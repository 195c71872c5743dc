import type { Decoder } from '#scan/decode/decoder.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import type { Frame } from '#scan/decode/messages.ts';

/** So long without an answer, in milliseconds, and the decoder is taken for dead. Its files are loaded by then. */
const ANSWER_MS = 8_000;
/** After so many answers a decoder that replaced another may be replaced in turn. */
const PROVEN_FRAMES = 200;

/**
 * A decoder that has to answer in time, and that another one may take the place of, once.
 *
 * @param reopen - opens another decoder; without it none is replaced.
 */
export function guardDecoder(decoder: Decoder, reopen?: () => Promise<Decoder>) {
  let current = decoder;
  let answers = 0;
  let isReplaced = false;
  let waitedMs = 0;
  let giveUp: ((error: Error) => void) | undefined;

  /** What a decoder owes. @throws where it is not there in time. */
  async function inTime<T>(work: Promise<T>): Promise<T> {
    waitedMs = 0;
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      giveUp = undefined;
    }
  }

  return {
    /** @throws where it failed, or did not answer in time. */
    async decode(frame: Frame): Promise<FrameRead | undefined> {
      const read = await inTime(current.decode(frame));
      answers += 1;
      if (answers >= PROVEN_FRAMES) isReplaced = false;
      return read;
    },
    /** Whether this decoder has looked at a frame. */
    hasAnswered: (): boolean => answers > 0,
    /** Puts another one in place of this, which has failed. @throws where none may, or none could be opened. */
    async replace(error: unknown): Promise<void> {
      if (!reopen || isReplaced) throw error;
      isReplaced = true;
      answers = 0;
      current.close({ isDead: true });
      current = await inTime(reopen());
    },
    /** Time passes, in which an answer may be waited for. */
    wait(ms: number): void {
      waitedMs += ms;
      if (waitedMs > ANSWER_MS) giveUp?.(new Error('the decoder does not answer'));
    },
  };
}
