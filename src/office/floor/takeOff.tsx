import { devicePlace, pathOfPage } from '#office/pages/page.ts';
import { PostForm, Time, filled } from '#office/pages/parts.tsx';
import type { Audit, AuditEntry } from '#office/people/audit.ts';
import type { BoardEntry } from './board.ts';
import { type EntryProps, type FloorWords, handheldName } from './checkOut.tsx';

/** The path to which it is posted that a revoked handheld leaves the floor. */
export const TAKE_OFF_PATH = `${pathOfPage('floor')}/take-off`;

/** The lines of the audit trail that are read for who revoked a handheld. */
const MOST_LINES = 500;
/** The most milliseconds between a revocation and its line in the audit trail. */
const NOTED_WITHIN_MS = 60_000;

/** Gives each revoked handheld the name of whoever revoked it. The audit trail is read only where there is one. */
export async function withRevokers(
  entries: readonly BoardEntry[],
  { newestOf }: Pick<Audit, 'newestOf'>,
): Promise<readonly BoardEntry[]> {
  if (entries.every(({ revokedAt }) => revokedAt === 0)) return entries;
  const [ones, all] = await Promise.all([
    newestOf('handheld-revoked', MOST_LINES),
    newestOf('all-handhelds-revoked', MOST_LINES),
  ]).catch(() => [[], []]);
  return entries.map((entry) => {
    const revokedBy = entry.revokedAt === 0 ? undefined : revokerOf(entry, ones, all);
    return revokedBy ? { ...entry, revokedBy } : entry;
  });
}

function revokerOf(
  { device, revokedAt }: BoardEntry,
  ones: readonly AuditEntry[],
  all: readonly AuditEntry[],
): string | undefined {
  const own = ones.find(({ subject }) => subject.startsWith(`${device}: `));
  return (own ?? all.find(({ at }) => Math.abs(at - revokedAt) < NOTED_WITHIN_MS))?.name;
}

/**
 * The part of a revoked handheld's page by which it leaves the floor, in two taps: what is open on it by its last word is said before. Where
 * the ledger has calls of it to check it says that these come first. Nothing of others.
 */
export function TakeOffPart({ entry, texts }: EntryProps) {
  const { id, device, revokedAt, toCheck, toldAt, report, person } = entry;
  if (revokedAt === 0) return null;
  const open = { waiting: report?.waiting ?? 0, person };
  return (
    <details className="panel">
      <summary className="button">{texts.takeOff}</summary>
      {toCheck > 0 ? (
        <>
          <p>{texts.takeOffFirst}</p>
          <p>
            <a href={`${pathOfPage('ledger')}?asker=${device}`}>{texts.help.toLedger}</a>
          </p>
        </>
      ) : (
        <>
          <p>{filled(texts.takeOffOpen, { when: <Time at={toldAt} /> }, open)}</p>
          <p>{texts.takeOffHint}</p>
          <PostForm action={TAKE_OFF_PATH} hidden={{ id, told: String(toldAt) }}>
            <button className="button button-danger">{texts.doTakeOff({ name: handheldName(entry, texts) })}</button>
          </PostForm>
        </>
      )}
    </details>
  );
}

/** Says that a handheld is off the floor, with the way to where it is listed still; nothing where it is there. @param id - of its row */
export function TakenOffNote({
  id,
  all,
  texts,
}: {
  readonly id: string;
  readonly all: readonly BoardEntry[];
  readonly texts: FloorWords;
}) {
  const [, number] = /^d([0-9]{1,15})$/.exec(id) ?? [];
  if (number === undefined || all.some((entry) => entry.id === id)) return null;
  const there = <a href={devicePlace(Number(number))}>{texts.takenOffThere}</a>;
  return (
    <p className="note said-saved" role="status">
      {filled(texts.takenOff, { number, there })}
    </p>
  );
}
