import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { copyData, putBack } from '#main/dataCopy.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { type GatewayHere, startHere } from '#main/testing/appRig.ts';
import { PASSWORD, away } from '#main/testing/deviceRig.ts';
import { NOW, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { sayWhySkipped, startPostgres } from '#main/testing/postgresRig.ts';
import { post, tempDir } from '#main/testing/rig.ts';
import { createAccounts } from './accounts.ts';
import { createSignIn } from './signIn.ts';

const MINUTE = 60_000;
const PAGE = '/gateway/setup';

const kinds = await ledgerKinds();
const server = await startPostgres();
if (typeof server === 'string') sayWhySkipped(server);
afterAll(() => (typeof server === 'string' ? undefined : server[Symbol.asyncDispose]()));

/** A ledger that keeps nothing, for what a password alone decides. */
const nowhere: Pick<Ledger, 'epoch' | 'tell' | 'beside'> = {
  epoch: 'e',
  tell: async () => 0,
  beside: () => ({
    run: async () => ({ rows: [], count: 0 }),
    inTransaction: async () => {
      throw new Error('nothing is kept');
    },
  }),
};
const nobody = createAccounts(nowhere, false);

/** Returns the status of a page for a supervisor with this cookie. */
async function statusAt({ url }: GatewayHere, cookie: string | undefined): Promise<number> {
  return (await fetch(url + PAGE, { headers: { ...away, cookie: cookie ?? '' } })).status;
}

function signOut({ url }: GatewayHere, cookie: string | undefined) {
  return post(url, undefined, {}, { path: '/gateway/sign-out', headers: { ...away, cookie: cookie ?? '' } });
}

test('five wrong passwords make an address wait, longer each time, and no other one', async () => {
  let now = 0;
  const signIn = createSignIn(PASSWORD, () => now, nowhere, nobody);
  for (let tries = 0; tries < 4; tries += 1) expect(await signIn.enter('', 'no', 'a')).toMatchObject({ kind: 'wrong' });
  expect(await signIn.enter('', 'no', 'a')).toMatchObject({ kind: 'wait', seconds: 30 });
  expect(await signIn.enter('', PASSWORD, 'a')).toMatchObject({ kind: 'wait', seconds: 30 });
  expect((await signIn.enter('', PASSWORD, 'b')).kind).toBe('in');
  now += 30_000;
  expect(await signIn.enter('', 'no', 'a')).toMatchObject({ kind: 'wait', seconds: 60 });
  now += 60_000;
  expect((await signIn.enter('', PASSWORD, 'a')).kind).toBe('in');
});

test('wrong passwords from everywhere together are bounded: they are not guessed by the thousand', async () => {
  let now = 0;
  const signIn = createSignIn(PASSWORD, () => now, nowhere, nobody);
  let tried = 0;
  for (let n = 0; n < 4_000; n += 1) {
    if ((await signIn.enter('', 'no', `10.${n >> 8}.${n & 255}.1`)).kind === 'wrong') tried += 1;
    now += 1;
  }
  expect(tried).toBeLessThanOrEqual(100);
  expect(await signIn.enter('', PASSWORD, '192.0.2.1')).toMatchObject({ kind: 'wait' });
  now += 60_000;
  expect(await signIn.enter('', PASSWORD, '192.0.2.1')).toMatchObject({ kind: 'in' });
});

test('a right password clears the wrong ones of its own account alone: nobody guesses at another’s between their own', async () => {
  let now = 0;
  const theirs = { 'Ada Moreno': { number: 1, password: 'of Ada' }, Eve: { number: 2, password: 'of Eve' } };
  const accounts = {
    ...nobody,
    byPassword: async (name: keyof typeof theirs, entered: string) => {
      const { number, password } = theirs[name];
      return { isRight: entered === password, account: { number, name } };
    },
    knownBy: async () => undefined,
  } as typeof nobody;
  const signIn = createSignIn(undefined, () => now, nowhere, accounts);
  const came = async (name: string, entered: string) => (await signIn.enter(name, entered, 'a')).kind;
  for (let tries = 0; tries < 4; tries += 1) expect(await came('Ada Moreno', 'no')).toBe('wrong');
  expect(await came('Eve', 'of Eve')).toBe('in');
  expect(await came('Ada Moreno', 'no')).toBe('wait');
  now += 30_000;
  expect(await came('Ada Moreno', 'of Ada')).toBe('in'); // it was their own typing
  for (let tries = 0; tries < 4; tries += 1) expect(await came('Ada Moreno', 'no')).toBe('wrong');
  now += 60 * MINUTE; // and by then nobody counts them any more
  for (let tries = 0; tries < 4; tries += 1) expect(await came('Ada Moreno', 'no')).toBe('wrong');
});

test('right passwords are no guesses: who signs in again and again keeps nobody else out', async () => {
  const signIn = createSignIn(PASSWORD, () => 0, nowhere, nobody);
  for (let times = 0; times < 60; times += 1) expect((await signIn.enter('', PASSWORD, 'a')).kind).toBe('in');
  expect((await signIn.enter('', PASSWORD, 'b')).kind).toBe('in');
});

test('who has signed in by this browser before waits behind no stranger, nor for others of their network, and is counted by itself', async () => {
  let now = 0;
  const signIn = createSignIn(PASSWORD, () => now, nowhere, nobody);
  const entered = await signIn.enter('', PASSWORD, 'home');
  const proof = entered.kind === 'in' ? (entered.proof ?? '') : '';
  expect(proof).toMatch(/^[\w-]{43}$/);
  const shown = () => [proof];
  for (let tries = 0; tries < 60; tries += 1) await signIn.enter('', 'no', `192.0.2.${tries}`);
  for (let tries = 0; tries < 5; tries += 1) await signIn.enter('', 'no', 'home');
  expect(await signIn.enter('', PASSWORD, 'home')).toMatchObject({ kind: 'wait' });
  expect(await signIn.enter('', PASSWORD, 'home', shown)).toMatchObject({ kind: 'in' });
  for (const wrong of [`${proof.slice(0, 42)}${proof.endsWith('A') ? 'B' : 'A'}`, '', 'x'.repeat(43)])
    expect(await signIn.enter('', PASSWORD, 'home', () => [wrong])).toMatchObject({ kind: 'wait' });
  const other = createSignIn('another password', () => now, nowhere, nobody);
  for (let tries = 0; tries < 60; tries += 1) await other.enter('', 'no', `192.0.2.${tries}`);
  expect(await other.enter('', 'another password', 'home', shown)).toMatchObject({ kind: 'wait' }); // it is of a password that is over
  for (let tries = 0; tries < 4; tries += 1)
    expect(await signIn.enter('', 'no', `10.0.0.${tries}`, shown)).toMatchObject({ kind: 'wrong' });
  expect(await signIn.enter('', 'no', '10.0.0.5', shown)).toMatchObject({ kind: 'wait', seconds: 30 });
  now += 30_000;
  expect(await signIn.enter('', PASSWORD, 'home', shown)).toMatchObject({ kind: 'in' });
  const third = createSignIn(PASSWORD, () => now, nowhere, nobody);
  for (let tries = 0; tries < 4; tries += 1) await third.enter('', 'no', 'home', shown);
  for (let tries = 0; tries < 50; tries += 1)
    // and takes none of the strangers' tries
    expect(await third.enter('', 'no', `192.0.2.${tries}`)).toMatchObject({ kind: 'wrong' });
});

describe.each(kinds)('a session in $name', (kind) => {
  test('holds for half an hour after it was last used, by the time that the ledger tells, and for nobody with another token or password', async () => {
    await using place = await kind.place();
    let now = NOW;
    await using opened = await place.open();
    const { epoch, beside } = opened.ledger;
    const open = (password: string) =>
      createSignIn(password, () => 0, { epoch, beside, tell: async () => now }, nobody);
    const [one, two, stranger] = [open(PASSWORD), open(PASSWORD), open('another password')];
    const entered = await one.enter('', PASSWORD, 'a');
    const token = entered.kind === 'in' ? entered.token : '';
    const other = await one.enter('', PASSWORD, 'a');
    for (let minute = 0; minute < 75; minute += 25) {
      expect([await one.whose(token), await two.whose(token)]).toEqual(
        Array(2).fill(expect.objectContaining({ role: 'it' })),
      );
      now += 25 * MINUTE;
    }
    expect(await stranger.whose(token)).toBeUndefined();
    expect(await one.whose(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`)).toBeUndefined();
    expect(await one.whose(other.kind === 'in' ? other.token : '')).toBeUndefined(); // nobody used it
    now += 30 * MINUTE;
    expect([await one.whose(token), await two.whose(token)]).toEqual([undefined, undefined]);
  });

  test('is not kept alive by a page that asks by itself', async () => {
    await using place = await kind.place();
    let now = NOW;
    await using opened = await place.open();
    const { epoch, beside } = opened.ledger;
    const signIn = createSignIn(PASSWORD, () => 0, { epoch, beside, tell: async () => now }, nobody);
    const entered = await signIn.enter('', PASSWORD, 'a');
    const token = entered.kind === 'in' ? entered.token : '';
    now += 29 * MINUTE;
    expect(await signIn.whose(token, false)).toMatchObject({ role: 'it' });
    now += MINUTE;
    expect(await signIn.whose(token, false)).toBeUndefined();
  });
});

test('a session holds over a restart, and one that was signed out, is of another password or of a back-up does not', async () => {
  using folder = tempDir();
  const dataDir = join(folder.path, 'data');
  const open = (password = PASSWORD) => startHere({ SUPERVISOR_PASSWORD: password, DATA_DIR: dataDir });
  let [mine, other, copy]: (string | undefined)[] = [];
  {
    await using gateway = await open();
    mine = gateway.here['cookie'];
    expect(await statusAt(gateway, mine)).toBe(200);
  }
  {
    await using again = await open();
    expect(await statusAt(again, mine)).toBe(200);
    other = again.here['cookie'];
    copy = copyData(dataDir, folder.path, new Date());
    expect((await signOut(again, mine)).headers.get('set-cookie')).toContain('Max-Age=0');
    expect([await statusAt(again, mine), await statusAt(again, other)]).toEqual([401, 200]);
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'));
    const tokens = [mine, other].map((cookie) => cookie?.split('=')[1] ?? '-');
    expect(tokens.filter((token) => files.some((bytes) => bytes.includes(token)))).toEqual([]);
  }
  {
    await using again = await open();
    expect([await statusAt(again, mine), await statusAt(again, other)]).toEqual([401, 200]);
  }
  {
    await using changed = await open('another password');
    expect(await statusAt(changed, other)).toBe(401);
  }
  putBack(dataDir, copy, new Date());
  await using restored = await open();
  expect([await statusAt(restored, mine), await statusAt(restored, other)]).toEqual([401, 401]);
});

test.skipIf(typeof server === 'string')(
  'a session of one gateway is one of its neighbour, and ends at both with a sign-out at either; without the database that is said',
  async () => {
    if (typeof server === 'string') return;
    const env = { SUPERVISOR_PASSWORD: PASSWORD, DATABASE_URL: await server.database() };
    await using one = await startHere(env);
    await using two = await startHere(env);
    const [mine, other] = [one.here['cookie'], two.here['cookie']];
    expect([await statusAt(two, mine), await statusAt(one, other)]).toEqual([200, 200]);
    expect((await signOut(two, mine)).status).toBe(303);
    expect([await statusAt(one, mine), await statusAt(two, mine), await statusAt(one, other)]).toEqual([401, 401, 200]);
    {
      await using third = await startHere(env);
      expect([await statusAt(third, mine), await statusAt(third, other)]).toEqual([401, 200]);
    }
    await server.stop();
    const headers = { ...away, cookie: other ?? '' };
    const page = await fetch(one.url + PAGE, { headers });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('try again in a moment')]);
    const out = await signOut(one, other);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([503, null]); // it is not ended, and the browser has it still
    const entered = await post(one.url, undefined, { password: PASSWORD }, { path: '/gateway/sign-in', headers: away });
    expect([entered.status, entered.text]).toEqual([503, expect.stringContaining('try again in a moment')]);
    await server.start();
    await expect.poll(() => statusAt(one, other), { timeout: 20_000 }).toBe(200);
  },
  60_000,
);
