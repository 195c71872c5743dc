import type { DeskHold } from '#contract/deskHold.ts';
import type { Loss } from '#device/canary.ts';
import type { NotesDoor } from './notes.ts';
import type { People } from './session/people.ts';
import type { HandheldSettings } from '#device/settings.ts';
import type { Remembered } from './remembered.ts';
import type { Call, Lanes } from '#contract/call.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { Scan } from '#scan/scan.ts';
import type { Connection } from '#outbox/store/database.ts';
import type { BrowserStorageFacts } from '#device/storageFacts.ts';
import type { QueuedCall, Told } from '#outbox/state/queuedCall.ts';
import type { Returning } from '#wire/comeBack.ts';
import type { UpdateWaits } from '#wire/report.ts';
import type { Handheld, Viewed } from '#tasks/task/handheld.ts';
import type { AppView } from './appView.ts';

/** A wish of the desk that was met. */
export type DeskAsked =
  | { readonly kind: 'send'; readonly by: string }
  /** `showsCodes`: the report has codes and answers as they are. */
  | { readonly kind: 'report'; readonly by: string; readonly showsCodes: boolean };

/** The notices about this handheld, beside any work. They change while a start goes on, and no task is drawn anew for it. */
export interface NoticesView {
  readonly canInstall?: boolean;
  readonly offersInstall?: boolean;
  readonly isInstalled?: boolean;
  /** A newer version is ready and waits for a moment without an open task. */
  readonly updateReady?: boolean;
  /** Reason for which it is not taken yet. */
  readonly updateWaits?: UpdateWaits | undefined;
  /** A supervisor has asked the handhelds to take it. */
  readonly updateAskedFor?: boolean | undefined;
  /** True where a cold start without network would work: a service worker controls this page. */
  readonly offlineReady?: boolean;
  /** The browser keeps no worker of this address, as its certificate is not trusted: it never starts without network. */
  readonly isUntrusted?: boolean;
  /** Calls that were saved just before the last page ended: the worker may not have heard it. */
  readonly unheard: readonly QueuedCall[];
  readonly loss?: Loss | undefined;
  /** The open calls that this page still knows of a storage which was emptied under it; until a person has read of it. */
  readonly emptied?: readonly QueuedCall[] | undefined;
  /** The time at which the storage was seen to be copied, Unix ms; until a person has read of it. */
  readonly copiedAt?: number | undefined;
  readonly storage: BrowserStorageFacts;
  /** The last scan that no screen has taken, and none will. */
  readonly unclaimed?: Pick<Scan, 'text'>;
  /** Codes of the start that no task got, as the first one may lack its head; until a person has read of it. */
  readonly cutOff?: readonly string[] | undefined;
  /** The last wish of the desk of each kind, until a person has read it. */
  readonly deskAsked?: readonly DeskAsked[] | undefined;
  /** A return code was scanned: what came of it, until a person has read it. */
  readonly returning?: 'asking' | Returning | undefined;
  /** A printer was chosen by its sticker where no screen says so, or the site has the chosen one no more; until a person has read it. */
  readonly printer?: { readonly is: 'chosen' | 'gone'; readonly name: string } | undefined;
}

/** The notices of the installed app around its screens. */
export type ShellNotices = Pick<NoticesView, 'updateReady' | 'updateWaits' | 'offlineReady' | 'isUntrusted'>;

/** The entries of the first start, or of a later change. An empty `apiKey` keeps the one that is there. */
export interface SettingsEntry extends Partial<HandheldSettings> {
  readonly userId: string;
  readonly warehouseId: string;
  readonly apiKey?: string;
}

/** The parts that the screens of all calls, of export and of hand-over work with: there even while the storage takes nothing. */
export interface AllCalls {
  readonly connection: Connection;
  readonly outbox: Pick<Outbox, 'rowsChanged' | 'newest' | 'ask'>;
  readonly lanes: () => Lanes;
  readonly operator: () => string;
  /** The last time that this handheld was told; absent where it was told none. */
  readonly lastTold: () => Told | undefined;
  /** A call was saved beside the screens: in another one's place. */
  readonly told: (queued: QueuedCall) => void;
  /** @throws AlreadyQueued */
  readonly refuseJustAnswered: (call: Call) => Promise<void>;
  /** The calls of another handheld are on the disk. @param newest - the number of the newest of all */
  readonly onTaken: (newest: number) => void;
}

export interface AppState extends Viewed<AppView> {
  readonly handheld: Handheld;
  readonly notices: Viewed<NoticesView>;
  readonly remembered: Remembered;
  /** @throws InvalidParameter naming the field; StorageClosed. */
  readonly keep: (entry: SettingsEntry) => Promise<void>;
  readonly allCalls: AllCalls;
  readonly notes: NotesDoor;
  readonly people: People;
  /** The worker has gone to a screen on purpose. After he goes home, the next start opens Home. */
  readonly at: (path: string) => void;
  /** Reads again what is set here, and tells the other pages to: something of it was changed beside `keep`. */
  readonly rereadSettings: () => Promise<void>;
  /** A text without the access key, wherever it stands in it: for what leaves this handheld. */
  readonly withoutKey: (text: string) => Promise<string>;
  readonly refreshSite: () => Promise<void>;
  /** Shows the browser's own question, where it would install the app; `false`: only puts the notice of it away. */
  readonly install: (isWanted: boolean) => Promise<void>;
  /** Takes the newer version once nothing is being sent; `false`: another page has something begun. */
  readonly update: () => Promise<boolean>;
  readonly acknowledgeUnheard: () => void;
  readonly acknowledgeLoss: () => void;
  /** The storage is emptied on purpose: that is no loss. */
  readonly releaseStorage: () => void;
  readonly acknowledgeCopied: () => void;
  readonly acknowledgeCutOff: () => void;
  /** Takes a text that was scanned or opened where it is a return code. @returns whether it is one. */
  readonly takeReturn: (text: string) => boolean;
  readonly acknowledgeReturn: () => void;
  readonly acknowledgeDesk: () => void;
  readonly acknowledgePrinter: () => void;
  /** Returns the hold of the desk that stands now. */
  readonly deskHold: () => Promise<DeskHold | undefined>;
  readonly retry: () => void;
}
