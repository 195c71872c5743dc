import { createHmac, scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { QUICK, startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, enrolled } from '#main/testing/deviceRig.ts';
import { NOW, sqliteKind, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { textIn } from '#main/testing/rig.ts';
import { OWN_PASSWORD, cookieIn, newLink, pageFor, person, postAs, signInAs } from '#main/testing/peopleRig.ts';
import { createAccounts } from './accounts.ts';
import { createSignIn } from './signIn.ts';

const HOUR = 3_600_000;
const LINK = '/gateway/sign-in/link';
const kinds = await ledgerKinds();

/** Reads the numbers of the accounts on the page, by name. */
async function numberOf(gateway: Awaited<ReturnType<typeof startHere>>, name: string): Promise<string> {
  const { html } = await pageFor(gateway, '/gateway/people', { ...away, ...gateway.here });
  const row = html.split('<tr>').find((one) => one.includes(`>${name}<`)) ?? '';
  return /name="number" value="(\d+)"/.exec(row)?.[1] ?? '';
}

test('a link sets a password once, is not used up by being looked at, and an account without one lets nobody in', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const code = await newLink(gateway, 'Ada Moreno', 'supervisor');
  for (let times = 0; times < 2; times += 1) {
    const shown = await pageFor(gateway, `${LINK}?code=${code}`, away);
    expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('value="Ada Moreno"')]);
    expect(shown.html).toContain('10 letters or more'); // said before, and not only to whoever typed fewer
    expect(shown.html).toMatch(/<input(?=[^>]* name="password")[^>]* minlength="10"/i);
  }
  for (const password of ['', OWN_PASSWORD])
    expect((await postAs(gateway, '/gateway/sign-in', { name: 'Ada Moreno', password })).status).toBe(401);
  const set = (password: string, again = password) => postAs(gateway, LINK, { code, password, again });
  for (const heard of [await set('too short'), await set(OWN_PASSWORD, 'another of them'), await set('x'.repeat(201))])
    expect([heard.status, heard.text]).toEqual([422, expect.stringContaining('with 10 letters or more')]);
  const isSet = await set(OWN_PASSWORD);
  expect([isSet.status, textIn(isSet.text)]).toEqual([200, expect.stringContaining('Your password is set.')]);
  expect(isSet.text).toMatch(/action="\/gateway\/sign-in".*name="name"[^>]*value="Ada Moreno"/s);
  const spent = await set('another password of theirs');
  expect([spent.status, spent.text]).toEqual([410, expect.stringContaining('was used, or is too old')]);
  expect((await pageFor(gateway, `${LINK}?code=${code}`, away)).status).toBe(410);

  const browser = await signInAs(gateway, ' ada MORENO '); // as people type it
  const page = await pageFor(gateway, '/gateway/devices', browser);
  expect([page.status, page.html]).toEqual([200, expect.stringContaining('Ada Moreno · Supervisor')]);
  expect((await newLink(gateway, 'Ada', 'viewer')).length).toBe(22);
  const taken = await postAs(gateway, '/gateway/people', { name: 'ADA MORENO', role: 'viewer' }, gateway.here);
  expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('has an account already')]);
});

test('of those who press at once one sets the password, and a newer link ends the older one', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const first = await newLink(gateway, 'Ada', 'viewer');
  const made = await postAs(gateway, '/gateway/people/link', { number: '1' }, gateway.here);
  const code = /link\?code=([\w-]{22})/.exec(made.text)?.[1] ?? '';
  expect((await pageFor(gateway, `${LINK}?code=${first}`, away)).status).toBe(410);
  const passwords = ['one of the passwords', 'two of the passwords', 'three of the passwords'];
  const heard = await Promise.all(
    passwords.map((password) => postAs(gateway, LINK, { code, password, again: password })),
  );
  expect(heard.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
});

