import { isObject, jsonIn, valueAt } from '#contract/json.ts';
import type { SiteWorker } from '#site/site.ts';
import type { DatabaseRow } from '#ledger/statements.ts';
import { deskAsks, deskReports } from './personDesk.ts';
import { type AskedPerson, type PersonRecords, likeName, sayerTest } from './personRecords.ts';

/** Makes the records that lie in columns: each row that a condition finds. */
function rowsOf(
  name: string,
  table: string,
  columns: string,
  condition: string,
  values: (person: AskedPerson) => readonly string[],
  order: string,
): Pick<PersonRecords, 'name' | 'table' | 'list'> {
  return {
    name,
    table,
    list: (db, person) =>
      db.list(`select ${columns} from ${db.table(table)} where ${condition} order by ${order}`, ...values(person)),
  };
}

const calls: PersonRecords = {
  ...rowsOf(
    'calls',
    'calls',
    'key, operation, state, codes, asker as handheld, decided, received_at, settled_at',
    'worker = $1',
    ({ id }) => [id],
    'received_at, key',
  ),
  done: 'the worker’s id was replaced',
  erase: (db, { id }, word) => db.change(`update ${db.table('calls')} set worker = $2 where worker = $1`, id, word),
};

const decisions: PersonRecords = {
  name: 'decisions',
  table: 'decisions',
  async list(db, person) {
    const columns = 'n, key, says, by, why, said_at';
    const rows = await db.list(`select ${columns} from ${db.table('decisions')} order by n`);
    const isOf = sayerTest(person);
    return rows.filter(({ by }) => isOf(by));
  },
  done: 'who said it was replaced, and the words for why were deleted',
  async erase(db, person, word) {
    const rows = await decisions.list(db, person);
    const sql = `update ${db.table('decisions')} set by = $2, why = null where n = $1`;
    for (const { n } of rows) await db.change(sql, Number(n), word);
    return rows.length;
  },
};

const notes: PersonRecords = {
  ...rowsOf('notes', 'notes', 'key, text, by, said_at', 'by = $1', ({ id }) => [id], 'n'),
  done: 'they were deleted',
  erase: (db, { id }) => db.change(`delete from ${db.table('notes')} where by = $1`, id),
};

const pictures: PersonRecords = {
  ...rowsOf(
    'pictures',
    'pictures',
    `key, by, taken_at, bytes, '/gateway/ledger/picture?id=' || id as address`,
    'by = $1',
    ({ id }) => [id],
    'n',
  ),
  done: 'they were deleted',
  erase: (db, { id }) => db.change(`delete from ${db.table('pictures')} where by = $1`, id),
};

const prints: PersonRecords = {
  name: 'labels on paper',
  table: 'prints',
  async list(db, person) {
    const columns = 'n, id, operation, printer, state, worker, decided_by, made_at, settled_at';
    const rows = await db.list(
      `select ${columns} from ${db.table('prints')} where worker = $1 or decided_by is not null order by n`,
      person.id,
    );
    const isOf = sayerTest(person);
    return rows.filter(({ worker, decided_by }) => worker === person.id || isOf(decided_by));
  },
  done: 'who asked and who decided was replaced',
  async erase(db, person, word) {
    const rows = await prints.list(db, person);
    const isOf = sayerTest(person);
    const sql = `update ${db.table('prints')} set worker = $2, decided_by = nullif($3, '') where n = $1`;
    for (const { n, worker, decided_by } of rows) {
      const decider = typeof decided_by !== 'string' ? '' : isOf(decided_by) ? word : decided_by;
      await db.change(sql, Number(n), worker === person.id ? word : String(worker), decider);
    }
    return rows.length;
  },
};

const pending: PersonRecords = {
  name: 'pending words',
  table: 'meta',
  async list(db, person) {
    const rows = await db.list(
      `select name, value from ${db.table('meta')} where name like 'pending-word %' order by name`,
    );
    const isOf = sayerTest(person);
    return rows.filter(({ value }) => {
      const word = jsonIn(String(value));
      return isOf(valueAt(word, ['by'])) || isOf(valueAt(word, ['teller', 'name']));
    });
  },
  done: 'who said it was replaced',
  async erase(db, person, word) {
    const rows = await pending.list(db, person);
    for (const { name, value } of rows) {
      const said = jsonIn(String(value)) as Readonly<Record<string, unknown>>;
      const teller = isObject(said['teller']) ? { teller: { ...said['teller'], name: word } } : {};
      const text = JSON.stringify({ ...said, by: word, ...teller });
      await db.change(`update ${db.table('meta')} set value = $2 where name = $1`, String(name), text);
    }
    return rows.length;
  },
};

