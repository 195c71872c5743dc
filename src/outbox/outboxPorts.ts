import type { Call } from '#contract/call.ts';
import type { DrainPorts, GatewayReach } from './drainPorts.ts';
import type { LeaderPorts } from './leader.ts';
import type { QueuedCall, Told } from './state/queuedCall.ts';
import type { Owed } from './state/owed.ts';
import type { Totals } from './store/database.ts';

/** The outbox as every screen shows it. A new object whenever something in it has changed. */
export interface OutboxView {
  readonly totals: Totals;
  /** The calls that want a person, and whose they are. */
  readonly owed: readonly Owed[];
  /** The last probe's finding; `unknown` before the first. */
  readonly gateway: 'unknown' | GatewayReach;
  /** Unix ms of the service's last answer that this handheld knows of, to a queued call or a look-up. */
  readonly lastAnswerAt?: number;
  /** The reason why nothing is being sent, if something stops it. */
  readonly pause?: string;
  /** Counts changes, for lists that read the rows again. */
  readonly revision: number;
}

export interface OutboxPorts extends Omit<DrainPorts, 'onChange'>, LeaderPorts {
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  /** The last time that this handheld was told by a gateway. */
  readonly told?: () => Told | undefined;
  /** Returns the code of the printer that labels are to come out of which are asked for now. */
  readonly printer?: () => string | undefined;
  /** Says of a gateway that does not answer what does. @default `unreachable` */
  readonly away?: () => 'unreachable' | 'stranger';
  /** Refuses, by what it throws, a call that is not to be saved now. @param again - true where the same call is no reason to ask first. */
  readonly refuse?: (call: Call, again: boolean) => Promise<void>;
  /** Called with each call that was saved here, once it is on disk. */
  readonly onSaved?: (queued: QueuedCall) => void;
  /** Called where a call was not saved, with what is thrown then. */
  readonly onNotSaved?: (error: unknown) => void;
  /** Called with each call that a send of this page has settled. */
  readonly onSettled?: (queued: QueuedCall) => void;
  /**
   * Told when this page begins to send, and when it leads and has nothing to send now: what goes beside calls goes in between, and
   * stops at once.
   */
  readonly onBusy?: (isBusy: boolean) => void;
  /** Called where the queue itself fails (its storage, never the network): the operator must know. */
  readonly onTrouble: (error: unknown) => void;
}
