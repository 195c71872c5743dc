import { expect, test } from 'vitest';
import { createRepliesInPlace } from './repliesInPlace.ts';

const KEY = 'secret-key-0001';
const HOUR = 3_600_000;
const negotiate = { 'www-authenticate': 'Negotiate oYG2MIGz', server: 'nginx', date: 'Sun, 29 Nov 2026 12:00:00 GMT' };

/** Makes a memory with a clock of its own. */
function memory() {
  let now = 1_000_000;
  const made = createRepliesInPlace(() => now);
  const came = (status: number, headers: Record<string, string>, page = ''): void =>
    made.doubted({ status, headers, body: Buffer.from(page) }, KEY);
  return {
    ...made,
    came,
    list: (rules: Parameters<typeof made.list>[0] = []) => made.list(rules),
    wait: (ms: number) => (now += ms),
  };
}

/** Returns the marks of the only kind. */
function marksOf({ list }: ReturnType<typeof memory>) {
  const kinds = list();
  expect(kinds).toHaveLength(1);
  return kinds[0]?.marks;
}

test.each<[string, number, Record<string, string>, string, readonly object[]]>([
  [
    'how one signs in, without its ticket',
    401,
    negotiate,
    '',
    [{ header: { name: 'www-authenticate', contains: 'Negotiate' } }],
  ],
  [
    'where it leads, without the query',
    302,
    { location: 'https://login.example/adfs/ls/?wa=wsignin1.0&wctx=9f' },
    '',
    [{ header: { name: 'location', contains: 'https://login.example/adfs/ls/' } }],
  ],
  [
    'the first words of its page',
    404,
    { 'content-type': 'text/html' },
    '<html><head><title>404.13 – too long</title><style>b{}</style></head><b>Not here</b>',
    [{ page: '404.13 – too long' }],
  ],
  ['nothing of a page that is the service’s own failure', 404, {}, 'Server Error in /app', []],
  ['nothing where all headers are on any reply', 503, { server: 'IIS', 'content-length': '0', via: '1.1 f5' }, '', []],
  [
    'no word of a page that is written otherwise',
    403,
    { 'content-type': 'text/html' },
    'Zugriff &amp; Anmeldung verweigert',
    [],
  ],
])('a reply in the service’s place is known by %s', (_, status, headers, page, marks) => {
  const replies = memory();
  replies.came(status, headers, page);
  expect(marksOf(replies)).toEqual(marks);
});

test.each<[string, number, Record<string, string>]>([
  ['a failure after acting', 500, negotiate],
  ['a front’s word that it has passed the call on', 502, negotiate],
  ['the same, late', 504, negotiate],
  ['an answer', 200, negotiate],
  ['a reply of the service’s own host', 401, { ...negotiate, 'x-aspnet-version': '4.0.30319' }],
  ['a document', 401, { ...negotiate, 'content-type': 'text/xml' }],
])('%s is kept for no rule', (_, status, headers) => {
  const replies = memory();
  replies.came(status, headers);
  expect(replies.list()).toEqual([]);
});

test('replies of one kind are counted together, whatever number each of them has', () => {
  const replies = memory();
  const page = (id: string): string => `<p>Access denied. Request id: ${id}</p>`;
  const type = { 'content-type': 'text/html' };
  replies.came(403, { ...type, 'x-ray': '8f3a-ARN', 'x-front': 'gate 1' }, page('18.7f3a1'));
  replies.wait(HOUR);
  replies.came(403, { ...type, 'x-ray': '8fb1-FRA', 'x-front': 'gate 2' }, page('18.93b02'));
  expect(replies.list()).toMatchObject([{ status: 403, count: 2, firstAt: 1_000_000, lastAt: 1_000_000 + HOUR }]);
  expect(marksOf(replies)).toEqual([
    { header: { name: 'x-front', contains: 'gate ' } },
    { page: 'Access denied. Request id: 18.' },
  ]);
});

