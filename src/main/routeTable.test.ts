import { afterAll, describe, expect, test } from 'vitest';
import { type GatewayHere, startHere } from '#main/testing/appRig.ts';
import { localHeaders } from '#http/fromHere.ts';
import { KEY, PASSWORD, away, enrolled } from '#main/testing/deviceRig.ts';
import { type Browser, person } from '#main/testing/peopleRig.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type RouteTable, visitorsOf } from '#http/rights/routeGuard.ts';
import { routeTables } from './server.ts';

const routeTable: RouteTable = Object.assign({}, ...routeTables);

/**
 * The table a second time, as letters: who of nobody (n), an enrolled handheld (h), a program with the local token beside a password (l),
 * a viewer (v), a supervisor (s) and IT (i) may use a route.
 */
const EXPECTED: Readonly<Record<string, string>> = {
  'GET /': 'nhlvsi',
  'GET /index.html': 'nhlvsi',
  'GET /sw.js': 'nhlvsi',
  'GET /*': 'nhlvsi',
  'GET /gateway': 'nhlvsi',
  'GET /gateway/': 'nhlvsi',
  'GET /gateway/hello': 'nhlvsi',
  'GET /gateway/health': 'nhlvsi',
  'GET /gateway/health/live': 'nhlvsi',
  'GET /gateway/health/ready': 'nhlvsi',
  'GET /gateway/site': 'hlsi', // the local token stands for a handheld
  'GET /gateway/site/schema': 'nhlvsi',
  'POST /gateway/reset': 'nhlvsi',
  'POST /gateway/enrol': 'nhlvsi',
  'POST /gateway/enrol/end': 'nhlvsi',
  'POST /gateway/enrol/again': 'nhlvsi',
  'POST /gateway/enrol/codes': 'si',
  'GET /gateway/style.css': 'nhlvsi',
  'GET /gateway/viewer-time.js': 'nhlvsi',
  'GET /gateway/live.js': 'nhlvsi',
  'GET /gateway/copy.js': 'nhlvsi',
  'GET /gateway/scan-field.js': 'nhlvsi',
  'GET /gateway/sign-in': 'nhlvsi',
  'POST /gateway/sign-in': 'nhlvsi',
  'POST /gateway/sign-out': 'nhlvsi',
  'GET /gateway/sign-in/link': 'nhlvsi',
  'POST /gateway/sign-in/link': 'nhlvsi',
  'GET /gateway/sign-in/provider': 'nhlvsi',
  'GET /gateway/sign-in/back': 'nhlvsi',
  'POST /gateway/provision/sign-in': 'nhlvsi',
  'POST /gateway/provision/sign-out': 'nhlvsi',
  'GET /gateway/floor': 'vsi',
  'GET /gateway/floor/one': 'vsi',
  'GET /gateway/floor/live': 'vsi',
  'POST /gateway/floor/rename': 'si',
  'POST /gateway/floor/hold': 'si',
  'POST /gateway/floor/take-off': 'si',
  'POST /gateway/floor/update': 'si',
  'POST /gateway/floor/ask': 'si',
  'GET /gateway/ledger': 'vsi',
  'GET /gateway/ledger/one': 'vsi',
  'GET /gateway/ledger/csv': 'vsi',
  'GET /gateway/ledger/lines': 'vsi',
  'GET /gateway/ledger/picture': 'vsi',
  'POST /gateway/ledger': 'vsi',
  'POST /gateway/ledger/decide': 'si',
  'GET /gateway/shift': 'vsi',
  'GET /gateway/shift/csv': 'vsi',
  'GET /gateway/shift/lines': 'vsi',
  'GET /gateway/printers': 'vsi',
  'GET /gateway/printers/csv': 'vsi',
  'GET /gateway/printers/lines': 'vsi',
  'GET /gateway/printers/paper': 'vsi',
  'GET /gateway/printers/picture': 'vsi',
  'POST /gateway/printers/say': 'si',
  'GET /gateway/setup/printers': 'si',
  'POST /gateway/setup/printers': 'i',
  'POST /gateway/setup/printers/try': 'i',
  'POST /gateway/labels/picture': 'hlvsi',
  'POST /gateway/decisions': 'hl', // the local token stands for a handheld
  'POST /gateway/known': 'hl',
  'POST /gateway/notes': 'hl',
  'POST /gateway/desk/report': 'hl',
  'POST /gateway/pictures': 'hl',
  ...Object.fromEntries(
    ['', '/asked', '/word', '/printers', '/grant', '/printed'].map((end) => [`POST /gateway/prints${end}`, 'hl']),
  ),
  'GET /gateway/provision': 'si',
  'POST /gateway/provision': 'si',
  'GET /gateway/devices': 'si',
  'POST /gateway/devices/revoke': 'si',
  'POST /gateway/devices/revoke-all': 'i',
  'POST /gateway/devices/return-code': 'i',
  'GET /gateway/setup': 'si',
  'POST /gateway/setup/namespace': 'i',
  'POST /gateway/setup/ask': 'si',
  ...Object.fromEntries(
    ['read', 'answers', 'cards', 'cards/one', 'codes', 'units', 'workers', 'warehouses', 'file'].flatMap((part) => [
      [`GET /gateway/setup/${part}`, 'si'],
      [`POST /gateway/setup/${part}`, 'si'],
    ]),
  ),
  'GET /gateway/setup/fronts': 'si',
  'POST /gateway/setup/fronts': 'i',
  'POST /gateway/setup/teach': 'si',
  'POST /gateway/setup/back': 'si',
  'GET /gateway/people': 'i',
  'POST /gateway/people': 'i',
  'POST /gateway/people/role': 'i',
  'POST /gateway/people/link': 'i',
  'POST /gateway/people/remove': 'i',
  'GET /gateway/audit': 'i',
  'GET /gateway/audit/csv': 'i',
  'GET /gateway/audit/lines': 'i',
  'GET /gateway/metrics': 'i',
  'GET /gateway/standin/journal': 'l',
  'DELETE /gateway/standin/journal': 'l',
  'GET /gateway/standin/faults': 'l',
  'GET /gateway/standin/faults/kinds': 'l',
  'POST /gateway/standin/faults': 'l',
  'DELETE /gateway/standin/faults': 'l',
};

