import { expect, test, vi } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { RIG_KEY, httpReply, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

test('a call is forwarded once: form in table order, fresh connection, nothing else of the request', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  await using r = await dispatchRig(new URL('/base/', upstream.url));
  const fields = { userID: '7', apiKey: 'key ü&<', storeCode: 'S 1', deliveryCode: '货+1' };
  expect(await r.ask('call-0001', fields)).toMatchObject({ status: 200, replayed: false });
  const form = 'deliveryCode=%E8%B4%A7%2B1&storeCode=S+1&apiKey=key+%C3%BC%26%3C&userID=7';
  expect(upstream.requests.map(({ text }) => text)).toEqual([
    'POST /base/PDAAPIV1.asmx/RevertOff HTTP/1.1\r\n' +
      `host: ${upstream.url.host}\r\n` +
      'accept-encoding: identity\r\n' +
      'content-type: application/x-www-form-urlencoded; charset=utf-8\r\n' +
      `content-length: ${form.length}\r\n` +
      `connection: close\r\n\r\n${form}`,
  ]);
});

/** Replies that are no answer, and the sentence that a person reads. */
const noAnswers: readonly (readonly [name: string, reply: string | undefined, sentence: RegExp])[] = [
  ['a page of HTML', httpReply(200, 'text/html', '<html>sign in</html>'), /Something else answered .*text\/html/],
  ['a 503', httpReply(503, 'text/html', 'Service Unavailable'), /HTTP 503 is not an answer/],
  ['an exception', httpReply(500, 'text/plain', 'Object reference not set'), /may have failed after acting/],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n', /redirect/],
  ['half a body', serviceReply('OK: done').slice(0, -20), /broke off before its end/],
  [
    'half a document of honest length',
    httpReply(200, 'text/xml', '<string xmlns="http://tempuri.org/">OK'),
    /not whole/,
  ],
  [
    "another service's document",
    httpReply(200, 'text/xml', '<string xmlns="urn:other">OK</string>'),
    /not the service's/,
  ],
  ['nothing', undefined, /closed the connection without an answer/],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', /^What the service answered is no HTTP\.$/],
  [
    'a head without end',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}`,
    /^The head of the .* longer than 16384 bytes\.$/,
  ],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', /is no HTTP/],
  ['a coding of its own', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nab', /does not say where it ends/],
  [
    'a packed answer',
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab`,
    /packed its answer \(gzip\)/,
  ],
  [
    'an answer in pieces of a byte',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(5_000)}0\r\n\r\n`,
    /too many pieces/,
  ],
  ['too much', `HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n${' '.repeat(4 * 1024 * 1024 + 1)}`, /too large/],
  ['an empty 200', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', /no content type/],
];

test.each(noAnswers)(
  '%s is no answer: nobody knows, a sentence says what came, and it is never sent again',
  async (_, reply, sentence) => {
    await using upstream = await startUpstream((request) => {
      if (reply === undefined) request.socket.destroy();
      else request.reply(reply);
    });
    await using r = await dispatchRig(upstream.url);
    const first = await r.ask('call-0001');
    expect(first).toMatchObject({ status: 504, code: 'outcome-unknown' });
    const { detail } = JSON.parse(first.text) as { detail: string };
    expect(detail).toMatch(sentence);
    expect(await r.ask('call-0001')).toEqual(first);
    expect(upstream.requests).toHaveLength(1);
    const row = await r.row('call-0001');
    expect(row).toMatchObject({ state: 'outcome-unknown', detail });
    expect((row?.['body'] as Uint8Array | null)?.byteLength ?? 0).toBeLessThanOrEqual(2048);
  },
);

test('a service that takes too long is of unknown outcome', async () => {
  await using upstream = await startUpstream();
  await using r = await dispatchRig(upstream.url, { upstreamTimeoutMs: 100 });
  const first = await r.ask('call-0001');
  expect(first).toMatchObject({ status: 504, code: 'outcome-unknown' });
  expect(first.text).toContain('The service did not answer within 0.');
});

test('what the service refused before it ran is kept and said again', async () => {
  const reply = httpReply(500, 'text/plain; charset=utf-8', 'RevertOff Web Service method name is not valid.\r\n');
  await using upstream = await startUpstream((request) => request.reply(reply));
  await using r = await dispatchRig(upstream.url);
  expect(await r.ask('call-0001')).toMatchObject({
    status: 500,
    text: 'RevertOff Web Service method name is not valid.',
  });
  expect(await r.ask('call-0001')).toMatchObject({ status: 500, replayed: true });
});

test('a service that is not there: not forwarded, and the same key is forwarded once when it is back', async () => {
  const port = await (async () => {
    await using gone = await startUpstream();
    return Number(gone.url.port);
  })();
  await using r = await dispatchRig(new URL(`http://127.0.0.1:${port}`));
  const refused = await r.ask('call-0001');
  expect(refused).toMatchObject({ status: 503, code: 'not-forwarded', retryAfter: '5' });
  expect(refused.text).toContain('the connection was refused');
  expect(await r.row('call-0001')).toMatchObject({ state: 'received' });
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')), port);
  expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
  expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
  expect(upstream.requests).toHaveLength(1);
});

test.each(['http://name.invalid/', 'https://127.0.0.1:1/'])('%s is not reached: not forwarded', async (url) => {
  await using r = await dispatchRig(new URL(url));
  expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
});