const accounts: PersonRecords = {
  name: 'accounts',
  table: 'accounts',
  async list(db, { account }) {
    const columns = 'number, name, subject, role, made_at, ended_at';
    const rows = await db.list(`select ${columns} from ${db.table('accounts')} order by number`);
    return rows.filter(({ name }) => likeName(String(name)) === likeName(account));
  },
  done: 'the name was replaced',
  async erase(db, person, word) {
    const rows = await accounts.list(db, person);
    const sql = `update ${db.table('accounts')} set name = $2, name_key = null, subject = null, password = null, link_hash = null
      where number = $1 and ended_at is not null`;
    for (const { number } of rows) await db.change(sql, Number(number), word);
    return rows.length;
  },
};

/** The actions whose subject names a worker by the id that a handheld was checked out with. */
const OF_HOLDERS: ReadonlySet<string> = new Set(['handheld-checked-out', 'handheld-back']);
/** The actions whose subject names an account. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'account-made',
  'role-changed',
  'link-made',
  'account-removed',
  'sign-in-refused',
]);

const audit: PersonRecords = {
  name: 'who did what',
  table: 'audit',
  async list(db, person) {
    const columns = 'number, at, name, address, action, subject, times';
    const rows = await db.list(`select ${columns} from ${db.table('audit')} order by number`);
    const isOf = sayerTest(person);
    return rows.filter((row) => isOf(row['name']) || subjectWithout(row, person, '') !== row['subject']);
  },
  done: 'the name was replaced',
  async erase(db, person, word) {
    const rows = await audit.list(db, person);
    if (rows.length === 0) return 0;
    const isOf = sayerTest(person);
    const sql = `update ${db.table('audit')} set name = $2, subject = $3 where number = $1`;
    return db.unguarded('audit', 'audit_stays', async () => {
      for (const row of rows) {
        const name = isOf(row['name']) ? word : String(row['name']);
        await db.change(sql, Number(row['number']), name, subjectWithout(row, person, word));
      }
      return rows.length;
    });
  },
};

/** Returns what a line of the trail is about, with a word in the person's place. */
function subjectWithout({ action, subject }: DatabaseRow, { id, account }: AskedPerson, word: string): string {
  const text = String(subject);
  const end = `, ${id}`;
  if (OF_HOLDERS.has(String(action)) && text.endsWith(end)) return `${text.slice(0, -end.length)}, ${word}`;
  if (!OF_ACCOUNTS.has(String(action))) return text;
  const [name, rest] = [text.slice(0, account.length), text.slice(account.length)];
  return likeName(name) === likeName(account) && (rest === '' || rest.startsWith(': ')) ? word + rest : text;
}

const floor: PersonRecords = {
  name: 'the board',
  table: 'floor',
  async list(db, { id }) {
    const columns = 'id, name, holder, held_at, report, told_at';
    const rows = await db.list(`select ${columns} from ${db.table('floor')} order by id`);
    const isOf = ({ holder, report }: DatabaseRow) =>
      holder === id || valueAt(jsonIn(String(report)), ['worker']) === id;
    return rows.filter(isOf);
  },
  done: 'the id was replaced',
  async erase(db, person, word) {
    const rows = await floor.list(db, person);
    const sql = `update ${db.table('floor')} set holder = $2, report = $3, written = written + 1 where id = $1`;
    for (const { id, holder, report } of rows) {
      const said = jsonIn(String(report));
      const isAtWork = valueAt(said, ['worker']) === person.id;
      const text = isAtWork ? JSON.stringify({ ...(said as object), worker: word }) : String(report);
      await db.change(sql, String(id), holder === person.id ? word : String(holder), text);
    }
    return rows.length;
  },
};

