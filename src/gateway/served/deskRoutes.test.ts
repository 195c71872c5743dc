import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { said } from '#main/testing/floorRig.ts';
import { person, postAs } from '#main/testing/peopleRig.ts';
import { httpReply, startUpstream } from '#main/testing/rig.ts';
import type { DeskAsks } from '#wire/desk.ts';
import { encodeReport } from '#wire/report.ts';
import { REPORT_HEADER } from '#wire/hello.ts';

/** Returns the desk's words that a handheld hears. */
async function heardBy(url: string, cookie: string): Promise<DeskAsks | undefined> {
  const headers = { ...away, cookie, [REPORT_HEADER]: encodeReport(said) };
  const reply = await fetch(`${url}/gateway/hello?nonce=n`, { headers });
  return ((await reply.json()) as { desk?: DeskAsks }).desk;
}

function give(url: string, cookie: string, id: string, text: string): Promise<Response> {
  return fetch(`${url}/gateway/desk/report`, {
    method: 'POST',
    headers: { ...away, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ id, storage: said.id, text }),
  });
}

test('what a supervisor asks of one handheld that one alone hears, each is in the audit trail, and a viewer may ask for nothing', async () => {
  await using gateway = await startHere({
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const { url, here } = gateway;
  const [dock, other] = [await enrolled(url, 'Dock 3'), await enrolled(url, 'Dock 4')];
  expect(await heardBy(url, dock)).toEqual({});
  const ada = await person(gateway, 'Ada', 'supervisor');
  const vera = await person(gateway, 'Vera', 'viewer');
  const ask = (who: typeof ada, fields: Record<string, string>) =>
    postAs(gateway, '/gateway/floor/ask', { id: 'd1', ...fields }, who);
  for (const what of ['send', 'report', 'hold', 'end']) expect((await ask(vera, { what, why: 'x' })).status).toBe(403);
  expect(await heardBy(url, dock)).toEqual({});

  expect((await ask(ada, { what: 'hold', why: ' ' })).status).toBe(422);
  await ask(ada, { what: 'hold', why: 'Stocktaking in <b>aisle 5</b>.', minutes: '60' });
  await ask(ada, { what: 'send' });
  await ask(ada, { what: 'report' });
  const asks = await heardBy(url, dock);
  expect(asks).toMatchObject({
    hold: { by: 'Ada', why: 'Stocktaking in <b>aisle 5</b>.' },
    send: { by: 'Ada' },
    report: { by: 'Ada' },
  });
  expect(Math.abs((asks?.hold?.until ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect(await heardBy(url, other)).toEqual({});

  const { id = '' } = asks?.report ?? {};
  expect((await give(url, other, id, 'not mine')).status).toBe(410);
  expect((await give(url, '', id, 'nobody’s')).status).toBe(401);
  expect((await give(url, dock, 'another', 'too early')).status).toBe(410);
  expect((await give(url, dock, id, 'First line <script>\nSecond\u0007line')).status).toBe(204);
  expect((await give(url, dock, id, 'again')).status).toBe(410); // it came
  expect(await heardBy(url, dock)).not.toHaveProperty('report');
  const page = await (await fetch(`${url}/gateway/floor/one?id=d1`, { headers: here })).text();
  expect(page).toContain('First line &lt;script&gt;\nSecond line');
  expect(page).toContain('Stocktaking in &lt;b&gt;aisle 5&lt;/b&gt;.');

  await ask(ada, { what: 'end' });
  expect(await heardBy(url, dock)).not.toHaveProperty('hold');
  const audit = await (await fetch(`${url}/gateway/audit`, { headers: here })).text();
  for (const line of [
    'asked a handheld to send its queue',
    'asked a handheld for its report',
    'held a handheld',
    'ended the hold of a handheld',
  ])
    expect(audit).toContain(line);
});

test('a supervisor sees on a handheld’s page which of its calls the ledger has for a person, each with the way there, and none of another’s', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  const settings = { UPSTREAM_URL: upstream.url.href, UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' };
  await using gateway = await startHere(settings);
  const { url, here } = gateway;
  const [dock, other] = [await enrolled(url, 'Dock 3'), await enrolled(url, 'Dock 4')];
  await call(url, 'call-of-dock', dock);
  await call(url, 'call-of-other', other);
  await heardBy(url, dock);
  const page = await (await fetch(`${url}/gateway/floor/one?id=d1`, { headers: here })).text();
  expect(page).toMatch(/Calls that need a person.*href="\/gateway\/ledger\/one\?key=call-of-dock"/);
  expect(page).not.toContain('call-of-other');
});
