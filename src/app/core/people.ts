import { dropPins } from './dropPins.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import type { BaseView } from './baseView.ts';
import { draftsOf } from './draftsOf.ts';
import type { StartedScanner } from './scanner.ts';
import { newId } from './ports.ts';
import { speakFor } from './speakFor.ts';
import { checkInt } from '#contract/values.ts';
import { createPin } from '#device/pin.ts';
import { type Moment, between } from '#device/moment.ts';
import { type Session, idleMs, readSession, writeSession } from '#device/session.ts';
import { type Settings, writeSettings } from '#device/settings.ts';
import type { Vault } from '#device/vault.ts';
import { workerOf } from '#device/workers.ts';
import type { Kept } from '#outbox/store/kept.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { isLanguage } from '#contract/languages.ts';
import { enrol as redeem } from '#wire/enrol.ts';
import { type Provision, UnusableProvision } from '#wire/provisioning.ts';

export interface PeoplePorts {
  readonly keep: Kept;
  readonly vault: Vault;
  readonly crypto: Crypto;
  readonly outbox: Pick<Outbox, 'list' | 'getMany' | 'view'>;
  readonly scanner: Pick<StartedScanner, 'dropRepeat' | 'subscribe'>;
  readonly view: () => BaseView;
  readonly show: (change: Partial<BaseView>) => void;
  /** A worker's draft of a task. */
  readonly draftOf: (task: string, userId: string) => Draft;
  /** Another access key is kept. */
  readonly keyChanged: () => Promise<void>;
  /** What is set here has changed: the other pages and the queue are to know. */
  readonly changed: () => void;
  /** Asks the browser to keep the storage, after the first start. */
  readonly askStorage: () => void;
}

export type People = ReturnType<typeof createPeople>;

const LOOK_EVERY_MS = 5_000;
/** The least time between two notes of when somebody was last there. */
const NOTE_EVERY_MS = 20_000;
const PIN_FRESH_MS = 5 * 60_000;
const ATTEMPT = 'enrol-attempt';
const ENROL_TIMEOUT_MS = 10_000;
const endings: readonly string[] = ['auto', 'enter', 'tab', 'none'] satisfies Settings['terminator'][];

