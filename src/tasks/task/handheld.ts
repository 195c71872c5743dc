import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { PrintWord, PrinterStanding } from '#contract/printJob.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { Cues } from '#device/cues.ts';
import type { HandheldSettings } from '#device/settings.ts';
import type { TaughtRule } from '#device/taughtRules.ts';
import type { Keep } from '#device/vault.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { Scan, SplitPull } from '#scan/scan.ts';
import { createGiven } from '#ui/given.ts';

export interface ScannerListener {
  /** Gets each scan, and whether a dialog stood over the screen. */
  onScan(scan: Scan, isCovered: boolean): void;
  /** An ending came, and there was no code before it. */
  onBlank(): void;
  /** A burst came whose code nobody knows: an input method or a dead key has altered it. */
  onAltered(): void;
  /** A scan was only the beginning of its pull: it is to be taken back. */
  onSplit(pull: SplitPull): void;
  /**
   * A printer's sticker was scanned, and this screen chooses that printer, or says why not.
   *
   * @returns `asked`: something is asked here, and answered first; `undefined`: this screen says nothing of it.
   */
  onSticker?(printer: SitePrinter, isCovered: boolean): 'taken' | 'asked' | undefined;
}

/** The source of scans for the screen that is shown: the last one to listen gets them. */
export interface Scanner {
  /** @returns stops listening */
  listen(listener: ScannerListener): () => void;
  put(scan: Scan): void;
  /** Tells whether the shown screen takes a scan now. @param reaches - a scanner's keys come to this page */
  accepts(reaches: boolean): boolean;
  /**
   * Tells whether the first scan of the start may lack its head: nothing but that one is taken, until it is scanned
   * again or read of.
   */
  isDoubting(): boolean;
  buffered(): string;
  /** Takes what a person has typed and not ended, as its Enter would, where it is wanted. @returns what is not, and is dropped. */
  takeTyped(isWanted: (text: string) => boolean): string | undefined;
  /** Drops a number that was typed so: what it was typed for is gone. */
  dropTypedNumber(): void;
  subscribe(listener: () => void): () => void;
}

/** Half a task, kept over a restart and shared by the pages of a browser: it can be finished once only. */
export interface Draft {
  read(): string | undefined;
  /** @param by - `call`: it is ended by a call that is saved now, and goes to the disk with that one. */
  write(text: string | undefined, by?: 'call'): void;
  watch(onChange: () => void): () => void;
}

/** The printers of the site as this handheld uses them. What is viewed is the one that the labels of the worker at work come out of. */
export interface PrintersHere extends Viewed<SitePrinter | undefined> {
  /** Chooses a printer by the code on its sticker; `undefined`: labels go by this handheld's own print. */
  readonly choose: (code: string | undefined) => void;
  /** Asks how the printers stand; `undefined`: nobody answers. */
  readonly standings: () => Promise<readonly PrinterStanding[] | undefined>;
  /** Says a person's word on the label of a call. `late`: it stands otherwise by now. `away`: nobody has taken the word. */
  readonly say: (seq: number, word: PrintWord) => Promise<'said' | 'late' | 'away'>;
  /** Gives the printer that hangs at this handheld; `undefined`: this browser reaches none. */
  readonly atHand: () => Promise<PrinterAtHand | undefined>;
}

/** The serial port of a printer that hangs at this handheld. */
export interface PrinterAtHand {
  /** Tells whether a port was chosen, and is there. */
  readonly isThere: () => Promise<boolean>;
  /** Asks which port it is. In a tap. @returns whether one was chosen */
  readonly choose: () => Promise<boolean>;
  readonly forget: () => Promise<void>;
}

/** The parts of this handheld that the screens use: built, and injected, by the app. */
export interface Handheld {
  readonly scanner: Scanner;
  readonly cues: Cues;
  readonly outbox: Outbox;
  /** The calls that need a person's decision, the oldest of each state first; absent: they were not read yet. */
  readonly doubts: Viewed<readonly QueuedCall[] | undefined>;
  /**
   * Resolves when the call is on disk. @param again - whether the same content is no reason to ask first. @param behind -
   * the call that is to be decided about, behind which it may wait. @throws AlreadyQueued, NeedsDecision; what
   * `Outbox.enqueue` throws
   */
  readonly save: (call: Call, scans: readonly ScanNote[], again: boolean, behind?: number) => Promise<QueuedCall>;
  /** A saved call is asked for on the screen that is shown: its answer is told there by its signal, as of one saved there. */
  readonly awaited: (seq: number) => void;
  readonly settings: () => HandheldSettings;
  readonly site: () => SiteConfiguration;
  /** Keeps answer rules of this handheld in place of the ones there are; they hold for answers from now on. */
  readonly teach: (rules: readonly TaughtRule[]) => Promise<void>;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  /** Returns the parameters that a code filled in calls of this handheld that the service accepted. */
  readonly rolesOf: (text: string) => readonly string[];
  /** Tells whether the service has refused a call since this page was opened. */
  readonly isRefused: (seq: number) => boolean;
  /** The last texts that the service answered to an operation, as far as they are kept here. */
  readonly answersOf: (operation: OperationName) => Promise<readonly string[]>;
  /** Has the labels of a ZPL text drawn, each as an SVG; `undefined`: nobody draws them now. */
  readonly drawLabels: (zpl: string) => Promise<readonly string[] | undefined>;
  readonly printers: PrintersHere;
  readonly draft: (task: string) => Draft;
  readonly kept: Keep;
}

export const [HandheldProvider, useHandheld] = createGiven<Handheld>();

/** Anything that is shown, and tells when that may have changed. */
export interface Viewed<V> {
  readonly view: () => V;
  readonly subscribe: (listener: () => void) => () => void;
}

export function useView<V>(source: Viewed<V>): V {
  return useSyncExternalStore(source.subscribe, source.view);
}

/** The rights that not every worker has: to change the key or the device's settings, discard a call, train, teach, set up. */
export interface Supervisor {
  readonly isOpen: boolean;
  /** Asks for the supervisor's PIN where it is not open; `false`: the person gave up. */
  readonly ask: () => Promise<boolean>;
}

const SupervisorContext = createContext<Supervisor>({ isOpen: true, ask: async () => true });

export const SupervisorProvider = SupervisorContext.Provider;

/** Returns a supervisor's rights here; where a handheld has no PIN and its site names no supervisors, everybody has them. */
export function useSupervisor(): Supervisor {
  return useContext(SupervisorContext);
}