test('a new password, another role and a removal hold from the next request on, in each browser', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const [one, two] = [await person(gateway, 'Ada', 'supervisor'), await signInAs(gateway, 'Ada')];
  const number = await numberOf(gateway, 'Ada');
  const statuses = () =>
    Promise.all([one, two].map(async (browser) => (await pageFor(gateway, '/gateway/devices', browser)).status));
  expect(await statuses()).toEqual([200, 200]);
  await postAs(gateway, '/gateway/people/role', { number, role: 'viewer' }, gateway.here);
  expect(await statuses()).toEqual([403, 403]);
  await postAs(gateway, '/gateway/people/role', { number, role: 'it' }, gateway.here);
  expect(await statuses()).toEqual([200, 200]);
  const made = await postAs(gateway, '/gateway/people/link', { number }, gateway.here);
  const code = /link\?code=([\w-]{22})/.exec(made.text)?.[1] ?? '';
  expect(await statuses()).toEqual([200, 200]); // a link that nobody used changes nothing
  await postAs(gateway, LINK, { code, password: OWN_PASSWORD, again: OWN_PASSWORD });
  expect(await statuses()).toEqual([401, 401]);
  const anew = await signInAs(gateway, 'Ada');
  await postAs(gateway, '/gateway/people/remove', { number }, gateway.here);
  expect((await pageFor(gateway, '/gateway/devices', anew)).status).toBe(401);
  expect(cookieIn(await postAs(gateway, '/gateway/sign-in', { name: 'Ada', password: OWN_PASSWORD }))).toBe('');
  await person(gateway, 'Ada', 'viewer'); // the name is free again, for another account
  expect(await numberOf(gateway, 'Ada')).not.toBe(number);
});

test('a person is removed only by a second press, after what is lost has been said', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  await person(gateway, 'Ada', 'supervisor');
  const { html } = await pageFor(gateway, '/gateway/people', { ...away, ...gateway.here });
  const asked = /<details><summary[^>]*>Remove (?:(?!<details>).)*?<\/details>/s.exec(html)?.[0] ?? '';
  expect(asked.replaceAll(/<[^>]*>/g, ' ')).toMatch(/signed out everywhere at once.*cannot be undone.*Yes, remove/s);
  expect(asked).toContain('action="/gateway/people/remove"');
  expect(html.replace(asked, '')).not.toContain('/gateway/people/remove');
});

test('the last account of IT stays, where no other password opens the pages', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  await person(gateway, 'Ida', 'it');
  const number = await numberOf(gateway, 'Ida');
  for (const [path, fields] of [
    ['remove', { number }],
    ['role', { number, role: 'viewer' }],
  ] as const) {
    const heard = await postAs(gateway, `/gateway/people/${path}`, fields, gateway.here);
    expect([heard.status, heard.text]).toEqual([422, expect.stringContaining('the last account of IT')]);
  }
  await newLink(gateway, 'Iris', 'it'); // she cannot sign in yet
  expect((await postAs(gateway, '/gateway/people/remove', { number }, gateway.here)).status).toBe(422);
  await person(gateway, 'Ivo', 'it');
  expect((await postAs(gateway, '/gateway/people/remove', { number }, gateway.here)).status).toBe(303);

  await using withFirst = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  await person(withFirst, 'Ida', 'it');
  const only = await numberOf(withFirst, 'Ida');
  expect((await postAs(withFirst, '/gateway/people/remove', { number: only }, withFirst.here)).status).toBe(303);
});

test('a sign-in gives a new session and ends the one that the browser showed, and leads to a page of ours that the role may see', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const planted = await person(gateway, 'Mallory', 'viewer');
  await person(gateway, 'Vera', 'viewer');
  const mine = await signInAs(gateway, 'Vera', planted);
  expect(mine['cookie']).not.toBe(planted['cookie']);
  expect((await pageFor(gateway, '/gateway/ledger', planted)).status).toBe(401);
  const tossed = { ...away, cookie: `${planted['cookie']}; ${mine['cookie']}` }; // a page of a name above ours set one before ours
  expect((await pageFor(gateway, '/gateway/ledger', tossed)).html).toContain('Vera · Viewer');

  const leads = async (next: string, name = 'Vera') =>
    (await postAs(gateway, '/gateway/sign-in', { name, password: OWN_PASSWORD, next })).headers.get('location');
  for (const next of [
    '',
    'https://evil.example',
    '//evil.example/gateway/ledger',
    '//evil',
    '/elsewhere',
    '/gateway/ledger/../../x',
    '/gateway/people',
    '/gateway/audit/csv',
  ])
    expect([next, await leads(next)]).toEqual([next, '/gateway/floor']);
  expect(await leads('/gateway/ledger?state=answered')).toBe('/gateway/ledger?state=answered');
});

