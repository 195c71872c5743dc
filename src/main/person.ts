import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotStart, runProgram } from '#settings/cannotStart.ts';
import { makeFilesForOwnerAlone, writeWhole } from '#settings/files.ts';
import { withSecretFiles } from '#settings/settings.ts';
import { sitePlaceOf } from '#settings/sitePlace.ts';
import { read } from '#settings/variables.ts';
import { THIS_MACHINE } from '#contract/decision.ts';
import { ownerOf } from '#site/site.ts';
import { takeDataDir } from './dataDir.ts';
import { becomeOwner } from './folderOwner.ts';
import { type PersonPlace, openPostgresPlace, openSqlitePlace } from './personPlaces.ts';
import { type AskedPerson, likeName } from './personRecords.ts';
import { personRecords, withoutWorker, workerIn, workersIn } from './personTables.ts';

const USAGE = `npm run -s person -- tell NAME [--json]     lists all that the gateway keeps of a person, also while it runs
npm run -s person -- erase NAME             erases the person from it, while every gateway is stopped; the counts stay
  NAME is a worker's id, badge or name in the site file, or the name of an account at the gateway's pages. DATA_DIR, DATABASE_URL
  and SITE_CONFIG are those of the gateway. What was killed is done by the same words again.
  In a release: ./node node_modules/scanline/person.js tell NAME
`;

/** The name in `meta` of what makes one word for each person, the same at each erasure. */
const SALT = 'person_salt';

/** The records of one kind that a place has of a person. */
interface Found {
  readonly name: string;
  readonly rows: readonly object[];
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(USAGE);
  const words = args.filter((word) => word !== '--json');
  const [verb, asked, ...rest] = words;
  const isJson = words.length < args.length;
  if ((verb !== 'tell' && verb !== 'erase') || !asked?.trim() || rest.length > 0 || (isJson && verb === 'erase'))
    throw new CannotStart(USAGE.trimEnd());
  makeFilesForOwnerAlone();
  const env = withSecretFiles(process.env);
  const settings = {
    dataDir: read(env, 'DATA_DIR'),
    databaseUrl: read(env, 'DATABASE_URL'),
    siteFile: read(env, 'SITE_CONFIG'),
  };
  const { dataDir } = settings;
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory())
    throw new CannotStart(`DATA_DIR: there is no folder ${resolve(dataDir)}: name the folder of the gateway.`);
  const folders = [dataDir, join(dataDir, 'training')].filter((folder) => existsSync(folder));
  const given = folders.map(becomeOwner);
  try {
    using _taken = verb === 'erase' ? takeDataDir(dataDir) : undefined;
    const files = siteFilesOf(settings);
    const person = personOf(asked.trim(), files);
    const places = await openPlaces(settings, folders, verb === 'tell');
    try {
      if (verb === 'tell') await tell(person, places, files, dataDir, isJson);
      else await erase(person, places, files, dataDir);
    } finally {
      for (const { place } of places) await place.close();
    }
  } finally {
    for (const giveToOwner of given) giveToOwner();
  }
}

/** Lists the site file and the one before it, where they are. */
function siteFilesOf(settings: Parameters<typeof sitePlaceOf>[0]): readonly string[] {
  const file = sitePlaceOf(settings);
  return [file, `${file}.before`].filter((path) => existsSync(path));
}

/** Finds whom a word means. @throws CannotStart where it is the name of several workers. */
function personOf(asked: string, files: readonly string[]): AskedPerson {
  const workers = files.flatMap((file) => workersIn(readFileSync(file, 'utf8')));
  const byId = workers.find(({ userId }) => userId === asked) ?? ownerOf(workers, asked);
  const byName = workers.filter(({ name = '' }) => likeName(name) === likeName(asked));
  const ids = [...new Set(byName.map(({ userId }) => userId))];
  if (!byId && ids.length > 1)
    throw new CannotStart(`“${asked}” is the name of several workers: give the id of one, ${ids.join(' or ')}.`);
  const worker = byId ?? byName[0];
  return { id: worker?.userId ?? asked, account: asked, name: worker?.name, badge: worker?.badge };
}

interface NamedPlace {
  /** Goes before the names of its records; empty: the gateway's own. */
  readonly before: string;
  readonly place: PersonPlace;
}

/** Opens the ledger in use, and that of the training app. @throws CannotStart where there is none. */
async function openPlaces(
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  folders: readonly string[],
  isRead: boolean,
): Promise<readonly NamedPlace[]> {
  const [own, training] = folders.map((folder) => () => openSqlitePlace(folder, isRead));
  const place = databaseUrl === undefined ? own?.() : await openPostgresPlace(databaseUrl, isRead);
  if (!place) throw new CannotStart(`DATA_DIR: ${dataDir} has no ledger.sqlite: name the folder of the gateway.`);
  const trained = training?.();
  return [{ before: '', place }, ...(trained ? [{ before: 'training: ', place: trained }] : [])];
}

