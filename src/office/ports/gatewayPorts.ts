import type { GroupName, OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { PrintJob, PrintWord, PrinterStanding } from '#contract/printJob.ts';
import type { PrintingTold } from '#label/printing.ts';
import type { KeptPrint, PrintsWanted } from '#ledger/printRows.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { FrontReply, ReplyInPlace } from '#site/frontReply.ts';
import type { KeyTrial } from '#site/keyless.ts';
import type { LaidAside } from '#site/readSite.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { SiteStore } from '#site/siteStore.ts';
import type { BindingName } from '#wire/binding.ts';

/** An enrolled handheld. */
export interface EnrolledHandheld {
  /** The handheld's number at this site, from 1; never given twice. */
  readonly number: number;
  readonly name: string;
  /** Unix ms. */
  readonly enrolledAt: number;
  /** Unix ms of its last request, to about a minute. */
  readonly seenAt: number;
  /** Unix ms; `null`: it is not revoked. */
  readonly revokedAt: number | null;
}

/** A code by which the handhelds come back that one “Revoke all” has ended. */
export interface HandheldsReturn {
  /** Unix ms of that revocation: no other handheld was revoked at it. */
  readonly revokedAt: number;
  /** Empty: none was made. */
  readonly code: string;
  /** Unix ms. */
  readonly until: number;
}

/** An enrolment that was made or given back. `moved`: the handheld goes on under another number. */
export interface ToldEnrolment {
  readonly kind: 'enrolled' | 'moved' | 'left';
  readonly number: number;
  readonly name: string;
  /** The number that it had; present where it moved. */
  readonly before?: number;
  readonly address: string;
}

/** The list of enrolled handhelds. What throws could not be done: the list cannot be read or written. */
export interface HandheldList {
  readonly list: () => Promise<readonly EnrolledHandheld[]>;
  readonly rename: (number: number, name: string) => Promise<void>;
  /** @returns `true` where it was enrolled and is no more. */
  readonly revoke: (number: number) => Promise<boolean>;
  /** @param returnForMs - milliseconds for which they may come back by a return code; 0: there is none. @returns how many were revoked. */
  readonly revokeAll: (returnForMs: number) => Promise<number>;
  /** Returns the return code of the last revocation of all, over or not; `undefined`: nobody has revoked all. */
  readonly returnCode: () => Promise<HandheldsReturn | undefined>;
  /** Makes a new return code in place of the one before. @param forMs - milliseconds; 0 ends that one. */
  readonly renewReturnCode: (forMs: number) => Promise<void>;
  /** Makes the one-time code that enrols a handheld. @param until - Unix ms. */
  readonly newCode: (name: string, until: number) => Promise<string>;
}

/** Two handhelds that go on from one storage. */
export interface CopiedStorage {
  /** The address, after the number of an enrolled handheld and a blank. */
  readonly asker: string;
  readonly other: string;
  /** Unix ms. */
  readonly at: number;
}

/** The memory of replies that came in the service's place. */
export interface FrontKinds {
  /** Lists the kinds that no rule knows, the newest first. */
  readonly list: (rules: readonly FrontReply[]) => readonly ReplyInPlace[];
  /** Returns the status of a kind of reply; `undefined`: it is not kept any more. */
  readonly statusOf: (id: string) => number | undefined;
  /** Says why a rule cannot be taken from a kind of reply; `undefined`: it can. */
  readonly whyNot: (id: string, rule: FrontReply) => 'gone' | 'notThis' | 'onAnswers' | 'tooShort' | undefined;
}

/** The service's own words on what it is. */
export interface ServiceReport {
  /** The fault of each setting that says what the service is: one sentence. */
  readonly settings: Readonly<Partial<Record<'UPSTREAM_URL' | 'SERVICE_NAMESPACE' | 'UPSTREAM_BINDING', string>>>;
  /** Each group's bindings and namespace, or why it says nothing. */
  readonly groups: Readonly<
    Record<
      string,
      { readonly offered: readonly BindingName[]; readonly namespace: string } | { readonly problem: string }
    >
  >;
  /** The end of one harmless read in the configured binding. */
  readonly read: {
    readonly answers: boolean;
    readonly said: string;
    readonly meaning: string;
    /** The service's clock less this machine's, to a second. */
    readonly clockAheadMs?: number;
  };
}

/** One group in one binding, tried. */
export interface TriedWay {
  readonly group: GroupName;
  readonly binding: BindingName;
  /** By the group's WSDL; `undefined` where there is none. */
  readonly offered: boolean | undefined;
  readonly answers: boolean;
  readonly said: string;
}

/** The service, or the stand-in, as the set-up asks it. */
export interface SetupService {
  /** Resolves when the service was asked for the first time. */
  readonly asked: () => Promise<void>;
  /** Returns the last report; `undefined`: the first check has not ended, or it is the stand-in. */
  readonly report: () => ServiceReport | undefined;
  /** Asks now what it is, or waits for the asking that runs. */
  readonly again: () => Promise<void>;
  /** Tries each group in each binding; `undefined`: it is the stand-in. */
  readonly tryWays: () => Promise<readonly TriedWay[] | undefined>;
  /**
   * Asks a read as a handheld would. @param key - it is in nothing that is given back. @throws InvalidParameter
   */
  readonly read: (operation: OperationName, entered: Readonly<Record<string, string>>, key: string) => Promise<Outcome>;
}

/** The service's words to a read without a key. */
export interface KeylessWords {
  /** Returns the words; `undefined`: nobody has seen them yet. */
  readonly text: () => Promise<string | undefined>;
  /** Learns from a read. @throws where the ledger is away. */
  readonly learn: (trial: KeyTrial) => Promise<void>;
}

/** The site as it is served. */
export interface ServedSite {
  /** Returns the last good configuration. */
  readonly current: () => SiteConfiguration;
  readonly state: () => {
    /** The reason why the file as it is now cannot be used; the last good one stays. */
    readonly problem?: string;
    /** `true`: another gateway of the same ledger has had another one for a while. */
    readonly differs?: boolean;
    /** The rules of the file that are not used. */
    readonly aside: readonly LaidAside[];
  };
  /** Reads the file again. */
  readonly reload: () => void;
  /** The file's versions, where gateways share it; absent: it is this one's alone. */
  readonly store?: SiteStore | undefined;
}

/** The version of the app that the gateway serves, as handhelds are asked to take it. */
export interface ServedVersion {
  readonly version: string;
  /** Tells whether they were asked. */
  readonly isAsked: () => Promise<boolean>;
  /** @throws where the ledger is away */
  readonly ask: () => Promise<void>;
}

/** A wish of the desk to one handheld that it has not met yet. */
export interface HandheldWish {
  readonly by: string;
  /** Unix ms. */
  readonly at: number;
}

/** The desk's words to single handhelds, each by the name of its row. What throws could not be done: the ledger is away. */
export interface HandheldsDesk {
  readonly standing: (row: string) => Promise<{
    readonly hold?: { readonly by: string; readonly why: string; readonly until: number };
    readonly send?: HandheldWish;
    readonly report?: HandheldWish;
  }>;
  /** Has one send nothing for a while. @param forMs - milliseconds. */
  readonly hold: (row: string, by: string, why: string, forMs: number) => Promise<void>;
  readonly endHold: (row: string) => Promise<void>;
  readonly askSend: (row: string, by: string) => Promise<void>;
  readonly askReport: (row: string, by: string) => Promise<void>;
  /** Returns the last report that one gave; `undefined`: none, or too long ago. */
  readonly reportOf: (row: string) => Promise<(HandheldWish & { readonly text: string }) | undefined>;
}

/** A label that came out of the demo printer. */
export interface DemoPaper {
  readonly n: number;
  /** Unix ms. */
  readonly at: number;
  readonly zpl: string;
}

/** The site's printers and the jobs for them. What throws could not be done: the ledger is away. */
export interface PrintersDesk {
  /** Returns a standing for each printer of the site, in its order. */
  readonly standings: () => Promise<readonly PrinterStanding[]>;
  /** Returns the newest jobs that are wanted, at most so many, the newest first. */
  readonly jobs: (wish: PrintsWanted, limit: number) => Promise<readonly KeptPrint[]>;
  /** Counts the labels that each printer printed since a time, Unix ms. */
  readonly printedSince: (since: number) => Promise<ReadonlyMap<string, number>>;
  /** Returns the label of a job as the service gave it; `undefined`: the ledger has it no more. */
  readonly labelOf: (id: string) => Promise<string | undefined>;
  /**
   * Says a person's word on a job. @param printer - where it is moved to.
   * @returns the job that it is about now: of `again` the new copy; `undefined`: it is too late, or there is none.
   */
  readonly say: (id: string, word: PrintWord, by: string, printer?: string) => Promise<PrintJob | undefined>;
  /** Says why no line would be opened to a printer's address; `undefined`: nothing speaks against it. */
  readonly whyRefused: (printer: SitePrinter) => Promise<string | undefined>;
  /** Prints a test label, which is in no ledger, and reads what the printer tells. */
  readonly tryPrinter: (printer: SitePrinter) => Promise<PrintingTold>;
  /** Returns what came out of the demo printer, the newest first; absent: there is none. */
  readonly papers?: (() => readonly DemoPaper[]) | undefined;
}

/** All that the gateway lends its office. It knows of none of its pages. */
export interface OfficePorts {
  /** Absent where no handheld is asked for a token. */
  readonly enrolment?: HandheldList | undefined;
  /** Lists the storages that were copied since a time, Unix ms. */
  readonly copied: (since: number) => Promise<readonly CopiedStorage[]>;
  readonly site: ServedSite;
  readonly service: SetupService;
  readonly inPlace: FrontKinds;
  readonly keyless: KeylessWords;
  readonly updates: ServedVersion;
  readonly desk: HandheldsDesk;
  readonly printers: PrintersDesk;
  /** Called for each refused sign-in. */
  readonly onSignInRefused: () => void;
}
