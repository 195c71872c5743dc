import { setImmediate } from 'node:timers/promises';
import { isOperationName } from '#contract/catalogue.ts';
import { type AnswerRule, type Verdict, judge, ruleReading } from '#site/judging.ts';
import type { LaidAside } from '#site/readSite.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { NEWEST_PLACE, type LedgerReader } from '#ledger/ledgerReader.ts';
import { asItIs, escaped, postForm } from '#office/pages/page.ts';
import { calledOf } from '#office/pages/pageWords.ts';
import type { Language } from '#contract/languages.ts';
import type { WireNames } from '#wire/names.ts';
import { answerIn } from '#office/journal/reading.ts';
import type { CameBack } from './seenAnswers.ts';
import { type SetupWords, pathOfPart } from './setupFrame.ts';

/** A rule with its place among the rules. */
export interface PlacedRule {
  readonly at: number;
  readonly rule: AnswerRule;
}

const HOURS = 24;
const ROWS = 250;
const MOST_MS = 1_500;

/** Shows the rules, each in words, with an answer that it reads and its expression folded. */
export function rulesPart(
  texts: SetupWords,
  { answerRules }: SiteConfiguration,
  seen: readonly CameBack[],
  language: Language,
): string {
  if (answerRules.length === 0) return `<p>${texts.noRules}</p>`;
  const items = answerRules.map((rule, at) => {
    const example = seen.find((one) => ruleReading(answerRules, one.operation, one.text) === rule);
    const shown = example && (example.text === '' ? texts.empty : asItIs(example.text.slice(0, 200)));
    const such = shown === undefined ? '' : `<p class="hint">${texts.example({ answer: shown })}</p>`;
    const button = `<button class="button">${texts.remove}</button>`;
    return `<li class="row rule${moods[rule.verdict]}"><div><h3>${ofWhich(texts, rule, language)}</h3><p>${ruleInWords(texts, rule)}</p>${such}</div><details><summary class="button">${texts.expression}</summary><pre class="verbatim">${escaped(JSON.stringify(rule, undefined, 1))}</pre></details>${postForm(pathOfPart('answers'), fieldsFor({ at, rule }), button)}</li>`;
  });
  return `<ol class="steps">${items.join('')}</ol>`;
}

/** The looks of a rule, by what it says. */
const moods = { accepted: ' is-good', refused: ' is-bad', 'key-refused': ' is-bad', unclassified: '' } as const;

/** Names the operation whose answers a rule reads, as HTML: by the workers' word, and by its own name, which no other has. */
function ofWhich(texts: SetupWords, { operation }: AnswerRule, language: Language): string {
  if (operation === undefined) return texts.every;
  const own = `<span class="wire" lang="en" translate="no">${escaped(operation)}</span>`;
  const called = calledOf(operation, language);
  return called === undefined ? own : `${escaped(called)} ${own}`;
}

/** The parts of an expression that says no more than how a text begins and ends. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}])+)(\$?)$/u;

/** Says in words, as HTML, which answers a rule reads, and as what. */
function ruleInWords(texts: SetupWords, { verdict, contains, matches = '', json, equals }: AnswerRule): string {
  const means = { verdict: `<strong>${texts.verdicts[verdict]}</strong>` };
  if (contains !== undefined) return texts.ruleContains({ ...means, text: asItIs(contains) });
  if (json !== undefined)
    return texts.ruleEquals({ ...means, member: asItIs(json), value: asItIs(JSON.stringify(equals)) });
  const [, begin, plain, end] = PLAIN.exec(matches) ?? [];
  if (plain === undefined)
    return texts.ruleFits({ ...means, expression: `<code class="verbatim">/${escaped(matches)}/</code>` });
  const say = begin ? (end ? texts.ruleIs : texts.ruleBegins) : end ? texts.ruleEnds : texts.ruleContains;
  return say({ ...means, text: asItIs(plain.replace(/\\(.)/gu, '$1')) });
}