test('two ways to sign in, and two places that a reply leads to, are two kinds', () => {
  const replies = memory();
  replies.came(401, { 'www-authenticate': 'NTLM' });
  replies.came(401, { 'www-authenticate': 'Basic realm="x"' });
  replies.came(302, { location: 'https://a.example/login' });
  replies.came(302, { location: 'https://b.example/login' });
  expect(replies.list()).toHaveLength(4);
});

test.each([
  ['five within a day', 5, 5 * HOUR, true],
  ['four', 4, HOUR, false],
  ['five in more than a day', 5, 7 * HOUR, false],
])('%s are often: %s', (_, many, apart, isOften) => {
  const replies = memory();
  for (let n = 0; n < many; n += 1) {
    if (n > 0) replies.wait(apart);
    replies.came(401, negotiate);
  }
  expect(replies.list()[0]).toMatchObject({ count: many, isOften });
});

test('what came often is so no more a day later', () => {
  const replies = memory();
  for (let n = 0; n < 9; n += 1) replies.came(401, negotiate);
  replies.wait(24 * HOUR);
  expect(replies.list()[0]?.isOften).toBe(false);
});

test('a header that the service’s own answers have tells nothing: it is not offered, and not taken', () => {
  const replies = memory();
  replies.came(401, { ...negotiate, 'x-front': 'gate' });
  const id = replies.list()[0]?.id ?? '';
  const rule = { status: 401, header: { name: 'X-Front', contains: 'gate' }, confirmedBy: 'IT' };
  expect(replies.whyNot(id, rule)).toBeUndefined();
  replies.answered({ 'x-front': 'gate', 'content-type': 'text/xml' });
  expect(marksOf(replies)).toEqual([{ header: { name: 'www-authenticate', contains: 'Negotiate' } }]);
  expect(replies.whyNot(id, rule)).toBe('onAnswers');
});

test('a rule is taken from a reply that it fits, and from none that did not come', () => {
  const replies = memory();
  replies.came(401, negotiate, 'Please sign in first');
  const id = replies.list()[0]?.id ?? '';
  const header = { name: 'www-authenticate', contains: 'Negotiate' };
  expect(replies.whyNot(id, { status: 401, header, confirmedBy: 'IT' })).toBeUndefined();
  expect(replies.whyNot(id, { status: 401, page: 'sign in first', confirmedBy: 'IT' })).toBeUndefined();
  expect(replies.whyNot(id, { status: 403, header, confirmedBy: 'IT' })).toBe('notThis');
  expect(replies.whyNot(id, { status: 401, header: { ...header, contains: 'NTLM' }, confirmedBy: 'IT' })).toBe(
    'notThis',
  );
  expect(replies.whyNot(id, { status: 401, page: 'sign out first', confirmedBy: 'IT' })).toBe('notThis');
  expect(replies.whyNot('another', { status: 401, header, confirmedBy: 'IT' })).toBe('gone');
});

test('a kind that a rule of the site knows is not listed', () => {
  const replies = memory();
  replies.came(401, negotiate);
  const header = { name: 'WWW-Authenticate', contains: 'Negotiate' };
  expect(replies.list([{ status: 403, header, confirmedBy: 'IT' }])).toHaveLength(1);
  expect(replies.list([{ status: 401, header, confirmedBy: 'IT' }])).toEqual([]);
});

test('no form of the access key is shown, and twenty kinds are kept, the newest', () => {
  const replies = memory();
  replies.came(302, { location: `https://login.example/${KEY}/in`, 'x-seen': KEY }, `key ${KEY} was refused`);
  expect(marksOf(replies)).toEqual([]);
  for (let n = 0; n < 60; n += 1) replies.came(302, { location: `https://login.example/${n}` });
  expect(replies.list()).toHaveLength(20);
  expect(replies.list()[0]?.marks[0]?.header?.contains).toBe('https://login.example/59');
  expect(JSON.stringify(replies.list())).not.toContain(KEY);
});
