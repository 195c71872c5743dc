import { createIdleLock } from './idleLock.ts';
import { setUpByCode } from './setUpByCode.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import type { Provision } from '#wire/provisioning.ts';
import { between, momentNow } from '#device/moment.ts';
import { createPin } from '#device/pin.ts';
import { createSignIn } from './signIn.ts';

export type People = ReturnType<typeof createPeople>;

const CHECK_EVERY_MS = 5_000;

/** Who is at work on this handheld: signing in and out, the idle lock, the supervisor's PIN, and the set-up by code. */
export function createPeople(ports: PeoplePorts) {
  const { touched, lockWhereIdle, begin } = createIdleLock(ports);
  const { expire, ...pin } = createSupervisorPin(ports);

  for (const type of ['pointerdown', 'keydown', 'input'])
    addEventListener(type, touched, { capture: true, passive: true });
  ports.scanner.subscribe(touched);

  function check(): void {
    expire();
    void lockWhereIdle().catch(() => undefined);
  }
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);

  return {
    ...createSignIn(ports, begin),
    ...pin,
    setUp: (code: Provision, warehouse: string, name = '') => setUpByCode(ports, code, warehouse, name),
  };
}

const FRESH_MS = 5 * 60_000;

/** The supervisor's PIN: what it guards is open for a short while once it was entered. */
function createSupervisorPin({ keep, crypto, view, show }: PeoplePorts) {
  const pin = createPin(keep, crypto, () => performance.now());
  let enteredAt = momentNow();
  void pin.locked().catch(() => 0); // a lock that was kept runs on from now

  return {
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
