import { expect, test } from 'vitest';
import { type FrontReply, isOfFront, whyNoFrontReply } from './frontReply.ts';
import { readSite } from './readSite.ts';

const negotiate: FrontReply = {
  status: 401,
  header: { name: 'WWW-Authenticate', contains: 'Negotiate' },
  confirmedBy: 'IT',
};
const notFound: FrontReply = { status: 404, page: 'HTTP Error 404.13', confirmedBy: 'IT' };
const came = { status: 401, headers: { 'www-authenticate': 'Negotiate, NTLM' }, text: '' };

test.each<[string, boolean, readonly FrontReply[], object]>([
  ['the reply that was seen', true, [negotiate], {}],
  ['a header that comes twice', true, [negotiate], { headers: { 'www-authenticate': ['NTLM', 'Negotiate'] } }],
  ['one of several rules', true, [notFound, negotiate], {}],
  ['no rule', false, [], {}],
  ['a rule that says a status alone', false, [{ status: 401, confirmedBy: 'IT' }], {}],
  ['another status', false, [negotiate], { status: 403 }],
  ['without the header', false, [negotiate], { headers: {} }],
  ['with another value of it', false, [negotiate], { headers: { 'www-authenticate': 'Basic' } }],
  ['a page that was seen', true, [notFound], { status: 404, text: '<h2>HTTP Error 404.13 - Not Found</h2>' }],
  ['another page', false, [notFound], { status: 404, text: '<h2>HTTP Error 404.0 - Not Found</h2>' }],
  [
    'a page without its header',
    false,
    [{ ...notFound, header: { name: 'x-front', contains: 'a' } }],
    { status: 404, text: 'HTTP Error 404.13' },
  ],
])('a reply is the front’s: %s: %s', (_, expected, rules, change) => {
  expect(isOfFront(rules, { ...came, ...change })).toBe(expected);
});

test.each([
  ['x-aspnet-version', '4.0.30319'],
  ['X-AspNetMvc-Version', '5.2'],
])('what the service’s own host has made, by %s, is believed to be no front’s', (name, value) => {
  expect(isOfFront([negotiate], { ...came, headers: { ...came.headers, [name.toLowerCase()]: value } })).toBe(false);
});

test.each(['text/xml; charset=utf-8', 'application/soap+xml', 'application/xml', 'application/xhtml+xml'])(
  'a document of %s is read as the service’s, and as no front’s',
  (type) => {
    const isDocument = type !== 'application/xhtml+xml';
    expect(isOfFront([negotiate], { ...came, headers: { ...came.headers, 'content-type': type } })).toBe(!isDocument);
  },
);

test.each<FrontReply>([
  negotiate,
  notFound,
  { status: 302, header: { name: 'location', contains: 'https://login.example/' }, confirmedBy: 'IT' },
])('a rule %j is believed, as the service cannot say that itself', (rule) => {
  expect(whyNoFrontReply(rule)).toBeUndefined();
});

test.each<[FrontReply, RegExp]>([
  [{ status: 200, page: 'Please log in here', confirmedBy: 'IT' }, /the service itself/],
  [{ status: 204, page: 'Please log in here', confirmedBy: 'IT' }, /the service itself/],
  [{ status: 500, page: 'Please log in here', confirmedBy: 'IT' }, /the service itself/],
  [{ status: 502, page: 'Bad Gateway at the front', confirmedBy: 'IT' }, /may have acted/],
  [{ status: 504, page: 'Gateway Timeout here', confirmedBy: 'IT' }, /may have acted/],
  [{ status: 503, confirmedBy: 'IT' }, /header or page/],
  [{ status: 503, header: { name: 'Server', contains: 'nginx' }, confirmedBy: 'IT' }, /on the service’s own replies/],
  [
    { status: 503, header: { name: 'Content-Type', contains: 'html' }, confirmedBy: 'IT' },
    /on the service’s own replies/,
  ],
  [{ status: 503, page: 'Server Error in', confirmedBy: 'IT' }, /own page/],
  [{ status: 503, page: 'System.Web.HttpException', confirmedBy: 'IT' }, /own page/],
  [{ status: 503, page: '<string xmlns', confirmedBy: 'IT' }, /own page/],
  [
    { status: 401, header: { name: 'WWW-Authenticate', contains: 'e' }, confirmedBy: 'IT' },
    /contains has to be at least 4/,
  ],
  [{ status: 503, page: 'html', confirmedBy: 'IT' }, /at least 8/],
])('a rule %j is refused where the service can say that itself: %s', (rule, why) => {
  expect(whyNoFrontReply(rule)).toMatch(why);
});

test('a site file with a rule that the service could meet is refused, and names it; where rules are laid aside, that one is', () => {
  expect(() => readSite({ frontReplies: [negotiate, { status: 503, confirmedBy: 'IT' }] })).toThrow(
    /^frontReplies\[1\]: .*header or page/,
  );
  const aside: unknown[] = [];
  const site = readSite({ frontReplies: [{ status: 503, confirmedBy: 'IT' }, negotiate] }, undefined, (one) =>
    aside.push(one),
  );
  expect(site.frontReplies).toEqual([negotiate]);
  expect(aside).toMatchObject([{ place: 'frontReplies[0]', why: expect.stringMatching(/^frontReplies\[0\]: /) }]);
  expect(() => readSite({ frontReplies: [{ ...negotiate, confirmedBy: '' }] })).toThrow(/confirmedBy/);
  expect(readSite({ frontReplies: [negotiate, notFound] }).frontReplies).toEqual([negotiate, notFound]);
});
