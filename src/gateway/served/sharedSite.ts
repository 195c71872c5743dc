import { hash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { SiteConfiguration } from '#site/site.ts';
import { type Connections, type DatabasePlace, openAllotment } from '#ledger/connections.ts';
import { inTransaction } from '#ledger/postgresConnection.ts';
import { ENTRY_LOCK } from '#ledger/gatewayLease.ts';
import { type LineLog, fileFault, writeWhole } from '#settings/files.ts';
import type { Settings } from '#settings/settings.ts';
import { sitePlaceOf } from '#settings/sitePlace.ts';
import type { SiteStore, SiteVersion } from '#site/siteStore.ts';

/** The site file that the gateways of one PostgreSQL share. */
export interface SharedSite {
  /** The file's versions; absent where SITE_CONFIG names a file, which is then in use. */
  readonly store?: SiteStore;
  /** Tells whether another gateway has had another site file for a while. */
  differs(): boolean;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 2_000;

/** `SETTLED`: how long two must differ, as one may not have looked yet. `GONE`: a gateway not seen for so long has ended. */
const [SETTLED, GONE] = ['10 seconds', '30 seconds'];

/**
 * Keeps the site file of several gateways in their PostgreSQL; each has a copy that follows it. A file that is there before
 * the database has one is taken in, once. Where SITE_CONFIG names a file, it is only compared with those of the others.
 *
 * @param ports - `current`: the configuration in use. `reload`: has the file be read again.
 * @throws Error where the database cannot be used.
 */
export async function openSharedSite(
  settings: Pick<Settings, 'siteFile' | 'dataDir'> & { readonly database: DatabasePlace },
  ports: { readonly current: () => SiteConfiguration; readonly reload: () => void; readonly log: LineLog },
): Promise<SharedSite> {
  const pool = openAllotment(settings.database, 2);
  const copy = settings.siteFile === undefined ? createCopy(pool, sitePlaceOf(settings), ports) : undefined;
  const compare = createComparison(pool, ports.current);
  const refresh = async (): Promise<void> => {
    try {
      await copy?.follow();
    } finally {
      await compare.look(); // a gateway that cannot write its copy is one whose file differs
    }
  };
  try {
    await copy?.takeIn();
    await refresh();
  } catch (error) {
    await pool.close();
    throw error;
  }
  let refreshing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    refreshing = refreshing.then(refresh).catch(() => undefined); // the copy logs what it cannot write, and the ledger tells of a database that is away
  }, LOOK_EVERY_MS).unref();
  return {
    ...(copy && { store: copy.store }),
    differs: compare.differs,
    async close() {
      clearInterval(timer);
      await refreshing;
      await pool.close();
    },
  };
}

function createCopy(pool: Connections, file: string, { reload, log }: { reload: () => void; log: LineLog }) {
  const before = `${file}.before`;
  /** The version that this gateway has a copy of. */
  let seen = 0;
  let whyUnwritten: string | undefined;
  const write = (text: string, own: string | undefined): void => {
    try {
      if (own !== undefined) writeWhole(before, own);
      writeWhole(file, text);
      whyUnwritten = undefined;
    } catch (error) {
      const why = fileFault(error);
      if (why !== whyUnwritten)
        log.error(
          `${file} cannot be written (${why}): all gateways have a newer site file from PostgreSQL, and this one still uses its last one.`,
        );
      whyUnwritten = why;
      throw error;
    }
  };
  const textOf = (): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  const versions = async (most: number): Promise<readonly SiteVersion[]> => {
    const sql = `select version, text, (extract(epoch from kept_at) * 1000)::float8 as "keptAt" from scanline_site order by version desc limit $1`;
    return (await pool.query<SiteVersion>(sql, [most])).rows;
  };
  const isVersion = async (text: string): Promise<boolean> =>
    (await pool.query('select from scanline_site where text = $1 limit 1', [text])).rowCount === 1;
  /** Writes the newest version over a file that differs; a file that is no version is put aside. */
  async function followNow(): Promise<void> {
    const [newest] = await versions(1);
    const text = textOf();
    if (!newest || (newest.version === seen && newest.text === text)) return;
    if (newest.text !== text) {
      const own = text === undefined || (await isVersion(text)) ? undefined : text;
      write(newest.text, own);
      const aside = own === undefined ? '' : `, and what was in it is kept as ${before}`;
      if (own !== undefined || newest.version === seen)
        log.error(
          `${file} was another than the site file in PostgreSQL, which was put in its place${aside}. /gateway/setup changes it for all gateways.`,
        );
    }
    seen = newest.version;
    reload();
  }
  let last: Promise<void> = Promise.resolve();
  /** Follows the newest version, one time after the other, so that no older one is written over a newer. */
  function follow(): Promise<void> {
    const next = last.then(followNow);
    last = next.catch(() => undefined);
    return next;
  }
  return {
    store: {
      versions,
      async keep(text: string): Promise<boolean> {
        const next = seen + 1; // after the version that the text was made from
        const [newest] = await versions(1);
        if (newest?.text === text) return true;
        const insert = 'insert into scanline_site (version, text) values ($1, $2) on conflict do nothing';
        return (await pool.query(insert, [next, text])).rowCount === 1;
      },
      follow,
    },
    follow,
    /** Takes the file into the database, where that has none. */
    async takeIn(): Promise<void> {
      const text = textOf();
      if (text === undefined) return;
      await inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]); // of two that start at once, one waits
        const insert =
          'insert into scanline_site (version, text) select 1, $1 where not exists (select from scanline_site)';
        const { rowCount } = await client.query(insert, [text]);
        if (rowCount === 1)
          log.info(`The site file ${file} was taken into PostgreSQL: all gateways have it from there.`);
      });
    },
  };
}

function createComparison(pool: Connections, current: () => SiteConfiguration) {
  const gateway = randomUUID();
  let isOther = false;
  return {
    differs: (): boolean => isOther,
    async look(): Promise<void> {
      const mine = hash('sha256', JSON.stringify(current()));
      await pool.query('delete from scanline_site_uses where seen_at < now() - $1::interval', [GONE]);
      await pool.query(
        `insert into scanline_site_uses (gateway, hash) values ($1, $2) on conflict (gateway) do update
         set hash = excluded.hash, seen_at = now(),
           since = case when scanline_site_uses.hash = excluded.hash then scanline_site_uses.since else now() end`,
        [gateway, mine],
      );
      const { rowCount } = await pool.query(
        `select from scanline_site_uses mine, scanline_site_uses other where mine.gateway = $1 and other.hash <> mine.hash
         and greatest(mine.since, other.since) < now() - $2::interval`,
        [gateway, SETTLED],
      );
      isOther = rowCount !== 0;
    },
  };
}