test('a connection that stands only after 8 s comes too late: nothing leaves, and the next try is forwarded', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  await using r = await dispatchRig(upstream.url);
  const now = performance.now.bind(performance);
  let first = true;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    const isFirst = first;
    first = false;
    return isFirst ? now() : now() + 9_000; // whoever looks again finds that the time has passed
  });
  const late = await r.ask('call-0001').finally(() => clock.mockRestore());
  expect(late).toMatchObject({ status: 503, code: 'not-forwarded' });
  expect(late.text).toContain('came too late');
  expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
  expect(upstream.requests).toHaveLength(1);
});

test('TLS that fails is not reached', async () => {
  await using upstream = await startUpstream((request) => request.socket.destroy());
  const r = await dispatchRig(new URL(`https://127.0.0.1:${upstream.url.port}`), { upstreamTimeoutMs: 300 });
  await using _ = r;
  expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
});

test('an echo of the access key is given back to nobody, and is kept nowhere', async () => {
  const apiKey = `a&b"c'<-${RIG_KEY}`;
  const escaped = apiKey.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  await using upstream = await startUpstream((request) => request.reply(serviceReply(`OK: ${escaped} ${escaped}`)));
  await using r = await dispatchRig(upstream.url);
  const first = await r.ask('call-0001', revertOffFields('D-1001', apiKey));
  expect(first.text).toContain('OK: ‹apiKey› ‹apiKey›');
  expect(await r.ask('call-0001', revertOffFields('D-1001', apiKey))).toEqual({ ...first, replayed: true });
  expect(await r.ask('call-0001', revertOffFields('D-1001', 'another-key'))).toEqual({ ...first, replayed: true });
  expect(Buffer.from((await r.row('call-0001'))?.['body'] as Uint8Array).toString()).not.toContain(RIG_KEY);
});

test('of what is no answer the ledger keeps status, type, length and ten lines that can be seen, and the asker nothing', async () => {
  const page = `<html><head><title>Who is this?</title></head><body>${'<p>A line.</p>'.repeat(20)}<i>${RIG_KEY}</i></body></html>`;
  await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/html; charset=x', page)));
  await using r = await dispatchRig(upstream.url);
  const { text } = await r.ask('call-0001');
  expect(text).toContain("Something else answered in the service's place (text/html).");
  expect(text).not.toMatch(/Who is|A line|charset/);
  const row = await r.row('call-0001');
  expect(row).toMatchObject({ state: 'outcome-unknown', status: 200, content_type: 'text/html; charset=x' });
  const lines = Buffer.from(row?.['body'] as Uint8Array)
    .toString()
    .split('\n');
  expect(lines).toEqual([`${page.length} bytes`, 'Who is this?', ...Array<string>(9).fill('A line.')]);
});

test('the key of the gateway is put in its place, and nobody who asks sees it', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply(`OK: ${RIG_KEY}`)));
  await using r = await dispatchRig(upstream.url, { upstreamApiKey: RIG_KEY });
  const { apiKey: _, ...keyless } = revertOffFields();
  const first = await r.ask('call-0001', keyless);
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('OK: ‹apiKey›') });
  expect(await r.ask('call-0001', { ...keyless, apiKey: 'a device has one' })).toEqual({ ...first, replayed: true });
  expect(upstream.requests[0]?.body).toBe(`deliveryCode=D-1001&storeCode=S-01-A&apiKey=${RIG_KEY}&userID=7`);
});

/** A rule that the site has confirmed, and the reply that was seen. */
const signInFirst = [
  { status: 401, header: { name: 'WWW-Authenticate', contains: 'Negotiate' }, confirmedBy: 'IT' },
] as const;
const SIGN_IN = 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n';

test('a reply that the site’s rule knows for the front’s leaves no doubt: the call was not done, and the next try runs it once', async () => {
  let reply: string = SIGN_IN;
  await using upstream = await startUpstream((request) => request.reply(reply));
  await using r = await dispatchRig(upstream.url, { frontReplies: () => signInFirst });
  expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded', retryAfter: '5' });
  expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
  reply = serviceReply('OK: done');
  expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
  expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
  expect(upstream.requests).toHaveLength(3);
});

test.each([
  ['without a rule', SIGN_IN, []],
  [
    'where the service’s host made it',
    SIGN_IN.replace('Content-Length', 'X-AspNet-Version: 4.0.30319\r\nContent-Length'),
    signInFirst,
  ],
  [
    'as another gateway’s word',
    SIGN_IN.replace('Content-Length', 'Content-Type: application/problem+json\r\nContent-Length'),
    signInFirst,
  ],
  ['where it breaks off', SIGN_IN.replace('Content-Length: 0', 'Content-Length: 9'), signInFirst],
  ['of another status', SIGN_IN.replace('401', '403'), signInFirst],
])('the same reply %s is a doubt, and is never sent again', async (_, reply, rules) => {
  await using upstream = await startUpstream((request) => request.reply(reply));
  await using r = await dispatchRig(upstream.url, { frontReplies: () => rules });
  expect(await r.ask('call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
  expect(await r.ask('call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
  expect(upstream.requests).toHaveLength(1);
});

test('a call that is in doubt from before stays so, whatever the front says later', async () => {
  let reply = httpReply(500, 'text/plain', 'Object reference not set');
  await using upstream = await startUpstream((request) => request.reply(reply));
  await using r = await dispatchRig(upstream.url, { frontReplies: () => signInFirst });
  expect(await r.ask('call-0001')).toMatchObject({ code: 'outcome-unknown' });
  reply = SIGN_IN;
  expect(await r.ask('call-0001')).toMatchObject({ code: 'outcome-unknown' });
  expect(upstream.requests).toHaveLength(1);
});
