import { type WarningFacts, warningsNow } from '#gateway/metrics/warnings.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { Prints } from '#ledger/prints.ts';
import type { AlertSettings } from '#settings/alertSettings.ts';
import type { AlertKind, Condition } from './alertKinds.ts';
import type { SeenConditions } from './alertTurns.ts';

/** Handhelds of which somebody has to be told, by the names of their rows. */
interface TroubledHandhelds {
  /** Those that were not heard for so long, with open calls on them. */
  readonly silent: readonly string[];
  /** Those whose browser may clear what is on them. */
  readonly unkept: readonly string[];
}

export interface SightPorts {
  readonly settings: Pick<AlertSettings, 'doubtMs' | 'silentMs'>;
  readonly ledger: Pick<Ledger, 'beside'>;
  readonly facts: WarningFacts;
  /** Counts the labels that somebody waits for, by printer. Absent: none is printed. */
  readonly labels?: Prints['counts'] | undefined;
  /** Looks for handhelds in trouble. @param silentMs - for which one was not heard. Absent: there is no board. */
  readonly handhelds?: ((silentMs: number) => Promise<TroubledHandhelds>) | undefined;
}

/** The most handhelds that are named in one alert. */
const MOST_NAMED = 10;

function statements(table: (name: string) => string) {
  // The second condition, which the first one holds, is the index's own.
  return {
    doubts: `select count(*) as many from ${table('calls')}
      where state = 'outcome-unknown' and state <> 'answered' and decided is null and settled_at < $1`,
  };
}

/** Makes what sees which conditions hold. */
export function createAlertSight({
  settings,
  ledger,
  facts,
  labels,
  handhelds,
}: SightPorts): () => Promise<SeenConditions> {
  const { run } = ledger.beside('alertsights', statements);
  return async () => {
    await facts.check?.look();
    const unknown = new Set<AlertKind>();
    if (facts.check && facts.check.reachability.isReachable() === undefined) unknown.add('service-away');
    if (facts.check?.wasAsked() === false) unknown.add('service-held').add('clocks-apart');
    const doubts = await run('doubts', Date.now() - settings.doubtMs);
    const troubled = await handhelds?.(settings.silentMs);
    if (!troubled) unknown.add('handhelds-silent').add('storage-not-kept');
    return {
      unknown,
      holding: [
        ...warningsNow(facts),
        ...printersInNeed(await labels?.()),
        ...oldDoubts(Number(doubts.rows[0]?.['many']), settings.doubtMs),
        ...(troubled ? handheldConditions(troubled, settings.silentMs) : []),
      ],
    };
  };
}

function oldDoubts(many: number, afterMs: number): readonly Condition[] {
  if (many === 0) return [];
  const line = `Calls of which nobody has known for ${afterMs / 60_000} minutes whether they were carried out: ${many}. A person has to look, at /gateway/ledger.`;
  return [{ kind: 'old-doubts', line }];
}

function printersInNeed(counts: Awaited<ReturnType<Prints['counts']>> = new Map()): readonly Condition[] {
  return [...counts].flatMap(([subject, { queued, unknown, cause }]) => {
    if (unknown === 0 && (queued === 0 || cause === undefined)) return [];
    const kept = cause === undefined ? '' : ` (${cause})`;
    const line = `Printer ${subject} needs a person: ${queued} label(s) wait for it${kept}, and of ${unknown} nobody knows. See /gateway/printers.`;
    return [{ kind: 'printer-needs-person', subject, line }];
  });
}

function handheldConditions({ silent, unkept }: TroubledHandhelds, silentMs: number): readonly Condition[] {
  const named = (ids: readonly string[]): string =>
    `${ids.length} (${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ', …' : ''})`;
  const conditions: readonly (Condition | false)[] = [
    silent.length > 0 && {
      kind: 'handhelds-silent',
      line: `Handhelds with open calls that were not heard for ${silentMs / 60_000} minutes: ${named(silent)}. See /gateway/floor.`,
    },
    unkept.length > 0 && {
      kind: 'storage-not-kept',
      line: `Handhelds whose browser may clear their queue: ${named(unkept)}. See /gateway/floor.`,
    },
  ];
  return conditions.filter((condition) => condition !== false);
}
