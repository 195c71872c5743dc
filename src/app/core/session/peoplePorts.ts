import type { AppView } from '#app/core/appView.ts';
import type { StartedScanner } from '#tasks/scanner/scanner.ts';
import type { Vault } from '#device/vault.ts';
import type { Kept } from '#outbox/store/database.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { Draft } from '#tasks/task/handheld.ts';

export interface PeoplePorts {
  readonly keep: Kept;
  readonly vault: Vault;
  readonly crypto: Crypto;
  readonly outbox: Pick<Outbox, 'list' | 'owed'>;
  readonly scanner: Pick<StartedScanner, 'dropRepeat' | 'subscribe'>;
  readonly view: () => AppView;
  readonly show: (change: Partial<AppView>) => void;
  readonly draftOf: (task: string, userId: string) => Draft;
  readonly keyChanged: () => Promise<void>;
  /** Tells the other pages and the queue that a setting here has changed. */
  readonly changed: () => void;
  readonly askStorage: () => void;
  /** Asks the gateway what it says of this site now. */
  readonly refreshSite: () => Promise<void>;
}
