import { createIdleLock } from './idleLock.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import { type Provision, UnusableProvision } from '#wire/provisioning.ts';
import { between, momentNow } from '#device/moment.ts';
import { createPin } from '#device/pin.ts';
import { createSignIn } from './signIn.ts';
import { enrolAttempt } from './enrolAttempt.ts';
import { speakFor } from '#app/core/speakFor.ts';
import { ownerOf } from '#site/site.ts';
import { checkInt } from '#contract/call.ts';
import { type HandheldSettings, writeSettings } from '#device/settings.ts';
import type { Kept } from '#outbox/store/database.ts';
import { isLanguage } from '#contract/languages.ts';
import { enrolHandheld } from '#wire/enrol.ts';

export type People = ReturnType<typeof createPeople>;

const CHECK_EVERY_MS = 5_000;

/** Creates the worker's session: signing in and out, the idle lock, the supervisor's PIN, and the set-up by code. */
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

function createSupervisorPin({ keep, crypto, view, show }: PeoplePorts) {
  const pin = createPin(keep, crypto, () => performance.now());
  let enteredAt = momentNow();

  return {
    expire(): void {
      if (view().isSupervised && between(enteredAt, momentNow()) >= FRESH_MS) show({ isSupervised: false });
    },

    /** Ms until a PIN is taken again. */
    pinLockedMs: pin.locked,

    async enterPin(entered: string) {
      const verdict = await pin.check(entered, view().site.supervisorPin);
      if (verdict.kind === 'right') {
        enteredAt = momentNow();
        show({ isSupervised: true });
      }
      return verdict;
    },

    /** Opens the supervisor's part for as long as a PIN does, beside whoever is signed in. @returns whether it is a supervisor's badge */
    openByBadge(scanned: string): boolean {
      const { workers = [], supervisors } = view().site;
      const owner = ownerOf(workers, scanned);
      if (!owner || !supervisors.includes(owner.userId)) return false;
      enteredAt = momentNow();
      show({ isSupervised: true });
      return true;
    },

    /** Sets this handheld's own PIN, which closes what it guards; `undefined` takes it away. Asked for by a supervisor. */
    async setPin(entered: string | undefined): Promise<void> {
      await pin.set(entered);
      show({ hasOwnPin: entered !== undefined, isSupervised: false });
    },
  };
}

const ENROL_TIMEOUT_MS = 10_000;
const endings: readonly string[] = ['auto', 'enter', 'tab', 'none'] satisfies HandheldSettings['terminator'][];

/** Shows a one-time code under this handheld's own number: after a lost answer it is tried again, and is no other. */
async function redeemOnce(keep: Kept, code: string, name: string): Promise<void> {
  const attempt = await enrolAttempt(keep);
  const came = await enrolHandheld(fetch.bind(globalThis), { code, name, attempt }, ENROL_TIMEOUT_MS);
  if (came !== 'enrolled') throw new UnusableProvision(came);
}

/** Sets all that a code says, or nothing. @throws InvalidParameter, StorageClosed, UnusableProvision */
async function setUpByCode(
  ports: PeoplePorts,
  { key, enrol, language, scanner, ...code }: Provision,
  warehouse: string,
  name: string,
): Promise<void> {
  const { keep, vault } = ports;
  const { settings, stage, hasKey } = ports.view();
  const warehouseId = checkInt('Warehouse', code.warehouse ?? warehouse);
  const change = {
    userId: settings?.userId ?? '',
    warehouseId,
    ...(isLanguage(language) && { language }),
    ...(scanner !== undefined &&
      endings.includes(scanner) && { terminator: scanner as HandheldSettings['terminator'] }),
  };
  if (enrol !== undefined) await redeemOnce(keep, enrol, name);
  const before = key === undefined ? undefined : await vault.replace(key);
  const nowSet = await writeSettings(keep, change).catch(async (error: unknown) => {
    await before?.();
    throw error;
  });
  if (enrol !== undefined) await vault.clear(); // the gateway has it: none is left lying here
  const holds = enrol === undefined && (hasKey || key !== undefined);
  if (key !== undefined || enrol !== undefined) await ports.keyChanged();
  if (enrol !== undefined) await ports.refreshSite().catch(() => undefined); // who works here is told to the enrolled; later else
  const { site } = ports.view();
  await speakFor(nowSet, site);
  ports.changed();
  const isComplete = holds || enrol !== undefined || site.keyOnGateway;
  const isSetUp = isComplete && stage === 'first-start';
  if (isSetUp) ports.askStorage();
  const next = isSetUp ? (nowSet.userId === '' ? 'signed-out' : 'ready') : stage;
  ports.show({ settings: nowSet, hasKey: holds, stage: next });
}
