import { expect, test } from 'vitest';
import { PASSWORD, away } from '#main/testing/deviceRig.ts';
import { startWithSite } from '#main/testing/floorRig.ts';
import { pageFor, person } from '#main/testing/peopleRig.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

const ATTACK = '<script>x()</script>';
const people = {
  workers: [{ userId: '7', name: `Ada ${ATTACK}` }],
  answerRules: [
    { contains: 'not on shelf', verdict: 'refused', says: { en: `Wrong shelf ${ATTACK}` } },
    { matches: '^=|^ERR', verdict: 'refused' },
    { matches: '^OK', verdict: 'accepted' },
  ],
};

/** Starts a gateway before a service that answers by the delivery's code. */
async function startShift(site: object = { ...people, floorShowsWorkers: true }) {
  const upstream = await startUpstream((request) => {
    const [, code = ''] = /deliveryCode=([^&]*)/.exec(request.body) ?? [];
    if (code === 'D-HTML') return request.reply(httpReply(200, 'text/html', 'sign in'));
    const texts: Readonly<Record<string, string>> = {
      'D-SHELF': 'ERR: D-SHELF is not on shelf S-01-A',
      'D-ATTACK': 'ERR: &lt;script&gt;x()&lt;/script&gt; no',
      'D-FORMULA': '=cmd|calc',
    };
    return request.reply(serviceReply(texts[code] ?? 'OK: done'));
  });
  const gateway = await startWithSite(site, { UPSTREAM_URL: upstream.url.href, SUPERVISOR_PASSWORD: PASSWORD });
  const codes = ['D-1', 'D-2', 'D-SHELF', 'D-ATTACK', 'D-FORMULA', 'D-HTML'];
  for (const [n, code] of codes.entries()) await post(gateway.url, `call-000${n}`, revertOffFields(code));
  const viewer = await person(gateway, 'Vera', 'viewer');
  const source = async (query: string): Promise<string> =>
    (await fetch(`${gateway.url}/gateway/shift${query}`, { headers: viewer })).text();
  const page = async (query = '', headers = viewer) => pageFor(gateway, `/gateway/shift${query}`, headers);
  return {
    ...gateway,
    page,
    source,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

test('a viewer sees what went wrong first, each with the way to its calls, and then what was done; whatever is written in it is shown as text', async () => {
  await using shift = await startShift();
  const { status, html } = await shift.page();
  expect(status).toBe(200);
  const heads = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head]) => head);
  expect(heads).toEqual([
    'What went wrong',
    'What was done',
    'Done by hour',
    'Doubts',
    'By task',
    'By worker',
    'Not done, by reason',
  ]);
  const wrong = html.slice(html.indexOf('What went wrong'), html.indexOf('What was done'));
  expect(wrong).toContain('/gateway/ledger/one?key=call-0005'); // the doubt
  expect(wrong).toContain('/gateway/ledger/one?key=call-0002');
  expect(textOf(html)).toContain('Done 2 Not done 3 Check it 1');
  const source = await shift.source('');
  expect(source).toContain('Wrong shelf &lt;script&gt;');
  expect(source).not.toContain(ATTACK);
  expect(source).toContain('Ada &lt;script&gt;x()&lt;/script&gt; (7)');
});

test('workers are named only where the site shows them, on the page and in its files', async () => {
  await using shift = await startShift(people);
  const lines = await shift.page('/lines');
  for (const { html } of [await shift.page(), await shift.page('/csv'), lines]) {
    expect(html).not.toContain('Ada');
    expect(html).not.toContain('worker');
  }
  expect(lines.html).toContain('"part":"task"');
});

test('its files have the numbers of the page, and no cell is a formula', async () => {
  await using shift = await startShift();
  const rows = (await shift.page('/lines')).html
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (part: string) => rows.filter((row) => row['part'] === part);
  expect(of('all')).toMatchObject([{ done: 2, refused: 3, open: 1, other: 0, lookUps: 0 }]);
  expect(of('task')).toMatchObject([{ id: 'RevertOff', name: 'Back on shelf', done: 2, refused: 3 }]);
  expect(of('worker')).toMatchObject([{ id: '7', name: `Ada ${ATTACK}`, done: 2 }]);
  expect(of('refusal').map(({ name, many }) => [name, many])).toContainEqual([`Wrong shelf ${ATTACK}`, 1]);
  expect(of('doubt')).toMatchObject([{ id: 'nobody', many: 1 }]);
  expect(of('hour').reduce((sum, { done }) => sum + Number(done), 0)).toBe(2);
  const { html: csv } = await shift.page('/csv');
  expect(csv).toContain(`"refusal","","'=cmd|calc"`);
  const [head = ''] = csv.split('\r\n');
  expect(head).toContain('"part","id","name"');
});

test('a time that is none is said to be none, and the choice stays', async () => {
  await using shift = await startShift();
  for (const end of ['', '/csv', '/lines']) {
    const { status, html } = await shift.page(`${end}?from=yesterday`);
    expect([status, textOf(html).includes('From, Until: expected a day and a time.')]).toEqual([422, true]);
    expect(html).toContain('name="from"');
  }
  const { html } = await shift.page('?from=2020-01-01T00:00&until=2020-01-02T00:00');
  expect(textOf(html)).toContain('Nothing went wrong. No calls came in this time.');
});

test('a stranger is asked to sign in, and led back', async () => {
  await using shift = await startShift();
  const { status, html } = await shift.page('?show=yesterday', away);
  expect([status, html.includes('/gateway/shift?show=yesterday')]).toEqual([401, true]);
});