async function tell(
  person: AskedPerson,
  places: readonly NamedPlace[],
  files: readonly string[],
  dataDir: string,
  isJson: boolean,
): Promise<void> {
  const found: Found[] = inFiles(person, files);
  for (const { before, place } of places) {
    for (const { name, table, list } of personRecords) {
      const rows = (await place.has(table)) ? (await list(place, person)).map(readable) : [];
      if (rows.length > 0) found.push({ name: before + name, rows });
    }
  }
  const mayHaveMore = leftIn(dataDir, places);
  if (isJson) {
    const records = Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
    return void process.stdout.write(`${JSON.stringify({ person, records, mayHaveMore }, undefined, 2)}\n`);
  }
  const { name, badge } = person;
  const lines = [
    found.length === 0 ? nothingOf(person, 'is') : `${nameOf(person)}${badge === undefined ? '' : `, badge ${badge}`}`,
    ...found.flatMap((part) => [
      '',
      `${part.name}: ${part.rows.length}`,
      ...part.rows.map((row) => `  ${lineOf(row)}`),
    ]),
    ...(name === undefined && found.length > 0 ? ['', 'The site file names no such worker.'] : []),
    ...leftLines(mayHaveMore),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function erase(
  person: AskedPerson,
  places: readonly NamedPlace[],
  files: readonly string[],
  dataDir: string,
): Promise<void> {
  for (const { before, place } of places) await refuseOpenAccount(person, place, before);
  let word = '';
  const [lines, left]: [string[], string[]] = [[], []];
  for (const { before, place } of places) {
    await place.inTransaction(async () => {
      word ||= await wordFor(person, place);
      const done = await eraseIn(place, person, word);
      for (const { name, count, how } of done) {
        if (count === 0) continue;
        if (how === undefined) left.push(`${before}${name}: ${count}; rename them at /gateway/floor`);
        else lines.push(`${before}${name}: ${count}; ${how}`);
      }
      if (done.some(({ count, how }) => count > 0 && how !== undefined)) await noteIn(place, word);
    });
  }
  // Last, as the file says which id a name means to whoever goes on with what was killed.
  for (const file of files) {
    const text = withoutWorker(readFileSync(file, 'utf8'), person.id);
    if (text === undefined) continue;
    writeWhole(file, text);
    lines.push(`${file}: the worker was taken out`);
  }
  const what = lines.length === 0 ? nothingOf(person, 'was') : `${nameOf(person)} is “${word}” from now on.`;
  process.stdout.write(`${[what, ...lines, ...left, ...leftLines(leftIn(dataDir, places))].join('\n')}\n`);
}

/** Refuses to erase somebody who can still sign in. @throws CannotStart */
async function refuseOpenAccount(person: AskedPerson, place: PersonPlace, before: string): Promise<void> {
  const accounts = personRecords.find(({ table }) => table === 'accounts');
  const open = (await accounts?.list(place, person))?.find((row) => row['ended_at'] === null);
  if (before === '' && open)
    throw new CannotStart(
      `“${String(open['name'])}” has an account: remove it at /gateway/people first. Nothing was changed.`,
    );
}

async function eraseIn(place: PersonPlace, person: AskedPerson, word: string) {
  const done: { readonly name: string; readonly count: number; readonly how: string | undefined }[] = [];
  for (const { name, table, list, done: how, erase: eraseRows } of personRecords) {
    if (!(await place.has(table))) continue;
    const count = eraseRows ? await eraseRows(place, person, word) : (await list(place, person)).length;
    done.push({ name, count, how });
  }
  return done;
}

/** Returns the word that stands for a person: the same at each erasure, and known of no other person. */
async function wordFor({ id }: AskedPerson, place: PersonPlace): Promise<string> {
  const meta = place.table('meta');
  await place.change(
    `insert into ${meta} (name, value) values ($1, $2) on conflict (name) do nothing`,
    SALT,
    randomBytes(16).toString('hex'),
  );
  const [row] = await place.list(`select value from ${meta} where name = $1`, SALT);
  return `erased ${createHmac('sha256', String(row?.['value'])).update(id).digest('hex').slice(0, 8)}`;
}

/** Notes in the trail that somebody was erased. */
async function noteIn(place: PersonPlace, word: string): Promise<void> {
  await place.change(
    `insert into ${place.table('audit')} (at, name, address, action, subject, unkept) values ($1, $2, '', $3, $4, 0)`,
    Date.now(),
    THIS_MACHINE,
    'person-erased',
    word,
  );
}

function inFiles({ id }: AskedPerson, files: readonly string[]): Found[] {
  return files.flatMap((file) => {
    const worker = workerIn(readFileSync(file, 'utf8'), id);
    return worker ? [{ name: file, rows: [worker] }] : [];
  });
}

/** Lists the paths in a folder that hold ledgers of before, which are not looked into. */
function leftIn(dataDir: string, places: readonly NamedPlace[]): readonly string[] {
  const isElsewhere = places[0]?.place.table('calls') !== 'calls';
  const isLeft = (name: string): boolean =>
    /^before-(?:restore|move)-|\.broken-\d+$/.test(name) || (isElsewhere && name === 'ledger.sqlite');
  return readdirSync(dataDir)
    .filter(isLeft)
    .map((name) => join(resolve(dataDir), name));
}

function leftLines(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `Not looked into: ${path} (a ledger of before; delete it where it is not needed)`);
}

/** Says that nothing was found, and by what a person is found whom the site file does not name, or names no more. */
function nothingOf({ id, name }: AskedPerson, was: 'is' | 'was'): string {
  const said = `Nothing ${was} kept of “${id}”.`;
  if (name !== undefined) return said;
  return `${said}\nThe site file names no such worker: where this is a name or a badge, ask by the id, as 7 in “Ada Moreno (7)”.`;
}

function nameOf({ id, name }: AskedPerson): string {
  return name === undefined ? id : `${name} (${id})`;
}

/** Returns a row as people read it: times as such, and nothing that is not there. */
function readable(row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (value === null || value === '' || (/(?:^|_)at$/.test(name) && Number(value) === 0)) return [];
      return [[name, /(?:^|_)(?:at|until)$/.test(name) ? new Date(Number(value)).toISOString() : value]];
    }),
  );
}

/** Returns a row in one line. */
function lineOf(row: object): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} ${String(value).replaceAll(/\s+/g, ' ')}`)
    .join(' · ');
}

await runProgram(() => main(process.argv.slice(2)));
