import { expect, test } from 'vitest';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { followed } from './ScanPage.tsx';
import type { Saying } from '#ui/ResultBanner.tsx';

const said: Saying = { tone: 'saved', text: 'Complete bag, to be sent', call: { seq: 1, what: 'Complete bag' } };

type Standing = Omit<Parameters<typeof followed>[1], 'operation' | 'scans' | 'parameters'>;

const scans = [{ text: 'BAG-2003', source: 'wedge', at: 0 }] as const;

function follow(saying: Saying, call: Standing, site: SiteConfiguration = unknownSite): Saying {
  return followed(saying, { operation: 'CompleteBag', scans, parameters: [], ...call }, site);
}

test('the band of a saved call stays as it is while the call waits or is sent', () => {
  for (const state of ['waiting', 'sending'] as const) expect(follow(said, { state })).toBe(said);
});

test.each([
  ['accepted', { text: 'OK', verdict: 'accepted' }, 'saved', 'Done', 'Complete bag'],
  ['refused', { text: 'ERR: no', verdict: 'refused' }, 'wrong', 'Not done', 'Complete bag: ERR: no'],
  ['unclassified', { text: 'hm', verdict: 'unclassified' }, 'repeat', 'Not understood', 'Complete bag: hm'],
] as const)('an answer that is %s takes its place, with its own tone and word', (_name, result, tone, word, text) => {
  expect(follow(said, { state: 'answered', result })).toMatchObject({ tone, mark: { word }, text });
});

test.each([
  ['unconfirmed', 'repeat', 'Check it', 'Complete bag: Why. Do not scan it again.'],
  ['held', 'wrong', 'Needs correcting', 'Complete bag: Why.'],
  ['cancelled', 'repeat', 'Taken back', 'Complete bag: Why.'],
] as const)('a call that is %s is never green', (state, tone, word, text) => {
  const trouble = { code: 'none-known', reason: 'Why.' };
  expect(follow(said, { state, trouble })).toMatchObject({ tone, mark: { word }, text });
});

test.each(['accepted', 'refused', 'unclassified', 'by-person', 'by-rule'] as const)(
  'an answer that is %s has in the band the picture and the colour of its row',
  (verdict) => {
    const call = { state: 'answered', result: { text: 'hm', verdict } } as const;
    const { icon, mood } = markOf(call);
    expect(follow(said, call).mark).toMatchObject({ icon, mood });
  },
);

test('the service’s words are short in the band, and what is no call’s stays as it is', () => {
  const long = follow(said, { state: 'answered', result: { text: 'x'.repeat(500), verdict: 'refused' } });
  expect(long.text).toHaveLength('Complete bag: '.length + 121);
  const step: Saying = { tone: 'step', text: 'D-1' };
  expect(follow(step, { state: 'held' })).toBe(step);
});

test('a refusal that the site has words for is said in those', () => {
  const says = { en: 'It is complete already', ru: 'Уже закрыт' };
  const site = { ...unknownSite, answerRules: [{ contains: 'complete', verdict: 'refused', says } as const] };
  const call = { state: 'answered', result: { text: 'ERR 4: complete', verdict: 'refused' } } as const;
  expect(follow(said, call, site).text).toBe('Complete bag: It is complete already');
});

test('a refusal leads to what is known of the thing, and nothing else in the band does', () => {
  const leadOf = (verdict: 'refused' | 'accepted' | 'unclassified') =>
    follow(said, { state: 'answered', result: { text: 'hm', verdict } }).href;
  expect(leadOf('refused')).toBe('/known?code=BAG-2003');
  expect([leadOf('accepted'), leadOf('unclassified'), follow(said, { state: 'unconfirmed' }).href]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
