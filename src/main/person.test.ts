import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { type GatewayProcess, run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';

const BY_ID =
  'The site file names no such worker: where this is a name or a badge, ask by the id, as 7 in “Ada Moreno (7)”.';

vi.setConfig({ testTimeout: 120_000 });

const shared = await sharedPostgresKind();

/** A text that lies nowhere but where Ada's records are. */
const ADA = { userId: '7', name: 'Ada Moreno-Qx', badge: 'W-007-Qx' };
const BO = { userId: '8', name: 'Bo', badge: 'W-008' };
const SITE = JSON.stringify({ workers: [ADA, BO], supervisors: ['7', '8'], floorShowsWorkers: true });

/** A ledger of either kind with two workers in it, and statements on it as it lies on the disk. */
interface Kept extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  start(): Promise<GatewayProcess>;
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
}

/** A time of late, Unix ms: what is older is forgotten. */
const AT = Math.floor(Date.now() / 1_000) * 1_000;

const ENTRY = [
  `insert into decisions (id, call, key, says, version, holds, by, why, said_at) values
    ('d1', 'call-0001', 'call-0001', 'mistake', 0, true, '7', 'I, Ada Moreno-Qx, was wrong', ${AT}),
    ('d2', 'call-0002', 'call-0002', 'done', 0, true, 'Ada Moreno-Qx · local', 'seen', ${AT}),
    ('d3', 'call-0003', 'call-0003', 'done', 0, true, '8', 'mine', ${AT})`,
  `insert into notes (id, call, key, text, by, asker, said_at, told_at, call_at) values
    ('n1', 'call-0001', 'call-0001', 'box was open, Ada Moreno-Qx', '7', '1', ${AT}, 1, 9000000000000),
    ('n2', 'call-0002', 'call-0002', 'box was shut', '8', '1', ${AT}, 1, 9000000000000)`,
  `insert into pictures (id, call, key, by, asker, taken_at, told_at, call_at, bytes, jpeg) values
    ('p1', 'call-0001', 'call-0001', '7', '1', ${AT}, 1, 9000000000000, 3, X),
    ('p2', 'call-0002', 'call-0002', '8', '1', ${AT}, 1, 9000000000000, 3, X)`,
  `insert into prints (id, call, copy, operation, printer, asker, worker, state, made_at, decided_by, call_at) values
    ('call-0001.c1', 'call-0001', 1, 'PrintKJYOrder', 'P-1', '1', '7', 'printed', ${AT}, null, 9000000000000),
    ('call-0002.c1', 'call-0002', 1, 'PrintKJYOrder', 'P-1', '1', '8', 'printed', ${AT}, 'Ada Moreno-Qx · local', 9000000000000),
    ('call-0003.c1', 'call-0003', 1, 'PrintKJYOrder', 'P-1', '1', '8', 'queued', ${AT}, '8', 9000000000000)`,
  `insert into accounts (name, name_key, role, password, made_at, ended_at) values
    ('Ada Moreno-Qx', null, 'viewer', null, ${AT}, ${AT + 1})`,
  `insert into audit (at, name, address, action, subject, unkept) values
    (${AT}, 'Ada Moreno-Qx · local', '10.0.0.8', 'sign-in', '', 0),
    (${AT}, 'SUPERVISOR_PASSWORD', '10.0.0.9', 'handheld-checked-out', '3: Dock 3, 7', 0),
    (${AT}, 'SUPERVISOR_PASSWORD', '10.0.0.9', 'role-changed', 'Ada Moreno-Qx: viewer → it', 0),
    (${AT}, 'SUPERVISOR_PASSWORD', '10.0.0.9', 'handheld-checked-out', '3: Dock 7, 8', 0)`,
  `insert into floor (id, device, name, seen_at, report, holder, held_at) values
    ('1', 1, 'Ada Moreno-Qx’s', ${AT}, '{"worker":"7","waiting":0}', '7', ${AT}),
    ('2', 2, 'Dock 2', ${AT}, '{"worker":"8","waiting":0}', '', 0)`,
  `insert into meta (name, value) values
    ('desk_asks_d1', '{"hold":{"by":"Ada Moreno-Qx","why":"I, Ada Moreno-Qx, count.","until":${AT + 3_600_000}},"send":{"id":"s","by":"Bo","at":${AT}}}'),
    ('desk_asks_d2', '{"send":{"id":"t","by":"Bo","at":${AT}}}'),
    ('desk_report_d1', '{"by":"Bo","at":${AT},"text":"Signed in: 7"}'),
    ('desk_report_d2', '{"by":"Bo","at":${AT},"text":"Signed in: 8, W-77"}')`,
];

