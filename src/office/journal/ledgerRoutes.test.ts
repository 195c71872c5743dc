import { operationNames, operationOf } from '#contract/catalogue.ts';
import { languageTags } from '#contract/languages.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD, away } from '#main/testing/deviceRig.ts';
import { pageFor, person } from '#main/testing/peopleRig.ts';
import {
  type Heard,
  RIG_KEY,
  httpReply,
  post,
  revertOffFields,
  serviceReply,
  startUpstream,
  textIn,
  tempDir,
} from '#main/testing/rig.ts';

/** A call's line of time: the texts of each thing that happened, without the times. */
const lineIn = (page: string): readonly string[] =>
  [...page.matchAll(/<li class="row[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) =>
    item
      .replace(/<p class="hint"><time.*?<\/p>/s, '')
      .split(/<\/(?:h3|p|pre)>/)
      .map((part) => part.replace(/<[^>]*>/g, ''))
      .filter((part) => part !== '')
      .join(' | '),
  );

const ATTACK = '<script>x()</script>';

test.each([true, false])(
  'it names the worker of a call, and its codes only where the site has them kept: %s',
  async (isKept) => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    using folder = tempDir();
    const file = join(folder.path, 'site.json');
    writeFileSync(
      file,
      JSON.stringify({ workers: [{ userId: '7', name: 'Ada <Moreno>' }], ...(isKept && { ledgerKeepsCodes: true }) }),
    );
    await using gateway = await startHere({
      UPSTREAM_URL: upstream.url.href,
      SITE_CONFIG: file,
      DATA_DIR: folder.path,
    });
    await post(gateway.url, 'call-0007', revertOffFields('D-7'));
    await post(gateway.url, 'call-0008', { ...revertOffFields('D-8'), userID: '8' });
    // somebody has scanned the key's own label where a worker or a delivery was asked for
    await post(gateway.url, 'call-0009', { ...revertOffFields(`D-${RIG_KEY}`), userID: RIG_KEY });
    for (const query of ['', '/one?key=call-0007', '?key=call-0007']) {
      const text = await (await fetch(`${gateway.url}/gateway/ledger${query}`, { headers: gateway.here })).text();
      expect(text).toContain('Ada &lt;Moreno&gt; (7)');
      const shown = [
        /<code class="whole">D-7<.code> → <code class="whole">S-01-A<.code>/,
        /D-7/,
        />Codes|headline"><code/,
      ].map((part) => part.test(text));
      expect(shown).toEqual([isKept, isKept, isKept]);
      expect(text).not.toContain(RIG_KEY);
    }
    const all = await (await fetch(`${gateway.url}/gateway/ledger`, { headers: gateway.here })).text();
    expect(all).toMatch(/data-name="Worker"[^>]*>8</); // an id that the site does not name
    await gateway[Symbol.asyncDispose]();
    const kept = readFileSync(join(folder.path, 'ledger.sqlite')).toString('latin1');
    expect(kept.includes('D-7')).toBe(isKept);
    expect(kept).not.toContain(RIG_KEY);
  },
);