/** Makes the records that a person named, in which the worker's name may stand. */
function named(name: string, table: string, columns: string): PersonRecords {
  return {
    name,
    table,
    async list(db, person) {
      const spelt = likeName(person.name ?? person.account);
      const rows = spelt.length < SHORTEST ? [] : await db.list(`select ${columns} from ${db.table(table)}`);
      return rows.filter((row) => likeName(String(row['name'])).includes(spelt));
    },
  };
}

/** A shorter name stands in too many others. */
const SHORTEST = 3;

const journal: PersonRecords = {
  name: 'runs of the stand-in',
  table: 'journal',
  async list(db, { id }) {
    const rows = await db.list(`select id, at, operation, parameters from ${db.table('journal')} order by id`);
    return rows.filter(({ parameters }) => withoutId(String(parameters), id, '') !== parameters);
  },
  done: 'the worker’s id was replaced',
  async erase(db, person, word) {
    const rows = await journal.list(db, person);
    const sql = `update ${db.table('journal')} set parameters = $2 where id = $1`;
    for (const { id, parameters } of rows)
      await db.change(sql, Number(id), withoutId(String(parameters), person.id, word));
    return rows.length;
  },
};

/** Puts a word in the place of a worker's id among the parameters of a run. */
function withoutId(parameters: string, id: string, word: string): string {
  const fields = jsonIn(parameters) as readonly (readonly [string, string])[];
  return JSON.stringify(
    fields.map(([name, text]) => [name, /^(?:op)?userid$/i.test(name) && text === id ? word : text]),
  );
}

const siteVersions: PersonRecords = {
  name: 'versions of the site file',
  table: 'site',
  async list(db, { id }) {
    const rows = await db.list(`select version, text from ${db.table('site')} order by version`);
    return rows.flatMap(({ version, text }) => {
      const worker = workerIn(String(text), id);
      return worker ? [{ version, ...worker }] : [];
    });
  },
  done: 'the worker was taken out',
  async erase(db, { id }) {
    let count = 0;
    for (const { version, text } of await db.list(`select version, text from ${db.table('site')}`)) {
      const left = withoutWorker(String(text), id);
      if (left === undefined) continue;
      count += await db.change(`update ${db.table('site')} set text = $2 where version = $1`, Number(version), left);
    }
    return count;
  },
};

/** All records in which a person may stand, in the order in which they are told. A database has some of the tables. */
export const personRecords: readonly PersonRecords[] = [
  calls,
  decisions,
  notes,
  pictures,
  prints,
  pending,
  deskAsks,
  deskReports,
  floor,
  accounts,
  audit,
  siteVersions,
  journal,
  named('handhelds with the name in theirs', 'devices', 'number, name, enrolled_at, revoked_at'),
  named('handhelds on the board with the name in theirs', 'floor', 'id, name'),
  named('set-up codes with the name in theirs', 'codes', 'name, until'),
];

/** Lists the workers that a site file's text names; none where it is no such text. */
export function workersIn(text: string): readonly SiteWorker[] {
  const workers = valueAt(siteIn(text), ['workers']);
  return Array.isArray(workers) ? workers.filter((one) => typeof valueAt(one, ['userId']) === 'string') : [];
}

/** Returns what a site file's text says of a worker. @returns `undefined`: nothing. */
export function workerIn(text: string, id: string): SiteWorker | undefined {
  const supervisors = valueAt(siteIn(text), ['supervisors']);
  const isSupervisor = Array.isArray(supervisors) && supervisors.includes(id);
  return workersIn(text).find(({ userId }) => userId === id) ?? (isSupervisor ? { userId: id } : undefined);
}

/** Takes a worker out of a site file's text. @returns `undefined`: it does not name them. */
export function withoutWorker(text: string, id: string): string | undefined {
  if (!workerIn(text, id)) return undefined;
  const site = siteIn(text) as Partial<Record<'workers' | 'supervisors', readonly unknown[]>>;
  const [workers, supervisors] = [site.workers, site.supervisors];
  const left = {
    ...site,
    ...(workers && { workers: workers.filter((one) => valueAt(one, ['userId']) !== id) }),
    ...(supervisors && { supervisors: supervisors.filter((one) => one !== id) }),
  };
  return `${JSON.stringify(left, undefined, 2)}\n`;
}

function siteIn(text: string): unknown {
  return jsonIn(text.replace(/^\uFEFF/, ''));
}
