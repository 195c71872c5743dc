import { expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { revertOffFields, startUpstream } from '#main/testing/rig.ts';
import { unmaskKey } from './maskedRows.ts';

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
  const call = r.callOf('call-0001');
  await r.ledger.receive(call, Date.now());
  await r.ledger.dispatch(call, Date.now());
  const reply = { status: 200, contentType: 'text/xml; charset=utf-8', body, marker: MARKER };
  await r.ledger.answer(call.key, reply, Date.now());
  expect(await r.ask('call-0001', revertOffFields('D-1001', 'a&b-key-1'))).toMatchObject({
    status: 200,
    replayed: true,
    text: '<string xmlns="http://tempuri.org/">OK a&amp;b-key-1</string>',
  });
  expect(upstream.requests).toEqual([]);
});