describe('the ledger page', async () => {
  const upstream = await startUpstream((request) => {
    if (request.body.includes('D-BAD'))
      request.reply(httpReply(200, 'text/html', '<p>&lt;script&gt;x()&lt;/script&gt;</p>'));
    else request.reply(serviceReply('OK: done'));
  });
  const gateway = await startHere({ UPSTREAM_URL: upstream.url.href, SUPERVISOR_PASSWORD: PASSWORD });
  for (let i = 0; i < 60; i += 1) await post(gateway.url, `call-${i + 100}`, revertOffFields(`D-${i}`));
  await post(gateway.url, 'call-bad-0001', revertOffFields('D-BAD'));
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  const get = async (query = '', headers: Record<string, string> = {}): Promise<{ status: number; text: string }> => {
    const reply = await fetch(`${gateway.url}/gateway/ledger${query}`, { headers: { ...gateway.here, ...headers } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    return { status: reply.status, text: await reply.text() };
  };
  const keysIn = (text: string): string[] => [...text.matchAll(/\/one\?key=([^"]+)"/g)].map(([, key]) => key ?? '');
  const ask = (fields: Record<string, string>, headers: Record<string, string>): Promise<Heard> =>
    post(gateway.url, undefined, fields, { path: '/gateway/ledger', headers });
  const findByCode = (fields: Record<string, string>): Promise<Heard> =>
    ask({ by: 'RevertOff', ...fields }, gateway.here);

  test('it shows what nobody has settled first, then the newest calls, and leads on to the older ones', async () => {
    const { status, text } = await get();
    expect(status).toBe(200);
    const keys = keysIn(text);
    expect(keys[0]).toBe('call-bad-0001');
    expect(new Set(keys).size).toBe(keys.length); // the journal repeats nothing of what stands above
    expect(keys).toHaveLength(50);
    const older = /href="(\/gateway\/ledger\?before=[^"]+)"/.exec(text)?.[1] ?? '';
    const rest = keysIn(await (await fetch(gateway.url + older, { headers: gateway.here })).text());
    expect(new Set([...keys, ...rest]).size).toBe(61);
    expect(text).toContain('<strong>Back on shelf</strong> <span class="wire" lang="en">RevertOff</span>');
    expect(text).not.toMatch(/<script(?! src="\/gateway\/)|style=|onclick|D-BAD|S-01-A/);
  });

  test('a handheld’s calls come before a search that is folded, unless its form led there, and none comes twice', async () => {
    const { text } = await get('?asker=127.0.0.1');
    expect(text.indexOf('call-bad-0001')).toBeLessThan(text.indexOf('<details class="panel"'));
    expect(text).not.toContain('<details class="panel" open="">');
    expect(keysIn(text)).toHaveLength(new Set(keysIn(text)).size);
    expect((await get('?asker=127.0.0.1&worker=&key=')).text).toContain('<details class="panel" open="">');
    expect((await get('?worker=7')).text).toContain('<details class="panel" open="">');
  });

  test('a key is shown by its first eight letters, with the whole of it beside; its call’s page has all of it', async () => {
    expect((await get('?key=call-bad')).text).toContain('title="call-bad-0001"><code class="whole">call-bad</code>');
    expect((await get('/one?key=call-bad-0001')).text).toContain('<code>call-bad-0001</code>');
  });

  test('the search offers the operations of tasks, by the workers’ words, and whichever else an address asks for', async () => {
    const offered = (text: string): readonly string[] =>
      [...(/<select name="operation">.*?<\/select>/.exec(text)?.[0] ?? '').matchAll(/<option[^>]*>([^<]*)/g)].map(
        ([, shown = '']) => shown,
      );
    expect(offered((await get()).text)).toContain('Back on shelf');
    expect(offered((await get()).text).filter((shown) => /^(?:Get|Query)|\(/.test(shown))).toEqual([]);
    expect(offered((await get('?operation=GetSelfDetailList')).text)).toContain('GetSelfDetailList');
  });

  test('a call is shown with what came instead of an answer, as text', async () => {
    const { text } = await get('/one?key=call-bad-0001');
    expect(text).toContain('&lt;script&gt;x()');
    expect(text).not.toContain(ATTACK);
    expect(text).toMatch(/HTTP 200 · text\/html/);
    expect((await get('/one?key=nothing-here')).status).toBe(404);
    const wrong = encodeURIComponent(`"><script>`);
    expect((await get(`/one?key=${wrong}`)).text).not.toContain('<script>');
    expect((await get(`?before=${wrong}`)).text).not.toContain('<script>');
    for (const name of ['key', 'asker', 'worker', 'operation', 'state', 'day'])
      expect((await get(`?${name}=${wrong}`)).text).not.toContain('<script>');
  });

  test.each([
    ['en', 'Something else answered in the service’s place.'],
    ['zh', '回复的不是服务，而是别的程序。'],
    ['ru', 'Вместо сервиса ответил кто-то другой.'],
  ])('where a call is decided, what came instead is said in the reader’s language: %s', async (language, said) => {
    const own = "Something else answered in the service's place (text/html).".replace("'", '&#x27;');
    const list = (await get('', { 'accept-language': language })).text;
    expect(list).toContain(said);
    expect(list).toContain('HTTP 200 · text/html');
    expect(list).not.toContain(own);
    const { text } = await get('/one?key=call-bad-0001', { 'accept-language': language });
    const unfolded = text.replaceAll(/<details>.*?<\/details>/gs, '');
    expect(unfolded).toContain(said);
    expect(unfolded).not.toContain(own);
    expect(text).toContain(own); // folded, for IT
  });

  test('calls are found by key, state, operation and day', async () => {
    expect(keysIn((await get('?key=call-bad')).text)).toEqual(['call-bad-0001']);
    expect(keysIn((await get('?state=outcome-unknown')).text)).toEqual(['call-bad-0001']);
    expect(keysIn((await get('?operation=CompleteBag')).text)).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(keysIn((await get(`?day=${today}&operation=RevertOff`)).text)).toHaveLength(50);
    expect(keysIn((await get('?day=2020-01-01')).text)).toEqual([]);
    const older = /\?([^"]*before=[^"]+)"/.exec((await get(`?day=${today}&operation=RevertOff`)).text)?.[1] ?? '';
    expect(textIn(older)).toMatch(new RegExp(`^operation=RevertOff&day=${today}&before=`));
  });

  test('a day is one of the zone that is named: it may be another there', async () => {
    // 25 hours lie between the two: what is today in one is never today in the other
    const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const todayIn = (zone: string): string => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(Date.now());
    const found = async (day: string, zone: string): Promise<number> =>
      keysIn((await get(`?day=${day}&zone=${zone}&state=outcome-unknown`)).text).length;
    expect(await found(todayIn(early), early)).toBe(1);
    expect(await found(todayIn(late), late)).toBe(1);
    expect(await found(todayIn(late), early)).toBe(0);
  });

  test('a call is found by everything that was entered for it, and by nothing less', async () => {
    const entered = { 'in-deliveryCode': 'D-7', 'in-storeCode': 'S-01-A', 'in-userID': '7' };
    expect((await get('?by=RevertOff')).text).toMatch(/name="in-deliveryCode".*name="in-storeCode".*name="in-userID"/s);
    expect((await get('?by=RevertOff')).text).not.toContain('apiKey');
    expect(keysIn((await findByCode(entered)).text)).toEqual(['call-107']);
    expect(keysIn((await findByCode({ ...entered, 'in-storeCode': 'S-02-A' })).text)).toEqual([]);
    expect(keysIn((await findByCode({ ...entered, day: '2020-01-01' })).text)).toEqual([]);
    const wrong = await findByCode({ by: 'CompleteBag', 'in-logTransferDtlID': 'seven' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/role="alert">Transfer line number: /);
  });

  test.each(languageTags)(
    'what is entered is called by the worker’s words, whatever the call: %s',
    async (language) => {
      for (const operation of operationNames) {
        const { text } = await get(`?by=${operation}`, { 'accept-language': language });
        const labels = [...text.matchAll(/<label>([^<]*)/g)].map(([, label = '']) => label);
        const wire = operationOf(operation).parameters.map(([name]) => name);
        expect(labels).toHaveLength(wire.length); // the access key is none of them, and the day is one more
        expect(labels.filter((label) => wire.includes(label))).toEqual([]);
      }
    },
  );

  test('it is for a supervisor, who comes back to what was asked for', async () => {
    const asked = await get('?state=outcome-unknown', { ...away, cookie: '' });
    expect(asked.status).toBe(401);
    expect(asked.text).toContain('name="next" value="/gateway/ledger?state=outcome-unknown"');
    expect(keysIn(asked.text)).toEqual([]);
    expect((await ask({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({}, away)).status).toBe(401);
  });

  test('it speaks the language of the browser', async () => {
    expect((await get('', { 'accept-language': 'zh-CN,zh' })).text).toMatch(/lang="zh-Hans".*请核对/s);
    expect((await get('', { 'accept-language': 'ru' })).text).toContain('<h2>Проверить</h2>');
  });
});

describe('the desk', () => {
  /** A gateway whose ledger has one call of which nobody knows, and one that the service refused, unless its delivery is another. */
  async function deskHere({
    second = 'D-2',
    says,
    ...site
  }: { readonly second?: string; readonly says?: object; readonly timeZone?: string } = {}) {
    let ran = 0;
    const upstream = await startUpstream((request) => {
      ran += 1;
      if (request.body.includes('D-BAD')) request.reply(httpReply(502, 'text/html', 'no'));
      else request.reply(serviceReply('ERR: no such shelf &lt;b&gt;'));
    });
    const folder = tempDir();
    const file = join(folder.path, 'site.json');
    const workers = [{ userId: '7', name: 'Ada' }];
    writeFileSync(
      file,
      JSON.stringify({ answerRules: [{ contains: 'ERR', verdict: 'refused', says }], workers, ...site }),
    );
    const gateway = await startHere({
      UPSTREAM_URL: upstream.url.href,
      SUPERVISOR_PASSWORD: PASSWORD,
      SITE_CONFIG: file,
    });
    await post(gateway.url, 'call-0001', revertOffFields('D-BAD'));
    await post(gateway.url, 'call-0002', revertOffFields(second));
    const page = async (query = ''): Promise<string> =>
      (await fetch(`${gateway.url}/gateway/ledger${query}`, { headers: gateway.here })).text();
    const decide = (fields: Record<string, string>, headers: Record<string, string> = gateway.here): Promise<Heard> =>
      post(gateway.url, undefined, fields, { path: '/gateway/ledger/decide', headers });
    return {
      gateway,
      page,
      decide,
      ran: () => ran,
      async [Symbol.asyncDispose]() {
        await gateway[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      },
    };
  }
  /** The calls to check, as the first view lists them. */
  const openIn = (text: string): string[] =>
    [...(/<section[^]*?<\/section>/.exec(text)?.[0] ?? '').matchAll(/\/one\?key=([^"]+)"/g)].map(
      ([, key]) => key ?? '',
    );

  test('settles an unconfirmed call by two taps: it leaves the list, is never sent, and its page says who said what, and why', async () => {
    await using desk = await deskHere();
    expect(openIn(await desk.page())).toEqual(['call-0001']);
    expect(await desk.page()).toMatch(
      /action="\/gateway\/ledger\/decide".*name="call" value="call-0001".*value="not-done"/s,
    );
    const why = 'seen <b>there</b>';
    const settled = await desk.decide({ call: 'call-0001', says: 'done', why });
    expect([settled.status, settled.headers.get('location')]).toEqual([303, '/gateway/ledger?said=call-0001#said']);
    expect(await desk.page('?said=call-0001')).toMatch(/role="status">Back on shelf .*call-000.*: it was done\./);
    expect(await desk.page('?said=call-0002')).not.toContain('role="status"'); // nobody has decided it
    expect(openIn(await desk.page())).toEqual([]);
    const page = await desk.page('/one?key=call-0001');
    expect(lineIn(page).at(-1)).toBe('SUPERVISOR_PASSWORD: done | At the desk | Why: seen &lt;b&gt;there&lt;/b&gt;');
    expect(page).not.toContain('/gateway/ledger/decide');
    expect((await post(desk.gateway.url, 'call-0001.g2', revertOffFields('D-BAD'))).code).toBe('outcome-unknown');
    expect(desk.ran()).toBe(2);
  });

  test('sees each call once, what was decided too, and the last one; where there are no other calls, nothing is headed so', async () => {
    await using desk = await deskHere({ second: 'D-BAD' });
    const listed = (text: string): unknown => ({
      open: openIn(text).toSorted(),
      all: [...text.matchAll(/\/one\?key=([^"]+)"/g)].map(([, key = '']) => key).toSorted(),
      isHeaded: text.includes('<h2>The other calls</h2>'),
    });
    const all = ['call-0001', 'call-0002'];
    expect(listed(await desk.page('?asker=127.0.0.1'))).toEqual({ open: all, all, isHeaded: false });
    await desk.decide({ call: 'call-0001', says: 'not-done' });
    const first = listed(await desk.page('?asker=127.0.0.1&said=call-0001'));
    expect(first).toEqual({ open: all, all, isHeaded: false }); // in its place
    await desk.decide({ call: 'call-0002', says: 'not-done' });
    const both = listed(await desk.page('?asker=127.0.0.1&said=call-0002'));
    expect(both).toEqual({ open: [], all, isHeaded: true });
  });

  test('says one word once, however often its form comes, and is led back to where it was said', async () => {
    await using desk = await deskHere();
    const word = { call: 'call-0001', says: 'done', asker: '127.0.0.1' };
    const both = await Promise.all([desk.decide(word), desk.decide(word)]);
    const to = '/gateway/ledger?asker=127.0.0.1&said=call-0001#said';
    for (const { status, headers } of [...both, await desk.decide(word)])
      expect([status, headers.get('location')]).toEqual([303, to]);
    const onPage = await desk.decide({ ...word, on: 'call' });
    expect(onPage.headers.get('location')).toBe('/gateway/ledger/one?key=call-0001&said=call-0001');
    expect(lineIn(await desk.page('/one?key=call-0001')).filter((item) => item.includes('At the desk'))).toHaveLength(
      1,
    );
    const hostile = await desk.decide({ ...word, asker: '//evil.example/?"><script>' });
    expect(hostile.headers.get('location')).toMatch(/^\/gateway\/ledger\?asker=%2F%2Fevil/);
  });

  test('hears that its word came late, and the word is kept', async () => {
    await using desk = await deskHere();
    await desk.decide({ call: 'call-0001', says: 'not-done' });
    const late = await desk.decide({ call: 'call-0001', says: 'done' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('role="alert">Somebody has decided meanwhile, or the answer came.');
    expect(lineIn(late.text).slice(-2)).toEqual([
      'SUPERVISOR_PASSWORD: not done | At the desk',
      'SUPERVISOR_PASSWORD: done | At the desk | came late, changes nothing',
    ]);
    expect(late.text).not.toContain('/gateway/ledger/decide'); // the desk has spoken: its handheld goes on
    const told = async (version: number): Promise<unknown> => {
      const tell = [{ id: `decision-${version}`, key: 'call-0001', says: 'done', version, by: '7' }];
      const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ tell, ask: [] })];
      return (await fetch(`${desk.gateway.url}/gateway/decisions`, { method: 'POST', headers, body })).json();
    };
    expect(await told(0)).toMatchObject({ told: [{ holds: false, stands: { is: 'not-done', version: 1 } }] });
    expect(await told(1)).toMatchObject({ told: [{ holds: true, stands: { is: 'done', by: '127.0.0.1 (7)' } }] });
  });

  /** Tells the desk's gateway that a call was a mistake. */
  const sayMistake = async ({ gateway }: { readonly gateway: { readonly url: string } }, key: string, why?: string) => {
    const mistakes = [{ id: `mistake-${key}`, key, by: '7', why }];
    const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ tell: [], ask: [], mistakes })];
    return (await fetch(`${gateway.url}/gateway/decisions`, { method: 'POST', headers, body })).json();
  };

  /** Reads what stands beside a call's key in the last row of the list that has it. */
  const markIn = (page: string, key: string): string => page.split(`title="${key}"`).at(-1)?.split('</td>')[0] ?? '';

  test('settles a mistake by one tap, once: it stands above all else until then, keeps its place once without buttons, and the worker’s handheld hears it', async () => {
    await using desk = await deskHere({ second: 'D-BAD' });
    expect(await desk.page()).not.toContain('Said to be a mistake');
    await sayMistake(desk, 'call-0001', 'wrong <b>shelf</b>');
    await sayMistake(desk, 'call-none');
    await sayMistake(desk, 'call-0002');
    const list = await desk.page();
    expect(list.indexOf('Said to be a mistake')).toBeLessThan(list.indexOf('Check it'));
    expect(openIn(list)).toEqual(['call-0002', 'call-none', 'call-0001']);
    expect(markIn(list, 'call-0001')).toContain('Said to be a mistake');
    expect(list).toContain('<strong>wrong &lt;b&gt;shelf&lt;/b&gt;</strong>');
    expect(list).toContain('The ledger does not have this call');
    const word = { call: 'call-none', says: 'no-mistake' };
    const both = await Promise.all([desk.decide(word), desk.decide(word)]);
    for (const { status, headers } of both)
      expect([status, headers.get('location')]).toEqual([303, '/gateway/ledger?settled=call-none#said']);
    const after = await desk.page('?settled=call-none');
    expect(after).toMatch(/role="status">call-none: it was no mistake\./);
    expect(openIn(after)).toEqual(['call-0002', 'call-none', 'call-0001']); // in its place
    expect(openIn(await desk.page())).toEqual(['call-0002', 'call-0001']);
    const late = await desk.decide({ ...word, says: 'put-right' });
    expect([late.status, late.text.includes('Somebody has decided meanwhile')]).toEqual([409, true]);
    const onPage = await desk.decide({ call: 'call-0001', says: 'put-right', why: 'moved back', on: 'call' });
    expect(onPage.headers.get('location')).toBe('/gateway/ledger/one?key=call-0001&settled=call-0001');
    const page = await desk.page('/one?key=call-0001&settled=call-0001');
    expect(markIn(await desk.page(), 'call-0001')).toContain('Said to be a mistake · It is put right');
    expect(markIn(await desk.page('?key=call-0002'), 'call-0002')).toContain('Said to be a mistake');
    expect(page).toMatch(/role="status">Back on shelf .*: it is put right\./);
    expect(lineIn(page).slice(-2)).toEqual([
      'this machine: a mistake | As told there: Ada (7) | Why: wrong &lt;b&gt;shelf&lt;/b&gt;',
      'SUPERVISOR_PASSWORD: put right | At the desk | Why: moved back',
    ]);
    const card = /<h2>It was said to be a mistake[^]*?<\/section>/.exec(page)?.[0] ?? '';
    for (const said of ['Ada (7)', 'wrong &lt;b&gt;shelf&lt;/b&gt;', 'It is put right', 'At the desk', 'moved back'])
      expect(card).toContain(said);
    expect(await sayMistake(desk, 'call-0001')).toMatchObject({
      mistakes: [
        { id: 'mistake-call-0001', stands: { is: 'put-right', by: 'SUPERVISOR_PASSWORD', why: 'moved back' } },
      ],
    });
    for (const says of ['put-right', 'no-mistake', 'mistake'])
      expect((await desk.decide({ call: 'call-0009', says })).status).toBe(404); // of none that nobody called a mistake
    expect(desk.ran()).toBe(2); // nothing is sent by it
  });

  test('sees what a mistake is about where the site keeps no codes: what the service said of it, and that no reason was given', async () => {
    await using desk = await deskHere();
    await sayMistake(desk, 'call-0002');
    const part = /<section[^]*?<\/section>/.exec(await desk.page())?.[0] ?? '';
    expect(part).toContain('<span translate="no">ERR: no such shelf &lt;b&gt;</span>');
    expect(part).toContain('No reason given');
    await sayMistake(desk, 'call-0001', 'wrong shelf'); // no answer came of it
    const both = /<section[^]*?<\/section>/.exec(await desk.page())?.[0] ?? '';
    expect(both.match(/No reason given/g)).toHaveLength(1);
  });

  test('finds in the files who said that a call was a mistake, and who settled it', async () => {
    await using desk = await deskHere({ second: 'D-BAD' });
    await sayMistake(desk, 'call-0001', 'wrong shelf');
    await sayMistake(desk, 'call-0002');
    await desk.decide({ call: 'call-0001', says: 'put-right', why: 'moved back', on: 'call' });
    const lines = (await desk.page('/lines'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as object);
    const isTime = expect.stringMatching(/^2\d{3}-\d\d-\d\dT.*Z$/) as unknown;
    expect(lines).toMatchObject([
      { key: 'call-0002', mistake: 'mistake', mistakeBy: '127.0.0.1 (7)', mistakeAt: isTime },
      {
        key: 'call-0001',
        mistake: 'put-right',
        mistakeBy: '127.0.0.1 (7)',
        mistakeWhy: 'wrong shelf',
        settledBy: 'SUPERVISOR_PASSWORD',
        settledAt: isTime,
        settledWhy: 'moved back',
      },
    ]);
    const [head = '', ...rows] = (await desk.page('/csv')).split('\r\n');
    expect(head).toMatch(
      /"more","mistake","mistakeBy","mistakeAt","mistakeWhy","settledBy","settledAt","settledWhy","note","noteBy","noteAt","pictures","pictureAddresses","operationName",/,
    ); // what was added later stands behind it
    expect(head).toMatch(/^\uFEFF?"key","operation","outcome","received",/);
    expect(rows[1]).toMatch(
      /"put-right","127\.0\.0\.1 \(7\)","[^"]*","wrong shelf","SUPERVISOR_PASSWORD","[^"]*","moved back","","","","","","Back on shelf",/,
    );
  });

  test('finds in the files who decided, when and why, each refusal in both words, and people’s words and the site’s clock beside those of programs', async () => {
    await using desk = await deskHere({ says: { en: 'There is no such <shelf>' }, timeZone: 'Asia/Kolkata' });
    await desk.decide({ call: 'call-0001', says: 'not-done', why: '=seen on the shelf', on: 'call' });
    const lines = (await desk.page('/lines'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const isTime = expect.stringMatching(/^2\d{3}-\d\d-\d\dT.*Z$/) as unknown;
    const isLocal = expect.stringMatching(/^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d \+05:30$/) as unknown;
    const times = { zone: 'Asia/Kolkata', receivedLocal: isLocal, sentLocal: isLocal, endedLocal: isLocal };
    expect(lines).toMatchObject([
      {
        key: 'call-0002',
        operation: 'RevertOff',
        operationName: 'Back on shelf',
        outcome: 'refused',
        outcomeName: 'not done',
        refusal: 'ERR: no such shelf <b>',
        refusalSaid: 'There is no such <shelf>',
        ...times,
      },
      {
        key: 'call-0001',
        outcome: 'not-done',
        outcomeName: 'not done',
        decision: 'not-done',
        decisionName: 'not done',
        decisionBy: 'SUPERVISOR_PASSWORD',
        decisionAt: isTime,
        decisionAtLocal: isLocal,
        decisionWhy: '=seen on the shelf',
        ...times,
      },
    ]);
    const { received = '', receivedLocal = '' } = lines[0] ?? {};
    const local = new Date(Date.parse(received) + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    expect(receivedLocal).toBe(`${local} +05:30`);
    expect(lines[0]).not.toHaveProperty('decision');
    expect(await desk.page('/csv')).toContain(`"'=seen on the shelf"`);
  });

  test('is a supervisor’s, and says of no call what it does not know', async () => {
    await using desk = await deskHere();
    const word = { call: 'call-0001', says: 'done' };
    expect((await desk.decide(word, away)).status).toBe(401);
    expect((await desk.decide(word, { ...desk.gateway.here, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    for (const wrong of [{ call: 'call-0009' }, { says: 'sent-again' }])
      expect((await desk.decide({ ...word, ...wrong })).status).toBe(404);
    expect(openIn(await desk.page())).toEqual(['call-0001']);
  });

  test('decides in the name of whoever is signed in, which the audit trail has too; a viewer has no buttons, and may not', async () => {
    await using desk = await deskHere();
    const { gateway } = desk;
    const [vera, sam] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Sam', 'supervisor')];
    for (const path of ['/gateway/ledger', '/gateway/ledger/one?key=call-0001']) {
      expect((await pageFor(gateway, path, vera)).html).not.toContain('/gateway/ledger/decide');
      expect((await pageFor(gateway, path, sam)).html).toContain('/gateway/ledger/decide');
    }
    const word = { call: 'call-0001', says: 'done' };
    expect((await desk.decide(word, vera)).status).toBe(403);
    expect((await desk.decide(word, sam)).status).toBe(303);
    const seven = await person(gateway, '7', 'supervisor'); // no worker, though one has that id
    expect((await desk.decide({ ...word, says: 'not-done' }, seven)).status).toBe(409);
    expect(lineIn(await desk.page('/one?key=call-0001')).slice(-2)).toEqual([
      'Sam · local: done | At the desk',
      '7 · local: not done | At the desk | came late, changes nothing',
    ]);
    const lines = await (await fetch(`${gateway.url}/gateway/audit/lines`, { headers: gateway.here })).text();
    expect(lines.match(/"name":"(?:Sam|7) · local".*"call-decided","subject":"[^"]*"/g)).toEqual([
      expect.stringMatching(/^"name":"7 · local".*"call-0001: not-done, late"$/),
      expect.stringMatching(/^"name":"Sam · local".*"call-0001: done"$/),
    ]);
  });

  test('sees a refusal as one, in the list and on the call’s page, with what the service said', async () => {
    await using desk = await deskHere();
    for (const query of ['', '?key=call-0002', '?state=refused'])
      expect(await desk.page(query)).toMatch(/data-name="What came"[^>]*><[^>]*>ERR: no such shelf &lt;b&gt;</);
    for (const query of ['', '/one?key=call-0002', '?key=call-0002'])
      expect(await desk.page(query)).toContain('<strong class="check said-wrong">not done</strong>');
  });

  test('reads a refusal in the workers’ words too, where the site has them', async () => {
    await using desk = await deskHere({ says: { en: 'There is no such <shelf>' } });
    expect(await desk.page()).toMatch(/>There is no such &lt;shelf&gt; <[^>]*>ERR: no such shelf &lt;b&gt;</);
    const line = lineIn(await desk.page('/one?key=call-0002')).at(-1);
    expect(line).toContain('There is no such &lt;shelf&gt; | ERR: no such shelf &lt;b&gt;');
  });
});
