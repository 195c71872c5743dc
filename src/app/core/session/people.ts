import { createIdleLock } from './idleLock.ts';
import { setUpByCode } from './setUpByCode.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import { createSignIn } from './signIn.ts';
import { createSupervisorPin } from './supervisorPin.ts';
import type { Provision } from '#wire/provisioning.ts';

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
