import { setImmediate } from 'node:timers/promises';
import { isOperationName } from '#contract/catalogue.ts';
import { type AnswerRule, type Verdict, judge, ruleReading } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { NEWEST_PLACE, type LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import { asItIs, escaped, postForm } from '#gateway/pages/page.ts';
import { calledOf } from '#gateway/pages/pageWords.ts';
import type { Language } from '#contract/languages.ts';
import type { WireNames } from '#wire/names.ts';
import { answerIn } from '#gateway/journal/reading.ts';
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
    return `<li><p>${ruleInWords(texts, rule, language)}</p>${such}<details><summary class="button">${texts.expression}</summary><pre class="verbatim">${escaped(JSON.stringify(rule, undefined, 1))}</pre></details>${postForm(pathOfPart('answers'), fieldsFor({ at, rule }), button)}</li>`;
  });
  return `<ol class="parts">${items.join('')}</ol>`;
}

/** Says a rule in words, as HTML. */
function ruleInWords(texts: SetupWords, rule: AnswerRule, language: Language): string {
  const { operation, verdict, contains, json, equals } = rule;
  const name = operation === undefined ? texts.every : escaped(calledOf(operation, language) ?? operation);
  const means = texts.verdicts[verdict];
  const said = { operation: name, verdict: means };
  if (contains !== undefined) return texts.ruleContains({ ...said, text: asItIs(contains) });
  if (json !== undefined)
    return texts.ruleEquals({ ...said, member: asItIs(json), value: asItIs(JSON.stringify(equals)) });
  return texts.ruleFits(said);
}

/** Returns a rule's form: the rule goes with its place, as another page may have changed the list meanwhile. */
function fieldsFor({ at, rule }: PlacedRule): Readonly<Record<string, string>> {
  return { at: String(at), rule: JSON.stringify(rule) };
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

/** Asks whether to take a rule out, and says what changes by it. */
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
  return `<section class="note said-repeat" data-card="take-out" role="status"><p>${ruleInWords(texts, placed.rule, language)}</p>${changes}${cut}${form}</section>`;
}

/** Offers to put a rule back that was taken out. */
export function offerPutBack(texts: SetupWords, placed: PlacedRule, language: Language): string {
  const button = `<button class="button">${texts.putBack}</button>`;
  const form = postForm(pathOfPart('answers'), { ...fieldsFor(placed), step: 'put-back' }, button);
  return `<section class="note said-saved" data-card="put-back"><p>${texts.takenOut} ${ruleInWords(texts, placed.rule, language)}</p>${form}</section>`;
}
