import { type GroupName, groupNames } from '#contract/catalogue.ts';
import { type UpstreamCheck, clocksLine } from '#gateway/upstream/upstreamCheck.ts';
import { type Certificates, endingLine } from '#http/edge/expiry.ts';
import type { ConnectionsStanding } from '#ledger/connections.ts';
import { littleRoomLine } from '#settings/diskRoom.ts';
import { type Losses, lossLine } from '#settings/losses.ts';

/** The facts by which the gateway knows that somebody has to be told. */
export interface WarningFacts {
  /** The check that asks the service what it is; absent where the upstream is the stand-in. */
  readonly check?: UpstreamCheck | undefined;
  readonly certificates: Certificates;
  /** Returns how its connections to the database stand; absent with SQLite. */
  readonly connections?: (() => ConnectionsStanding) | undefined;
  /** Returns what each output has lost. */
  readonly losses: () => readonly Losses[];
  /** Returns the free bytes on the disk of DATA_DIR; `undefined`: it does not say. */
  readonly freeBytes: () => number | undefined;
}

export type WarningKind = keyof ReturnType<typeof linesNow>;

/** A thing that somebody has to be told. */
export interface Warning {
  readonly kind: WarningKind;
  /** The thing that it is about, where there are several of the kind. */
  readonly subject?: string;
  /** One sentence, which holds no value of a call, no key and no name of a worker. */
  readonly line: string;
}

/** Lists what somebody has to be told now: at `/gateway/health`, and by alerts. */
export function warningsNow(facts: WarningFacts, now = Date.now()): readonly Warning[] {
  const lines = Object.entries(linesNow(facts, now)) as [WarningKind, Readonly<Record<string, string | undefined>>][];
  return lines.flatMap(([kind, bySubject]) =>
    Object.entries(bySubject).flatMap(([subject, line]) =>
      line === undefined ? [] : [{ kind, line, ...(subject !== '' && { subject }) }],
    ),
  );
}

/** Returns the sentence of each kind, by what it is about. */
function linesNow({ check, certificates, connections, losses, freeBytes }: WarningFacts, now: number) {
  const isHeld = (group: GroupName): boolean => check?.wasAsked() === true && check.held(group) !== undefined;
  return {
    'lines-lost': Object.fromEntries(losses().map((lost) => [lost.output, lossLine(lost, now)])),
    'connections-short': { '': connections?.().short },
    'disk-full': { '': littleRoomLine(freeBytes()) },
    'certificate-ends': Object.fromEntries(certificates().map((one) => [one.owner, endingLine(one, now)])),
    'clocks-apart': { '': clocksLine(check?.report()?.read.clockAheadMs) },
    'service-away': { '': check?.reachability.isReachable() === false ? AWAY : undefined },
    'service-held': Object.fromEntries(groupNames.map((group) => [group, isHeld(group) ? heldLine(group) : undefined])),
  };
}

const AWAY = 'Nothing answers at the service’s address (UPSTREAM_URL): handhelds save and wait.';

/** Says it without the service's own words, which stand in the set-up. */
function heldLine(group: GroupName): string {
  return `Calls to the ${group} group wait, as what is known of the service does not agree with the settings: /gateway/setup says why.`;
}
