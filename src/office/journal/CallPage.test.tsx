import { expect, test } from 'vitest';
import type { KeptDecision } from '#ledger/ledger.ts';
import type { LedgerEntry } from '#ledger/ledgerReader.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { markupOf } from '#office/pages/markup.ts';
import { CallPage } from './CallPage.tsx';
import { type LedgerView, cells } from './callTable.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const ATTACK = `"><script>x()</script>'`;

const view: LedgerView = {
  texts: pageWords('en').ledger,
  verdicts: pageWords('en').setup.verdicts,
  now: NOW,
  language: 'en',
  zone: 'UTC',
  names: new Map([
    ['3', 'Dock 3'],
    ['4', 'Lost'],
  ]),
  revoked: new Set(['4']),
  workers: new Map([['7', 'Ada']]),
  readingOf: () => undefined,
  wordsOf: () => '',
  refusalInWordsOf: () => undefined,
  keepsCodes: true,
  off: new Set(),
  mayDecide: true,
};

function entry(key: string, more: Partial<LedgerEntry>): LedgerEntry {
  return { key, operation: 'RevertOff', fingerprint: 'print', state: 'received', version: 0, receivedAt: NOW, ...more };
}

/** A call that was sent, and of which nobody knows. */
const unknown = (key: string, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  entry(key, {
    state: 'outcome-unknown',
    asker: '3',
    worker: '7',
    detail: 'It broke off.',
    dispatchedAt: NOW + 5,
    settledAt: NOW + 45,
    ...more,
  });

function decision(key: string, more: Partial<KeptDecision>): KeptDecision {
  return { id: 'decision', key, says: 'done', version: 0, by: 'Sam', holds: true, saidAt: NOW + 60_000, ...more };
}

function page(keys: readonly LedgerEntry[], decisions: readonly KeptDecision[] = [], more: Partial<LedgerView> = {}) {
  const call = { keys, decisions, answerOf: ({ body }: LedgerEntry) => body };
  const html = markupOf(<CallPage call={call} view={{ ...view, ...more }} />);
  const titles = [...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title = '']) => title.replace(/<[^>]*>/g, ''));
  return { html, titles, head: /<section.*?<\/section>/s.exec(html)?.[0] ?? '' };
}

/** Draws the cell of what came. */
const detailOf = (line: LedgerEntry, more: Partial<LedgerView> = {}): string =>
  markupOf(<>{cells.detail(line, { ...view, ...more })}</>);

test('the heading says what the call was, its codes, who worked and what became of it; then comes what happened, in order', () => {
  const { head, titles, html } = page(
    [unknown('call-0001', { codes: 'D-1 → S-1', version: 1, decided: 'not-done' })],
    [
      decision('call-0001', { says: 'not-done', why: 'not on the shelf' }),
      decision('call-0001', { by: '7', asker: '3', says: 'sent-again', holds: false, saidAt: NOW + 90_000 }),
    ],
  );
  for (const text of ['Back on shelf', 'RevertOff', 'D-1</code> → <code', 'Ada (7)', '>not done<', 'call-0001'])
    expect(head).toContain(text);
  expect(titles).toEqual([
    'Came to the gateway',
    'Sent to the service, once',
    'Nobody knows whether it ran',
    'Sam: not done',
    'Dock 3 (no. 3): sent again',
  ]);
  expect(html).toMatch(
    /At the desk.*Why: not on the shelf.*As told there: <span[^>]*>Ada \(7\)<.*came late, changes nothing/s,
  );
  expect(html).toMatch(/It broke off\..*40 ms/s);
  expect(html.match(/<time/g)).toHaveLength(5);
});

test('each line of time keeps its own order, though a clock went back', () => {
  const { titles } = page([unknown('call-0001', { receivedAt: NOW + 3_600_000 })]);
  expect(titles).toEqual(['Came to the gateway', 'Sent to the service, once', 'Nobody knows whether it ran']);
});

test('a call that was sent again is one, with each key of it; how it stands is how the last one does', () => {
  const again = entry('call-0001.g2', {
    state: 'answered',
    receivedAt: NOW + 70_000,
    dispatchedAt: NOW + 70_001,
    settledAt: NOW + 70_009,
    status: 200,
    contentType: 'text/xml',
    body: 'ERR: no such shelf',
  });
  const { head, titles, html } = page(
    [unknown('call-0001', { decided: 'sent-again', version: 1 }), again],
    [decision('call-0001', { says: 'sent-again' })],
    { readingOf: ({ state }) => (state === 'answered' ? 'refused' : undefined) },
  );
  expect(titles.slice(3)).toEqual([
    'Sam: sent again',
    'Came again, under its next key .g2',
    'Sent to the service, once .g2',
    'The service answered .g2',
  ]);
  expect(head).toContain('<strong class="check said-wrong">not done</strong>');
  expect(head).not.toContain('/decide');
  expect(html).toMatch(/is-bad.*Not done<\/strong>.*ERR: no such shelf.*HTTP 200 · text\/xml<\/span> · 8 ms/s);
});

test('a key that a decision closed is no sending, and a call that was never heard of is said to be that', () => {
  const closed = (key: string): LedgerEntry =>
    entry(key, { state: 'outcome-unknown', decided: 'done', version: 1, settledAt: NOW });
  const done = unknown('call-0001', { decided: 'done', version: 1 });
  expect(page([done, closed('call-0001.g2')], [decision('call-0001', {})]).titles).toEqual([
    'Came to the gateway',
    'Sent to the service, once',
    'Nobody knows whether it ran',
    'Sam: done',
  ]);
  const never = page([closed('call-0001'), closed('call-0001.g2')], [decision('call-0001', { saidAt: NOW })]);
  expect(never.titles).toEqual(['Decided, though no request for it came', 'Sam: done']);
});

test('what has not happened yet is said to be that', () => {
  expect(page([entry('call-0001', {})]).titles).toEqual(['Came to the gateway', 'Not sent to the service so far']);
  const onItsWay = entry('call-0001', { state: 'dispatching', dispatchedAt: NOW });
  expect(page([onItsWay]).titles.at(-1)).toBe('On its way: no answer yet');
  expect(page([onItsWay]).html).toContain('For which handheld is not kept.');
  const ended = entry('call-0001', { state: 'outcome-unknown', decided: 'done', version: 1, settledAt: NOW + 9 });
  expect(page([ended]).titles.at(-1)).toBe('Did not leave for the service: somebody decided first');
});

test('it says what is not kept, the codes too where the site has none kept', () => {
  expect(page([unknown('call-0001')]).html).toMatch(/Not kept here: how often the handheld asked/);
  expect(page([unknown('call-0001')]).html).not.toContain('Nor are codes kept.');
  expect(page([unknown('call-0001')], [], { keepsCodes: false }).html).toContain('Nor are codes kept.');
});

test('it leads to the handheld on the floor: an enrolled one, and a revoked one while its call is to be checked', () => {
  const linked = (more: Partial<LedgerEntry>): boolean =>
    page([unknown('call-0001', more)]).html.includes('/gateway/floor/one?id=d');
  expect(linked({ asker: '3' })).toBe(true);
  expect(linked({ asker: '4' })).toBe(true);
  expect(linked({ asker: '4', decided: 'done' })).toBe(false);
  expect(linked({ asker: '10.0.0.9' })).toBe(false);
});

test('whoever may decide has the two buttons for an open call, and nobody else; of a decided call nobody has, also where it was not done', () => {
  const buttons = (html: string): readonly string[] =>
    [...html.matchAll(/name="call" value="([^"]*)"|value="([^"]*)" name="says"/g)].map(
      ([, call, says = '']) => call ?? says,
    );
  expect(buttons(page([unknown('call-0001')]).head)).toEqual(['call-0001', 'done', 'not-done']);
  expect(buttons(page([unknown('call-0001')], [], { mayDecide: false }).head)).toEqual([]);
  for (const decided of ['done', 'not-done'] as const)
    expect(buttons(page([unknown('call-0001', { decided, version: 1 })]).head)).toEqual([]);
});

test('nothing of what others wrote is markup', () => {
  const hostile = unknown('call-0001', {
    operation: ATTACK,
    codes: `${ATTACK} → ${ATTACK}`,
    asker: ATTACK,
    worker: ATTACK,
    detail: ATTACK,
    contentType: ATTACK,
    body: ATTACK,
  });
  const said = decision('call-0001', { by: ATTACK, why: ATTACK, asker: ATTACK });
  const names = new Map([[ATTACK, ATTACK]]);
  for (const state of ['outcome-unknown', 'answered'] as const) {
    const { html } = page([{ ...hostile, state }], [said], { names, workers: names });
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  }
});

test('a call of before its cause was kept, or of a newer gateway that knows more, says what came in the sentence that is kept', () => {
  for (const cause of [undefined, 'a newer word' as 'cut-off']) {
    const { html } = page([unknown('call-0001', cause && { cause })], [], { texts: pageWords('zh').ledger });
    expect(html.replace(/<details>.*?<\/details>/s, '')).toContain(
      '<span class="verbatim" lang="en">It broke off.</span>',
    );
  }
});

test('a call that a decision ended before it left says so by how it stands, and in no sentence of another language', () => {
  const detail = 'Sam said that it was done.';
  const ended = entry('call-0001', {
    state: 'outcome-unknown',
    decided: 'done',
    version: 1,
    detail,
    settledAt: NOW + 9,
  });
  const { html, head } = page([ended], [decision('call-0001', {})], { texts: pageWords('ru').ledger });
  expect(head).toContain(pageWords('ru').ledger.said.done);
  expect(html + detailOf(ended)).not.toContain(detail);
});

test('what the service said of a refused call stands in a list, as text, and shortened where it is long', () => {
  const refused = entry('call-0001', { state: 'answered' });
  const said = (words: string): string => detailOf(refused, { readingOf: () => 'refused', wordsOf: () => words });
  expect(said(ATTACK)).toBe('<span translate="no">&quot;&gt;&lt;script&gt;x()&lt;/script&gt;&#x27;</span>');
  expect(said('no '.repeat(100))).toMatch(/>(?:no ){26}no…</);
  expect(said('')).toBe('');
  const words = { wordsOf: () => 'ERR 17', refusalInWordsOf: () => 'It is <not> off' };
  expect(detailOf(refused, { readingOf: () => 'refused', ...words })).toBe(
    'It is &lt;not&gt; off <span translate="no">ERR 17</span>',
  );
  expect(detailOf(refused, { wordsOf: () => 'OK' })).toBe('');
});

test('an answered call says nothing of what was taken for its end before: a gateway of before leaves that with it', () => {
  for (const state of ['answered', 'outcome-unknown'] as const) {
    const line = unknown('call-0001', { state, cause: 'stopped', detail: 'It stopped.' });
    expect([state, detailOf(line) === '']).toEqual([state, state === 'answered']);
  }
});

test('that it was done is said as done; that it was not, as what goes on at its handheld', () => {
  const note = (decided: 'done' | 'not-done'): string => {
    const said = unknown('call-0001', { decided, version: 1 });
    const call = { keys: [said], decisions: [], said, answerOf: () => undefined };
    const html = markupOf(<CallPage call={call} view={view} />);
    return /<p [^>]*role="status">.*?<\/p>/.exec(html)?.[0] ?? '';
  };
  expect(note('done')).toMatch(/"note said-saved .*: it was done\.</);
  expect(note('not-done')).toMatch(
    /"note said-repeat .*: it was not done\. Whether it is sent again is said on the handheld\.</,
  );
});