/** Those that `callRoutes.test.ts` tries: they are refused by the key that they bring. */
const isCall = (route: string): boolean => routeTable[route]?.includes('caller') === true;
const routes = Object.keys(routeTable).filter((route) => !isCall(route));
/** Shown without a sign-in; a refusal there is about what was sent. */
const isForAnyone = (route: string): boolean => routeTable[route]?.includes('anyone') === true;

function ask({ url }: Pick<GatewayHere, 'url'>, route: string, headers: Browser): Promise<Response> {
  const [method = '', path = ''] = route.split(' ');
  const isPost = method === 'POST';
  const json = path === '/gateway/enrol/codes';
  return fetch(url + path.replace('*', 'icon.png'), {
    method,
    redirect: 'manual',
    headers: {
      ...away,
      ...headers,
      ...(isPost && { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(isPost && { body: json ? JSON.stringify({ name: '', until: Date.now() + 1000 }) : 'url=1' }),
  });
}

describe('who may use which route', async () => {
  const folder = tempDir();
  const proxied = { TRUSTED_PROXY: '127.0.0.1', UPSTREAM_API_KEY: KEY, DATA_DIR: folder.path };
  const gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, ...proxied });
  const handheld = { cookie: await enrolled(gateway.url) };
  const visitors: Readonly<Record<string, Browser>> = {
    n: {},
    h: handheld,
    l: localHeaders(folder.path),
    v: await person(gateway, 'Vera', 'viewer'),
    s: await person(gateway, 'Sam', 'supervisor'),
    i: await person(gateway, 'Ida', 'it'),
  };
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test('the walk has each route of the table, and each is there', async () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(routes.toSorted());
    const there = routes.filter((route) => !isForAnyone(route));
    const headers = { ...visitors['l'], ...visitors['i'] };
    const missing = await Promise.all(
      there.map(async (route) => {
        const reply = await ask(gateway, route, headers);
        const isPage = reply.headers.get('content-type')?.startsWith('text/html'); // it says itself that it knows no such handheld
        return (reply.status === 404 && !isPage) || reply.status === 405 ? [route] : [];
      }),
    );
    // `revoke-all` was done by that: the handheld is enrolled anew below.
    expect(missing.flat()).toEqual([]);
    Object.assign(handheld, { cookie: await enrolled(gateway.url) });
  });

  test.each(Object.entries({ n: 'nobody', h: 'a handheld', l: 'the local token', v: 'a viewer', s: 'a supervisor' }))(
    '%s: %s may use what the table says, and nothing else',
    async (letter) => {
      const wrong: string[] = [];
      for (const route of routes) {
        if (isForAnyone(route) && letter !== 'n') continue; // a sign-out among them would end the walk
        const { status } = await ask(gateway, route, visitors[letter] ?? {});
        const isRefused = isForAnyone(route)
          ? status === 403 && !route.includes('sign-in/back')
          : status === 401 || status === 403;
        const may = EXPECTED[route]?.includes(letter) === true;
        if (isRefused === may) wrong.push(`${route}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
    30_000,
  );

  test('IT may use every route for people, and the first account as much; neither is a program on this machine', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter((one) => !isForAnyone(one))) {
      for (const browser of [visitors['i'], gateway.here]) {
        const { status } = await ask(gateway, route, browser ?? {});
        if ((status === 401 || status === 403) === (EXPECTED[route]?.includes('i') === true))
          wrong.push(`${route}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 30_000);

  test('a viewer’s decision is refused where decisions go, and where the ledger is searched it is said to be no search', async () => {
    const postAs = async (path: string): Promise<readonly [number, string]> => {
      const body = new URLSearchParams({ call: 'call-0001', says: 'done' });
      const reply = await fetch(gateway.url + path, { method: 'POST', headers: { ...away, ...visitors['v'] }, body });
      return [reply.status, /role="alert">([^<]*)/.exec(await reply.text())?.[1] ?? ''];
    };
    expect(await postAs('/gateway/ledger')).toEqual([422, 'Operation: expected one of the list.']);
    const { notYours } = pageWords('en').people;
    expect(await postAs('/gateway/ledger/decide')).toEqual([403, notYours]);
  });

  test('nothing that changes something is done at the word of another site’s page, whoever is signed in', async () => {
    const changing = Object.keys(routeTable).filter((route) => !route.startsWith('GET '));
    expect(changing.length).toBeGreaterThan(25);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    const done: string[] = [];
    for (const route of changing)
      for (const headers of foreign) {
        const reply = await ask(gateway, route, { ...gateway.here, ...handheld, ...headers });
        const text = await reply.text();
        if (reply.status !== 403 || !text.includes("another site's page")) done.push(`${route}: ${reply.status}`);
      }
    expect(done).toEqual([]);
  }, 30_000);
});

test('without SUPERVISOR_PASSWORD the local token is IT, and an address on this machine is nobody', async () => {
  using folder = tempDir();
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, DATA_DIR: folder.path });
  const refusedOf = async (headers: Browser): Promise<string[]> => {
    const refused: string[] = [];
    for (const route of routes.filter((one) => !isForAnyone(one) && !one.includes('sign-out'))) {
      const { status } = await ask(gateway, route, headers);
      if (status === 401 || status === 403) refused.push(route);
    }
    return refused;
  };
  expect(await refusedOf(localHeaders(folder.path))).toEqual([]);
  expect(await refusedOf({})).toEqual(routes.filter((one) => !isForAnyone(one)));
}, 30_000);

test('in the training app anybody orders faults, and nobody elsewhere sees the journal', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRAINING_PORT: '0' });
  const training = { url: gateway.trainingUrl ?? '' };
  expect((await ask(training, 'GET /gateway/standin/faults', {})).status).toBe(200);
  expect((await ask(training, 'GET /gateway/standin/journal', {})).status).toBe(403);
  expect((await ask(training, 'GET /gateway/ledger', {})).status).toBe(403);
});

test('a route that the table does not have is not added', () => {
  expect(() => visitorsOf(routeTable, 'GET', '/gateway/new')).toThrow(
    'No table of routes says who may use GET /gateway/new',
  );
});
