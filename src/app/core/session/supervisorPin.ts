import { between, momentNow } from '#device/moment.ts';
import { createPin } from '#device/pin.ts';
import type { PeoplePorts } from './peoplePorts.ts';

const FRESH_MS = 5 * 60_000;

/** The supervisor's PIN: what it guards is open for a short while once it was entered. */
export function createSupervisorPin({ keep, crypto, view, show }: PeoplePorts) {
  const pin = createPin(keep, crypto, () => performance.now());
  let enteredAt = momentNow();
  void pin.locked().catch(() => 0); // a lock that was kept runs on from now

  return {
    /** Closes what the PIN has opened, where that was too long ago. */
    expire(): void {
      if (view().isPinFresh && between(enteredAt, momentNow()) >= FRESH_MS) show({ isPinFresh: false });
    },

    /** Ms until a PIN is taken again. */
    pinLockedMs: pin.locked,

    async enterPin(entered: string) {
      const verdict = await pin.check(entered, view().site.supervisorPin);
      if (verdict.kind === 'right') {
        enteredAt = momentNow();
        show({ isPinFresh: true });
      }
      return verdict;
    },

    /** Sets this handheld's own PIN, which closes what it guards; `undefined` takes it away. Asked for by a supervisor. */
    async setPin(entered: string | undefined): Promise<void> {
      await pin.set(entered);
      show({ hasOwnPin: entered !== undefined, isPinFresh: false });
    },
  };
}
