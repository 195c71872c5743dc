import { type SeenCode, createSight } from './agreement.ts';
import { type Aid, type AidEvent, nextAid } from './aid.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import type { Lack, Seen } from '#scan/decode/messages.ts';

/**
 * Sees codes in frames, and lends what these lack while there are none.
 *
 * @param listener - hears of codes as of `createSight`, and of what lacks until one is read.
 * @param lend - lends it; takes back what is lent where nothing is named.
 */
export function createAidedSight(
  rules: ReadingRules,
  listener: { onCodes(codes: readonly SeenCode[]): void; onLack(lack: Lack | undefined): void },
  lend: (lack: Lack | undefined) => void,
) {
  let aid: Aid = {};
  function tell(event: AidEvent): void {
    const before = aid;
    aid = nextAid(aid, event);
    if (aid.lent !== before.lent) lend(aid.lent);
    if (lackIn(aid) !== lackIn(before)) listener.onLack(lackIn(aid));
  }
  const sight = createSight(rules, (codes) => {
    tell({ kind: codes.length > 0 ? 'read' : 'gone' });
    listener.onCodes(codes);
  });
  return {
    onFrame({ reads, lack }: Seen, atMs: number): void {
      tell({ kind: 'frame', lack, atMs });
      sight.onFrame(reads, atMs);
    },
    pause(isPaused: boolean): void {
      tell({ kind: 'pause', isPaused });
      sight.pause(isPaused);
    },
    anew: sight.anew,
    /** There is no picture for now. */
    lost: (): void => tell({ kind: 'gone' }),
    /** A person has chosen light or zoom. */
    chosen: (): void => tell({ kind: 'chosen' }),
  };
}

/** What the person is told: it is lent, and has brought no read yet. */
function lackIn({ lent, lacked }: Aid): Lack | undefined {
  return lent && lacked?.lack;
}