/** Says a rule whole: of which operation it is, and what it reads. */
function wholeRule(texts: SetupWords, rule: AnswerRule, language: Language): string {
  return `<p><strong>${ofWhich(texts, rule, language)}</strong></p><p>${ruleInWords(texts, rule)}</p>`;
}

/** Returns a rule's form: the rule goes with its place, as another page may have changed the list meanwhile. */
function fieldsFor({ at, rule }: PlacedRule): Readonly<Record<string, string>> {
  return { at: String(at), rule: JSON.stringify(rule) };
}

/** Makes the form that takes out a rule which is laid aside. */
export function takeOutForm({ place, rule }: LaidAside, texts: SetupWords): string {
  const fields = { at: place.replace(/\D/g, ''), rule: JSON.stringify(rule) };
  return postForm(pathOfPart('answers'), fields, `<button class="button">${texts.remove}</button>`);
}

/** The answers of the last day that would read otherwise without a rule: how many, by what they would read as then. */
export interface Otherwise {
  readonly counts: ReadonlyMap<Verdict, number>;
  /** `true`: there was no time to look at all of them. */
  readonly isCut: boolean;
}

/** Counts the answers of the last day that would read otherwise by other rules. @param now - Unix ms. */
export async function readOtherwise(
  reader: LedgerReader,
  names: WireNames,
  site: SiteConfiguration,
  answerRules: readonly AnswerRule[],
  now: number,
): Promise<Otherwise> {
  const after = { ...site, answerRules };
  const counts = new Map<Verdict, number>();
  const until = performance.now() + MOST_MS;
  for (let place = NEWEST_PLACE; ; await setImmediate()) {
    const entries = await reader.answers(place, now - HOURS * 3_600_000, ROWS);
    for (const entry of entries) {
      place = entry;
      if (!isOperationName(entry.operation)) continue;
      const text = answerIn(entry, names);
      if (text === undefined) continue;
      const verdict = judge(after, entry.operation, text);
      if (verdict !== judge(site, entry.operation, text)) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    if (entries.length < ROWS) return { counts, isCut: false };
    if (performance.now() > until) return { counts, isCut: true };
  }
}

/** Asks whether to take a rule out, and says what changes by it. To leave it is the ordinary way; the other comes a moment later, and apart. */
export function askTakeOut(
  texts: SetupWords,
  placed: PlacedRule,
  { counts, isCut }: Otherwise,
  language: Language,
): string {
  const lines = [...counts].map(
    ([verdict, many]) => `<li>${texts.wouldTurn({ many, verdict: texts.verdicts[verdict] })}</li>`,
  );
  const changes = lines.length === 0 ? `<p>${texts.nothingTurns}</p>` : `<ul>${lines.join('')}</ul>`;
  const cut = isCut ? `<p>${texts.notAllLooked}</p>` : '';
  const button = `<button class="button button-danger">${texts.doRemove}</button>`;
  const form = postForm(pathOfPart('answers'), { ...fieldsFor(placed), sure: '1' }, button);
  const leave = `<a class="button button-primary" href="${pathOfPart('answers')}">${texts.leave}</a>`;
  return `<section class="note said-repeat" data-card="take-out" role="status"><h2>${texts.askRemove}</h2>${wholeRule(texts, placed.rule, language)}${changes}${cut}${leave}<div class="apart just-said">${form}</div></section>`;
}

/** Offers to put a rule back that was taken out. */
export function offerPutBack(texts: SetupWords, placed: PlacedRule, language: Language): string {
  const button = `<button class="button">${texts.putBack}</button>`;
  const form = postForm(pathOfPart('answers'), { ...fieldsFor(placed), step: 'put-back' }, button);
  return `<section class="note said-saved just-said" data-card="put-back"><h2>${texts.takenOut}</h2>${wholeRule(texts, placed.rule, language)}${form}</section>`;
}