/** Who is at work on this handheld: signing in and out, the idle lock, the supervisor's PIN, and the set-up by code. */
export function createPeople(ports: PeoplePorts) {
  const { keep, view, show } = ports;
  const pin = createPin(keep, ports.crypto, () => performance.now());
  const now = (): Moment => ({ wall: Date.now(), page: performance.now() });
  let last = now();
  let notedAt = Number.NEGATIVE_INFINITY;
  let pinAt = last;

  async function keepSession(session: Session): Promise<void> {
    await writeSession(keep, session);
    ports.changed();
  }

  function isIdle(): boolean {
    const limit = idleMs(view().site);
    return limit > 0 && view().stage === 'ready' && between(last, now()) >= limit;
  }

  /** Locks at once, and then looks whether another page of this browser was at work meanwhile. */
  async function lockWhereIdle(): Promise<void> {
    if (view().isPinFresh && between(pinAt, now()) >= PIN_FRESH_MS) show({ isPinFresh: false });
    if (!isIdle()) return;
    const session = { ...view().session, isLocked: true };
    closeDialogs();
    show({ session, stage: 'locked', isPinFresh: false });
    const { seenAt = 0 } = await readSession(keep);
    const away = Date.now() - seenAt;
    if (seenAt > last.wall + NOTE_EVERY_MS && away >= 0 && away < idleMs(view().site)) {
      touched();
      show({ session: { ...session, isLocked: false }, stage: 'ready' });
      return;
    }
    await keepSession(session);
  }

  /** Somebody is there. What comes after too long a time is no sign of the one who was there before. */
  function touched(): void {
    if (isIdle()) return void lockWhereIdle().catch(() => undefined);
    last = now();
    if (idleMs(view().site) === 0 || view().stage !== 'ready' || last.page - notedAt < NOTE_EVERY_MS) return undefined;
    notedAt = last.page;
    return void keep.note('session', { ...view().session, seenAt: last.wall }).catch(() => undefined);
  }

  for (const type of ['pointerdown', 'keydown', 'input'])
    addEventListener(type, touched, { capture: true, passive: true });
  ports.scanner.subscribe(touched);
  const look = (): void => void lockWhereIdle().catch(() => undefined);
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  void pin.locked().catch(() => 0); // a lock that was kept runs on from now

  /** Shows a one-time code under this handheld's own number: after a lost answer it is tried again, and is no other. */
  async function redeemOnce(code: string, name: string): Promise<void> {
    const kept = await keep.read(ATTEMPT);
    const attempt = typeof kept === 'string' ? kept : newId();
    if (attempt !== kept) await keep.write(ATTEMPT, attempt);
    const came = await redeem(fetch.bind(globalThis), { code, name, attempt }, ENROL_TIMEOUT_MS);
    if (came !== 'enrolled') throw new UnusableProvision(came);
  }

  /** Whether the next one has to see what a worker leaves. */
  async function leaves(userId: string): Promise<boolean> {
    if (draftsOf(userId).length > 0) return true;
    const { list, getMany, view: ofOutbox } = ports.outbox;
    const lists = await Promise.all([
      getMany(ofOutbox().unseen),
      ...(['unconfirmed', 'held', 'waiting', 'sending'] as const).map((state) => list(state, 500)),
    ]);
    return lists.some((calls) => calls.some(({ operator }) => operator === userId));
  }

  return {
    /**
     * A badge that was scanned, or an id that was typed.
     *
     * @param isConfirmed - whether the person has said that it is an id, where nobody knows the workers.
     * @returns `unknown`: nobody is known by it, and nothing has changed; `ask`: it may be no id at all; `back`: the
     *   worker is where he was; `started`: another worker begins.
     * @throws InvalidParameter, StorageClosed
     */
    async signIn(
      text: string,
      isTyped: boolean,
      isConfirmed: boolean,
    ): Promise<'unknown' | 'ask' | 'back' | 'started'> {
      const { settings, site, session, shift } = view();
      const worker = workerOf(site.workers, text, isTyped);
      if (!worker || !settings) return 'unknown';
      const { userId, byBadge } = worker;
      const isSame = userId === settings.userId;
      if (!isSame && !site.workers && !isConfirmed) return 'ask';
      const at = Date.now();
      const before = isSame || settings.userId === '' ? session.before : { userId: settings.userId, at };
      const next = { byBadge, seenAt: at, ...(before && { before }) };
      if (!isSame) dropPins(ports.draftOf, settings.userId);
      const mustSee = !isSame && settings.userId !== '' && (await leaves(settings.userId));
      const nowSet = isSame ? settings : await writeSettings(keep, { ...settings, userId });
      await keepSession(next);
      ports.scanner.dropRepeat(text);
      last = now();
      if (!isSame) history.pushState(null, '', mustSee ? '/hand-over' : '/');
      show({
        settings: nowSet,
        session: next,
        stage: 'ready',
        isPinFresh: false,
        shift: isSame ? shift : shift + 1,
      });
      return isSame ? 'back' : 'started';
    },

    async signOut(): Promise<void> {
      const session = { ...view().session, isOut: true, byBadge: false };
      closeDialogs();
      dropPins(ports.draftOf, view().settings?.userId ?? '');
      await keepSession(session);
      show({ session, stage: 'signed-out', isPinFresh: false });
    },

    /** Another page has changed who is at work. */
    async lookAgain(): Promise<void> {
      const session = await readSession(keep);
      const { stage } = view();
      if (stage !== 'ready' && stage !== 'locked' && stage !== 'signed-out') return show({ session });
      const shut = session.isOut ? 'signed-out' : session.isLocked ? 'locked' : undefined;
      if (!shut) last = now();
      return show({ session, stage: shut ?? 'ready' });
    },

    /** Ms until a PIN is taken again. */
    pinLockedMs: pin.locked,

    async enterPin(entered: string) {
      const verdict = await pin.check(entered, view().site.supervisorPin);
      if (verdict.kind === 'right') {
        pinAt = now();
        show({ isPinFresh: true });
      }
      return verdict;
    },

    /** Sets this handheld's own PIN, which closes what it guards; `undefined` takes it away. Asked for by a supervisor. */
    async setPin(entered: string | undefined): Promise<void> {
      await pin.set(entered);
      show({ hasOwnPin: entered !== undefined, isPinFresh: false });
    },

    /**
     * Sets what a code says, all of it or nothing.
     *
     * @param warehouse - where the code says none.
     * @param name - what this handheld is to be called, where the code enrols it; empty: as the supervisor wrote it.
     * @throws InvalidParameter, StorageClosed; UnusableProvision where the code could not be redeemed
     */
    async setUp({ key, enrol, language, scanner, ...code }: Provision, warehouse: string, name = ''): Promise<void> {
      const { settings, site, stage, hasKey } = view();
      const warehouseId = checkInt('Warehouse', code.warehouse ?? warehouse);
      const change = {
        userId: settings?.userId ?? '',
        warehouseId,
        ...(isLanguage(language) && { language }),
        ...(scanner !== undefined && endings.includes(scanner) && { terminator: scanner as Settings['terminator'] }),
      };
      if (enrol !== undefined) await redeemOnce(enrol, name);
      const before = key === undefined ? undefined : await ports.vault.replace(key);
      let nowSet: Settings;
      try {
        nowSet = await writeSettings(keep, change);
      } catch (error) {
        await before?.();
        throw error;
      }
      if (enrol !== undefined) await ports.vault.clear(); // the gateway has it: none is left lying here
      const holds = enrol === undefined && (hasKey || key !== undefined);
      if (key !== undefined || enrol !== undefined) await ports.keyChanged();
      await speakFor(nowSet, site);
      ports.changed();
      const isComplete = holds || enrol !== undefined || site.keyOnGateway;
      const isSetUp = isComplete && stage === 'first-start';
      if (isSetUp) ports.askStorage();
      const next = isSetUp ? (nowSet.userId === '' ? 'signed-out' : 'ready') : stage;
      show({ settings: nowSet, hasKey: holds, stage: next });
    },
  };
}

/** A dialog is over everything, also over the one that asks who it is; what belongs to a screen comes back with it. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
}
