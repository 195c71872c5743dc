import type { AppView } from './appView.ts';
import type { SavingBeside } from './journal.ts';
import type { KeptHere } from './keptHere.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { once } from '#contract/once.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { StartedScanner } from '#tasks/scanner/scanner.ts';
import type { Sending } from './sending.ts';
import { siteHere } from './startUp.ts';
import { judge } from '#contract/judging.ts';
import { likenessOf } from '#tasks/task/codeLikeness.ts';
import { type LearntRoles, learnFromDisk, learnLookUp, learnRoles } from '#tasks/task/learntRoles.ts';
import { type TaughtRule, writeTaught } from '#device/taughtRules.ts';

export interface LaterPorts {
  readonly app: ShownValue<AppView>;
  readonly keptHere: KeptHere;
  readonly sending: Sending;
  readonly scanner: StartedScanner;
  readonly roles: LearntRoles;
  readonly askStorage: () => void;
  readonly saving: SavingBeside & {
    /** The calls of another handheld are on the disk; the newest of all is this one. */
    readonly taken: (newest: number) => void;
  };
}

export type LaterParts = ReturnType<typeof createLaterParts>;

/** What a start does without: each is loaded when it is first used. */
export function createLaterParts({ app, keptHere, sending, scanner, roles, askStorage, saving }: LaterPorts) {
  const { connection, kept, vault, drafts } = keptHere;
  const { outbox, pause, accessKey, known, lanes, tellPages } = sending;
  const common = {
    keep: kept,
    vault,
    view: app.view,
    show: app.change,
    askStorage,
    async keyChanged() {
      accessKey.forget();
      await pause.keyChanged();
    },
    changed() {
      pause.invalidate();
      tellPages();
      outbox.wake();
    },
  };
  const people = once(async () => {
    const { createPeople } = await import('./session/people.ts');
    return createPeople({
      ...common,
      crypto,
      outbox,
      scanner,
      draftOf: drafts.draft,
      refreshSite: async (): Promise<void> => (await setting()).refreshSite(),
    });
  });
  const setting = once(async () => {
    const { createSetting } = await import('./setting.ts');
    return createSetting({ ...common, pause, forgetKey: accessKey.forget, people, wake: outbox.wake });
  });
  return {
    people,
    setting,
    learn: (call: QueuedCall): void => learnRoles(roles, call, likenessOf),
    learnFromDisk: (): Promise<void> => learnFromDisk(roles, outbox, likenessOf),
    lookUps: once(async () => {
      const { createLookUps } = await import('./lookUps.ts');
      return createLookUps(known, connection, outbox, (call, text) =>
        learnLookUp(roles, call, judge(app.view().site, call.operation, text), likenessOf),
      );
    }),
    journal: once(async () => {
      const { createJournal } = await import('./journal.ts');
      return createJournal(connection, outbox, lanes, saving, sending.told);
    }),
    mover: once(async () => {
      const { createQueueMover } = await import('./queueMover.ts');
      const operator = (): string => app.view().settings?.userId ?? '';
      return createQueueMover(connection, outbox, lanes, operator, saving.taken);
    }),
    async teach(rules: readonly TaughtRule[]): Promise<void> {
      await writeTaught(kept, rules);
      tellPages();
      app.change({ site: await siteHere(kept) });
    },
    /** A text that leaves this handheld without its access key, in every form that the key is known to take. */
    async withoutKey(text: string): Promise<string> {
      const { eraseKeyFromText } = await import('#wire/keyForms.ts');
      const key = (await vault.open().catch(() => undefined)) ?? '';
      if (key === '') return text;
      return eraseKeyFromText(text, key).split(key).join('•••'); // a key too short for its forms is taken out as it is
    },
  };
}
