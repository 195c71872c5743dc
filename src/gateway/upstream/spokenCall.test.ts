import { describe, expect, test } from 'vitest';
import { withAccessKey } from '#contract/call.ts';
import { speak } from './spokenCall.ts';
import type { UpstreamKnowledge } from './upstreamCheck.ts';
import type { BindingName } from '#wire/binding.ts';
import { defaultNames } from '#wire/names.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;

const WHY = 'Calls are held: it is another service.';

function knowing(offered: readonly BindingName[], held?: string): UpstreamKnowledge {
  return { offered: () => offered, held: () => held, asked: Promise.resolve(), wasAsked: () => true };
}

/** Returns how GetPaintMarker with this text leaves: its binding, or why it does not. */
function leaves(text: string, upstreamBinding: BindingName, knowledge: UpstreamKnowledge, apiKey = 'k'): string {
  const parameters = withAccessKey({ operation: 'GetPaintMarker', parameters: [['strJson', text]] }, apiKey);
  const said = speak('GetPaintMarker', parameters, { names: defaultNames, upstreamBinding, knowledge });
  return 'binding' in said ? said.binding : Buffer.from(said.body).toString();
}

const LONG = '中'.repeat(300);

test.each<[text: string, binding: BindingName, offered: readonly BindingName[], leavesBy: string | RegExp]>([
  ['plain <3 & 5 > 4', 'http-post', [], 'http-post'],
  ['plain', 'http-get', [], 'http-get'],
  ['a\r\n<b>&#1;', 'soap11', [], 'soap11'],
  ['a\r\n<b>&#1;', 'soap12', [], 'soap12'],
  ['{"a":"<b>"}', 'http-post', ALL, 'soap12'],
  ['a&#38;b', 'http-post', ALL, 'soap12'],
  ['</a', 'http-post', ALL, 'soap12'],
  ['<!-- a', 'http-get', ALL, 'soap12'],
  ['<?a', 'http-post', ['http-post', 'soap12'], 'soap12'],
  [
    '<b>',
    'http-post',
    ['http-post', 'soap11'],
    /"code":"refused".*strJson: the service refuses “<b” in a form\..*no other/,
  ],
  ['<b>', 'http-get', ['http-post', 'http-get'], /"code":"refused".*strJson: /],
  ['a\u001db', 'soap12', ALL, 'http-post'],
  ['a\u001db', 'soap11', ALL, 'http-post'],
  [
    'a\u001db',
    'soap12',
    ['soap11', 'soap12'],
    /"code":"refused".*strJson: the character U\+001D cannot be sent over SOAP/,
  ],
  ['a\u001db', 'http-post', [], 'http-post'],
  ['a\u001d<b', 'http-post', ALL, /"code":"refused".*strJson: the service refuses “<b”/],
  ['a\u001d<b', 'soap12', ALL, /"code":"refused".*strJson: the character U\+001D/],
  [LONG, 'http-get', ALL, 'http-post'],
  [LONG, 'http-get', ['http-get', 'soap12'], 'soap12'],
  [`${LONG}<b`, 'http-get', ALL, 'soap12'],
  [LONG, 'http-get', ['http-get'], /"code":"refused".*strJson: it is too long for HTTP GET/],
])('%j, spoken in %s to a service that offers %j, leaves by %s', (text, binding, offered, leavesBy) => {
  const left = leaves(text, binding, knowing(offered));
  expect(left).toMatch(typeof leavesBy === 'string' ? new RegExp(`^${leavesBy}$`) : leavesBy);
});

test('where no other binding is known, a call leaves by the one of the settings or is refused', () => {
  expect(leaves('plain', 'http-post', knowing([]))).toBe('http-post');
  expect(leaves('<b>', 'http-post', knowing([]))).toContain('"code":"refused"');
});

test('no part of a key is in a refusal', () => {
  const said = leaves('plain', 'http-post', knowing([]), 'secret<key');
  expect(said).toContain('apiKey: the service refuses its characters in a form.');
  expect(said).not.toMatch(/secret|<k/);
});

describe('as long as the service is not known to be the one of the settings', () => {
  test.each(ALL)('a call over %s is not forwarded, with the reason', (binding) => {
    for (const text of ['plain', '<b>']) {
      expect(leaves(text, binding, knowing(ALL, WHY))).toMatch(
        /"code":"not-forwarded".*Calls are held: it is another service\./,
      );
    }
  });
});