async function keep(kind: 'SQLite' | 'PostgreSQL'): Promise<Kept> {
  const folder = tempDir();
  const place = kind === 'PostgreSQL' ? await shared?.newPlace() : undefined;
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'warn', ...(place && { DATABASE_URL: place.url }) };
  writeFileSync(join(folder.path, 'site.json'), SITE);
  const ask: Kept['ask'] = async (sql) => {
    if (place)
      return (await shared?.server.ask(place.url, sql.replaceAll(/(insert into|from) (\w+)/g, '$1 scanline_$2'))) ?? [];
    using db = new DatabaseSync(
      join(folder.path, / floor[ (]|from floor/.test(sql) ? 'floor.sqlite' : 'ledger.sqlite'),
    );
    return db.prepare(sql).all();
  };
  const start = (): Promise<GatewayProcess> => spawnGateway(env);
  {
    await using gateway = await start();
    await post(gateway.url, 'call-0001', revertOffFields('D-1001'));
    await post(gateway.url, 'call-0002', revertOffFields('D-1002'));
    await post(gateway.url, 'call-0003', { ...revertOffFields('D-1003'), userID: '8' });
  }
  const jpeg = place ? String.raw`'\xffd8ff'` : `x'ffd8ff'`;
  for (const sql of ENTRY)
    await ask(sql.replaceAll(', X)', `, ${jpeg})`).replaceAll(', true,', place ? ', true,' : ', 1,'));
  return {
    env,
    dataDir: folder.path,
    start,
    ask,
    async [Symbol.asyncDispose]() {
      await place?.[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Returns all that lies in the files of a folder, as text. */
function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const kinds = ['SQLite', ...(shared ? ['PostgreSQL'] : [])] as readonly ('SQLite' | 'PostgreSQL')[];

test.each(kinds)(
  '%s: all that is kept of a worker is told while the gateway runs, by id, badge or name, and of nobody else',
  async (kind) => {
    await using kept = await keep(kind);
    await using _gateway = await kept.start();
    const { code, stdout, stderr } = await run('person', ['tell', 'ada moreno-qx', '--json'], kept.env);
    expect([code, stderr]).toEqual([0, '']);
    const { person, records } = JSON.parse(stdout) as {
      person: object;
      records: Record<string, Record<string, unknown>[]>;
    };
    expect(person).toEqual({ id: '7', account: 'ada moreno-qx', name: ADA.name, badge: ADA.badge });
    const counts = Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.length]));
    const site = kind === 'SQLite' ? {} : { 'versions of the site file': 1 };
    const runs = { 'runs of the stand-in': 2 };
    expect(counts).toEqual({
      [join(kept.dataDir, 'site.json')]: 1,
      calls: 2,
      decisions: 2,
      notes: 1,
      pictures: 1,
      'labels on paper': 2,
      'words of the desk to handhelds': 1,
      'reports to the desk in which the id may stand': 1,
      'the board': 1,
      accounts: 1,
      'who did what': 3,
      'handhelds on the board with the name in theirs': 1,
      ...(kind === 'SQLite' && runs),
      ...site,
    });
    expect(records['notes']).toEqual([
      { key: 'call-0001', text: 'box was open, Ada Moreno-Qx', by: '7', said_at: new Date(AT).toISOString() },
    ]);
    expect(records['reports to the desk in which the id may stand']).toEqual([
      { handheld: 'd1', by: 'Bo', at: new Date(AT).toISOString() },
    ]);
    expect(records['pictures']?.[0]).toMatchObject({ address: '/gateway/ledger/picture?id=p1' });
    const byBadge = await run('person', ['tell', ADA.badge], kept.env);
    expect(byBadge.stdout).toMatch(/^Ada Moreno-Qx \(7\), badge W-007-Qx\n/);
    expect(byBadge.stdout).toMatch(/^calls: 2\n {2}key call-0001 · operation RevertOff/m);
    const nobody = await run('person', ['tell', 'Zoe'], kept.env);
    expect(nobody).toMatchObject({ code: 0, stdout: `Nothing is kept of “Zoe”.\n${BY_ID}\n` });
  },
);

test.each(kinds)(
  '%s: an erasure takes a worker out of all records, keeps their number and everybody else’s, and says how many',
  async (kind) => {
    await using kept = await keep(kind);
    const { env, ask } = kept;
    const { code, stdout, stderr } = await run('person', ['erase', ADA.name], env);
    expect([code, stderr]).toEqual([0, '']);
    const word = /is “(erased [0-9a-f]{8})” from now on/.exec(stdout)?.[1] ?? '';
    expect(stdout).toContain('calls: 2; the worker’s id was replaced\n');
    expect(stdout).toContain('notes: 1; they were deleted\n');
    expect(await ask('select worker, count(*) as many from calls group by worker order by worker')).toEqual(
      [
        ['8', 1],
        [word, 2],
      ].map(([worker, many]) => ({ worker, many: kind === 'SQLite' ? many : String(many) })),
    );
    expect(await ask('select by, why from decisions order by n')).toEqual([
      { by: word, why: null },
      { by: word, why: null },
      { by: '8', why: 'mine' },
    ]);
    expect(await ask('select by from notes')).toEqual([{ by: '8' }]);
    expect(await ask('select by from pictures')).toEqual([{ by: '8' }]);
    expect(await ask('select worker, decided_by from prints order by n')).toEqual([
      { worker: word, decided_by: null },
      { worker: '8', decided_by: word },
      { worker: '8', decided_by: '8' },
    ]);
    expect(await ask('select name, subject from audit order by number')).toEqual([
      { name: word, subject: '' },
      { name: 'SUPERVISOR_PASSWORD', subject: `3: Dock 3, ${word}` },
      { name: 'SUPERVISOR_PASSWORD', subject: `${word}: viewer → it` },
      { name: 'SUPERVISOR_PASSWORD', subject: '3: Dock 7, 8' },
      { name: 'this machine', subject: word },
    ]);
    expect(await ask("select name, value from meta where name like 'desk_%' order by name")).toEqual([
      {
        name: 'desk_asks_d1',
        value: `{"hold":{"by":"${word}","why":"–","until":${AT + 3_600_000}},"send":{"id":"s","by":"Bo","at":${AT}}}`,
      },
      { name: 'desk_asks_d2', value: `{"send":{"id":"t","by":"Bo","at":${AT}}}` },
      { name: 'desk_report_d2', value: expect.stringContaining('Signed in: 8') },
    ]);
    expect(await ask('select holder, report from floor order by id')).toEqual([
      { holder: word, report: `{"worker":"${word}","waiting":0}` },
      { holder: '', report: '{"worker":"8","waiting":0}' },
    ]);
    expect(JSON.parse(readFileSync(join(kept.dataDir, 'site.json'), 'utf8'))).toMatchObject({
      workers: [BO],
      supervisors: ['8'],
    });

    writeFileSync(join(kept.dataDir, 'site.json'), SITE); // as a kill before the last step leaves it
    const resumed = await run('person', ['erase', ADA.name], env);
    expect(resumed.stdout).toMatch(
      new RegExp(`is “${word}” from now on\\.\n.*site\\.json: the worker was taken out\n`),
    );
    expect(readFileSync(join(kept.dataDir, 'site.json'), 'utf8')).not.toContain(ADA.badge);

    const again = await run('person', ['erase', '7'], env);
    expect(again).toMatchObject({ code: 0, stdout: `Nothing was kept of “7”.\n${BY_ID}\n` });
    const told = await run('person', ['tell', '7'], env);
    expect(told.stdout).toBe(`Nothing is kept of “7”.\n${BY_ID}\n`);

    await using gateway = await kept.start();
    const late = await post(gateway.url, 'call-0004', revertOffFields('D-1004'));
    expect(late.status).toBe(200);
    const replayed = await post(gateway.url, 'call-0001', revertOffFields('D-1001'));
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    await gateway.kill();
    const later = await run('person', ['erase', '7'], env);
    expect(later.stdout).toContain(`7 is “${word}” from now on`); // what a handheld told afterwards is counted with the rest
    expect(await ask("select count(*) as many from calls where worker = '7'")).toMatchObject([
      { many: kind === 'SQLite' ? 0 : '0' },
    ]);
    await expect(ask("update audit set name = 'x'")).rejects.toThrow(kind === 'SQLite' ? 'never changed' : 'audit');
  },
);

test('no byte of the name, of the words or of the badge is left in the gateway’s files', async () => {
  await using kept = await keep('SQLite');
  expect(filesOf(kept.dataDir)).toContain('box was open, Ada Moreno-Qx');
  await run('person', ['erase', '7'], kept.env); // by the id the account of her name is somebody else's
  await run('person', ['erase', ADA.name], kept.env);
  const left = filesOf(kept.dataDir);
  expect(left).not.toContain('box was open');
  expect(left).not.toContain(ADA.badge);
  // But in the name that a person gave a handheld, which the erasure says.
  expect(left.split('Ada Moreno-Qx').length - 1).toBe(left.split('Ada Moreno-Qx\u00e2\u0080\u0099s').length - 1);
});

test.each(kinds)('%s: nothing is erased while a gateway is at work, or of somebody who can sign in', async (kind) => {
  await using kept = await keep(kind);
  {
    await using _gateway = await kept.start();
    const refused = await run('person', ['erase', '7'], kept.env);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/in use by another gateway/) });
  }
  await kept.ask("insert into accounts (name, name_key, role, made_at) values ('Cy', 'cy', 'viewer', 1)");
  await kept.ask(
    "insert into calls (key, fingerprint, operation, state, received_at, worker) values ('call-0009', '', 'RevertOff', 'answered', 1, 'Cy')",
  );
  const open = await run('person', ['erase', 'Cy'], kept.env);
  expect(open).toEqual({
    code: 1,
    stdout: '',
    stderr: '“Cy” has an account: remove it at /gateway/people first. Nothing was changed.\n',
  });
  expect(await kept.ask("select worker from calls where key = 'call-0009'")).toEqual([{ worker: 'Cy' }]);
});

test.skipIf(!shared)('nothing is erased from a database where another folder’s gateway is at work', async () => {
  await using kept = await keep('PostgreSQL');
  await using _gateway = await kept.start();
  using other = tempDir();
  const { code, stderr } = await run('person', ['erase', '7'], { ...kept.env, DATA_DIR: other.path });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/a gateway is at work/)]);
});

test('a name that two workers have is asked for by the id', async () => {
  using folder = tempDir();
  writeFileSync(
    join(folder.path, 'site.json'),
    JSON.stringify({ workers: [ADA, { ...ADA, userId: '9', badge: 'W-9' }] }),
  );
  const { stderr } = await run('person', ['tell', ADA.name], { DATA_DIR: folder.path });
  expect(stderr).toBe(`“${ADA.name}” is the name of several workers: give the id of one, 7 or 9.\n`);
});
