import { expect, test } from 'vitest';
import { dispatchRig } from '#gateway/testing/dispatchRig.ts';
import { revertOffFields, startUpstream } from '#gateway/testing/rig.ts';
import { unmaskKey } from './dispatch.ts';

/** As a gateway of 0.1 wrote it: a marker, and after it the number of the form that the key was written in. */
const MARKER = 'key-00112233445566778899aabb-';
const KEY = `k&<>"'\\ üß€ key`;
const FORMS = [
  KEY,
  `k&amp;&lt;&gt;"'\\ üß€ key`,
  'k&amp;&lt;&gt;&quot;&#39;\\ üß€ key',
  `k&<>\\"'\\\\ üß€ key`,
  `k&amp;&lt;&gt;\\"'\\\\ üß€ key`,
  "k%26%3C%3E%22'%5C%20%C3%BC%C3%9F%E2%82%AC%20key",
  'k%26%3C%3E%22%27%5C+%C3%BC%C3%9F%E2%82%AC+key',
  'ayY8PiInXCDDvMOf4oKsIGtleQ',
  '6b263c3e22275c20c3bcc39fe282ac206b6579',
  `k&amp;&lt;>"'\\ üß€ key`,
];
const kept = `中 ${FORMS.map((_, number) => `${MARKER}${number}`).join(' | ')} \u00ff`;

test('a row whose key was masked in ten forms is read with the asker’s key in each of them', () => {
  const body = unmaskKey({ body: Buffer.from(kept), marker: MARKER }, KEY);
  expect(Buffer.from(body).toString()).toBe(`中 ${FORMS.join(' | ')} \u00ff`);
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  expect(unmaskKey({ body: bytes, marker: null }, KEY)).toBe(bytes);
});

test('such a row of the ledger is still the answer to the same key, and nothing is sent', async () => {
  await using upstream = await startUpstream();
  await using r = await dispatchRig(upstream.url);
  const body = Buffer.from(`<string xmlns="http://tempuri.org/">OK ${MARKER}1</string>`);
  await keep(r, { status: 200, contentType: 'text/xml; charset=utf-8', body, marker: MARKER });
  expect(await r.ask('call-0001', revertOffFields('D-1001', 'a&b-key-1'))).toMatchObject({
    status: 200,
    replayed: true,
    text: '<string xmlns="http://tempuri.org/">OK a&amp;b-key-1</string>',
  });
  expect(upstream.requests).toEqual([]);
});

test('a refusal that an older gateway believed is told as what it is: it may have come from behind the service', async () => {
  await using upstream = await startUpstream();
  await using r = await dispatchRig(upstream.url);
  const body = Buffer.from('Missing parameter: stockCode.\r\n');
  await keep(r, { status: 500, contentType: 'text/plain; charset=utf-8', body, marker: null });
  expect(await r.ask('call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
  expect(upstream.requests).toEqual([]);
});

type Rig = Awaited<ReturnType<typeof dispatchRig>>;

/** Puts a reply into the ledger as the answer to the rig's usual call. */
async function keep({ ledger, callOf }: Rig, reply: Parameters<Rig['ledger']['answer']>[1]): Promise<void> {
  const call = callOf('call-0001');
  await ledger.receive(call, Date.now());
  await ledger.dispatch(call, Date.now());
  await ledger.answer(call.key, reply, Date.now());
}