test('who may less is shown less: no link and no button leads to a refusal', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, UPSTREAM_API_KEY: KEY });
  await enrolled(gateway.url);
  const [viewer, supervisor] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Sam', 'supervisor')];
  const linksIn = (html: string) =>
    [...html.matchAll(/<nav.*?<\/nav>/gs)].flatMap(([nav]) => [...nav.matchAll(/href="([^"]+)"/g)].map(([, to]) => to));
  const page = await pageFor(gateway, '/gateway/ledger', viewer);
  const toRead = ['/gateway/floor', '/gateway/ledger', '/gateway/shift', '/gateway/printers'];
  expect(linksIn(page.html)).toEqual(toRead);
  const denied = await pageFor(gateway, '/gateway/people', viewer);
  expect([denied.status, linksIn(denied.html)]).toEqual([403, toRead]);
  expect(denied.html).toContain('Your role may not do this');
  expect(denied.html).toContain('<title>Not allowed · Scanline</title>'); // who is signed in is not asked to sign in
  const devices = await pageFor(gateway, '/gateway/devices', supervisor);
  expect(linksIn(devices.html)).toEqual(
    ['floor', 'ledger', 'shift', 'printers', 'devices', 'provision', 'setup'].map((name) => `/gateway/${name}`),
  );
  expect(devices.html).toContain('/gateway/devices/revoke"');
  expect(devices.html).not.toContain('revoke-all');
  const all = await pageFor(gateway, '/gateway/devices', { ...away, ...gateway.here });
  expect(all.html).toContain('revoke-all');
});

describe.each(kinds)('people in $name', (kind) => {
  test('two of IT who remove each other at the same moment leave one', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const accounts = createAccounts(opened.ledger, false, QUICK);
    const { run } = opened.ledger.beside('test', (table) => ({
      set: `update ${table('accounts')} set password = 'one that nobody derives here'`,
    }));
    for (let round = 0; round < 10; round += 1) {
      for (const name of ['Ida', 'Ivo']) await accounts.add(`${name} ${round}`, 'it');
      await run('set');
      const numbers = (await accounts.list()).map(({ number }) => number);
      const changed = await Promise.all(numbers.map((number) => accounts.remove(number)));
      expect(changed.toSorted()).toEqual([...numbers.slice(1).map(() => 'done'), 'last']);
      expect(await accounts.list()).toHaveLength(1);
    }
  });

  test('a link is over after a day, and a session of an account after twelve hours, however much it is used', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    let now = NOW;
    const ledger = { epoch: opened.ledger.epoch, beside: opened.ledger.beside, tell: async () => now };
    const accounts = createAccounts(ledger, false, QUICK);
    const signIn = createSignIn(undefined, () => now, ledger, accounts);
    const late = await accounts.add('Late', 'it');
    now += 24 * HOUR;
    expect(await accounts.setPassword(late ?? '', OWN_PASSWORD)).toBeUndefined();
    await accounts.setPassword((await accounts.add('Ada', 'viewer')) ?? '', OWN_PASSWORD);
    const entered = await signIn.enter('Ada', OWN_PASSWORD, 'a');
    const token = entered.kind === 'in' ? entered.token : '';
    for (let quarters = 0; quarters < 47; quarters += 1) {
      now += HOUR / 4;
      expect(await signIn.whose(token)).toMatchObject({ name: 'Ada', role: 'viewer' });
    }
    now += HOUR / 4;
    expect(await signIn.whose(token)).toBeUndefined();
  });

  test('the first account’s session ends after twelve hours as all others do, one that an older gateway began too', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    let now = NOW;
    const { epoch, beside } = opened.ledger;
    const ledger = { epoch, beside, tell: async () => now };
    const signIn = createSignIn(PASSWORD, () => now, ledger, createAccounts(ledger, true, QUICK));
    const entered = await signIn.enter('', PASSWORD, 'a');
    const key = scryptSync(PASSWORD, 'scanline-supervisor-session', 32);
    const hashed = createHmac('sha256', key).update(`${epoch} of the older one`).digest('base64url');
    const older = beside('older', (table) => ({
      begin: `insert into ${table('sessions')} (hash, used_at) values ($1, $2)`,
    }));
    await older.run('begin', hashed, now);
    const tokens = [entered.kind === 'in' ? entered.token : '', 'of the older one'];
    const roles = () => Promise.all(tokens.map(async (token) => (await signIn.whose(token))?.role));
    for (let quarters = 0; quarters < 47; quarters += 1) {
      now += HOUR / 4;
      expect(await roles()).toEqual(['it', 'it']);
    }
    now += HOUR / 4;
    expect(await roles()).toEqual([undefined, 'it']); // counted from its first use here
    now += HOUR / 4;
    expect(await roles()).toEqual([undefined, undefined]);
  });

  test('an older gateway beside this one goes on: its sessions are the first account’s here, and ours of other accounts are none there', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const ledger = opened.ledger;
    const accounts = createAccounts(ledger, true, QUICK);
    const signIn = createSignIn(PASSWORD, () => 0, ledger, accounts);
    await accounts.setPassword((await accounts.add('Vera', 'viewer')) ?? '', OWN_PASSWORD);
    const [first, vera] = [await signIn.enter('', PASSWORD, 'a'), await signIn.enter('Vera', OWN_PASSWORD, 'a')];
    // The older one's statements, as it had them.
    const older = ledger.beside('older', (table) => ({
      begin: `insert into ${table('sessions')} (hash, used_at) values ($1, $2)`,
      find: `select used_at from ${table('sessions')} where hash = $1`,
    }));
    const asOlder = async (token: string) => {
      const key = scryptSync(PASSWORD, 'scanline-supervisor-session', 32);
      return createHmac('sha256', key).update(`${ledger.epoch} ${token}`).digest('base64url');
    };
    const tokenOf = (entered: typeof first): string => (entered.kind === 'in' ? entered.token : '');
    expect((await older.run('find', await asOlder(tokenOf(first)))).rows).toHaveLength(1);
    expect((await older.run('find', await asOlder(tokenOf(vera)))).rows).toHaveLength(0);
    await older.run('begin', await asOlder('of the older one'), await ledger.tell());
    expect(await signIn.whose('of the older one')).toMatchObject({ role: 'it', name: 'SUPERVISOR_PASSWORD' });
  });
});

