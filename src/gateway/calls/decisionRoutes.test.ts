import { expect, test } from 'vitest';
import { startHere } from '#gateway/testing/appRig.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream } from '#gateway/testing/rig.ts';

const told = { id: 'decision-1', key: 'call-0007', says: 'done', version: 0, by: '7', why: 'seen on the shelf' };

/** Sends what a handheld tells and asks, as JSON. */
async function exchange(url: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/gateway/decisions`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, said: (await reply.json()) as { detail?: string } };
}

test('a call that a person said was done runs no more under its key or the next one, and whoever asks hears who said so', async () => {
  let ran = 0;
  await using upstream = await startUpstream((request) => {
    ran += 1;
    request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  expect((await post(gateway.url, 'call-0007', revertOffFields())).code).toBe('outcome-unknown');
  const stands = { is: 'done', version: 1, by: '7', why: 'seen on the shelf' };
  const heard = await exchange(gateway.url, { tell: [told], ask: ['call-0007', 'call-0008'] });
  expect(heard).toEqual({
    status: 200,
    said: {
      told: [{ id: 'decision-1', holds: true, stands }],
      asked: [
        { key: 'call-0007', stands },
        { key: 'call-0008', stands: { is: 'open', version: 0 } },
      ],
    },
  });
  for (const key of ['call-0007', 'call-0007.g2']) {
    const asked = await post(gateway.url, key, revertOffFields());
    expect(asked.code).toBe('outcome-unknown');
    expect(JSON.parse(asked.text)).toMatchObject({
      detail: '7 said that it was done.',
      stands: { is: 'done', by: '7' },
    });
  }
  expect(ran).toBe(1);
});

test('a decision about a call that this ledger does not know is kept, and the call is told it, whatever is in it', async () => {
  let ran = 0;
  await using upstream = await startUpstream((request) => {
    ran += 1;
    request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  await exchange(gateway.url, { tell: [told], ask: [] });
  const asked = await post(gateway.url, 'call-0007', revertOffFields());
  expect([asked.code, JSON.parse(asked.text)]).toMatchObject(['outcome-unknown', { stands: { is: 'done' } }]);
  expect(ran).toBe(0);
});

test('a handheld of before, which knows of no decisions, goes on beside a newer one: what that one has ended it sends again for nothing, and hears so in the words that it knows', async () => {
  const ran: string[] = [];
  await using upstream = await startUpstream((request) => {
    ran.push(new URLSearchParams(request.body).get('deliveryCode') ?? '');
    if (ran.length > 1) request.reply(serviceReply('OK'));
    else request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const before = JSON.parse((await post(gateway.url, 'call-0007', revertOffFields())).text) as object;
  await exchange(gateway.url, { tell: [told], ask: [] });
  const again = await post(gateway.url, 'call-0007.g2', revertOffFields());
  expect([again.status, again.code]).toEqual([504, 'outcome-unknown']);
  const { stands: _new, ...known } = JSON.parse(again.text) as { readonly stands: unknown };
  expect(Object.keys(known)).toEqual(Object.keys(before));
  expect((await post(gateway.url, 'call-0008', revertOffFields('D-1002'))).status).toBe(200);
  expect(ran).toEqual([revertOffFields()['deliveryCode'], 'D-1002']);
});

test('a hello says that decisions are taken', async () => {
  await using gateway = await startHere();
  expect(await (await fetch(`${gateway.url}/gateway/hello?nonce=n`)).json()).toMatchObject({ decisions: true });
});

test.each([
  ['nothing', undefined, /^decisions: expected an object\.$/],
  ['another word', { tell: [{ ...told, says: 'maybe' }], ask: [] }, /^tell\[0\]\.says: expected .*done/],
  ['no name', { tell: [{ ...told, by: '' }], ask: [] }, /^tell\[0\]\.by: expected a text that is not empty\.$/],
  ['no key', { tell: [], ask: ['<b>'] }, /^ask\[0\]: /],
  ['too many', { tell: [], ask: Array(101).fill('call-0007') }, /^tell and ask: expected 100 at most in each\.$/],
])('it says what is wrong with %s', async (_, body, detail) => {
  await using gateway = await startHere();
  const { status, said } = await exchange(gateway.url, body);
  expect(status).toBe(400);
  expect(said.detail).toMatch(detail);
});