test('a link that is posted twenty times at once is derived once, as is one that nobody made never', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  let derived = 0;
  const counting = {
    ...QUICK,
    get N() {
      derived += 1; // read once for each password
      return QUICK.N;
    },
  };
  const accounts = createAccounts(opened.ledger, true, counting);
  const code = (await accounts.add('Ada', 'viewer')) ?? '';
  const posts = Array.from({ length: 20 }, () => accounts.setPassword(code, OWN_PASSWORD));
  const set = (await Promise.all(posts)).filter((one) => one !== undefined);
  expect([set.length, derived]).toEqual([1, 1]);
  await Promise.all(Array.from({ length: 20 }, () => accounts.setPassword('x'.repeat(22), OWN_PASSWORD)));
  expect(derived).toBe(1);
});

test('a browser by which somebody has signed in proves it, until they have another password', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  await person(gateway, 'Ada', 'viewer');
  const heard = await postAs(gateway, '/gateway/sign-in', { name: 'Ada', password: OWN_PASSWORD });
  const known = heard.headers.getSetCookie().find((cookie) => cookie.startsWith('scanline-known-1=')) ?? '';
  expect(known).toMatch(
    /^scanline-known-1=[\w-]{43}; Path=\/gateway\/sign-in; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
  );
  const browser = { cookie: known.split(';')[0] ?? '' };
  const statusOf = async (password: string, headers = {}) =>
    (await postAs(gateway, '/gateway/sign-in', { name: 'Ada', password }, headers)).status;
  for (let tries = 0; tries < 5; tries += 1) await statusOf('no');
  expect([await statusOf(OWN_PASSWORD), await statusOf(OWN_PASSWORD, browser)]).toEqual([429, 303]);
  const { text } = await postAs(gateway, '/gateway/people/link', { number: '1' }, gateway.here);
  const [, code = ''] = /link\?code=([\w-]{22})/.exec(textIn(text)) ?? [];
  await postAs(gateway, LINK, { code, password: 'another password of Ada', again: 'another password of Ada' });
  expect(await statusOf('another password of Ada', browser)).toBe(429);
});

test('wrong passwords of names are bounded as those of the first account are, whether anybody has the name or not', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  const accounts = createAccounts(opened.ledger, true, QUICK);
  await accounts.setPassword((await accounts.add('Ada', 'viewer')) ?? '', OWN_PASSWORD);
  let derived = 0;
  const counting = {
    ...accounts,
    byPassword: (...asked: Parameters<typeof accounts.byPassword>) => {
      derived += 1;
      return accounts.byPassword(...asked);
    },
  };
  const signIn = createSignIn(PASSWORD, () => 0, opened.ledger, counting);
  const tries = Array.from({ length: 20 }, (_, n) => signIn.enter(n % 2 === 0 ? 'Ada' : 'Nobody', 'no', 'a'));
  const outcomes = (await Promise.all(tries)).map(({ kind: came }) => came);
  expect(outcomes).toEqual([...Array<string>(4).fill('wrong'), ...Array<string>(16).fill('wait')]);
  expect(derived).toBe(5); // at once too: what is refused is not derived
});
