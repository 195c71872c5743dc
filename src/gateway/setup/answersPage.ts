import { type OperationName, isOperationName } from '#contract/catalogue.ts';
import { judge, type AnswerRule } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { type LedgerReader, walkBack } from '#gateway/ledger/ledgerReader.ts';
import { type PageFacts, escaped, postForm, table } from '#gateway/pages/page.ts';
import { calledOf } from '#gateway/pages/pageWords.ts';
import { classify } from '#wire/classify.ts';
import type { WireNames } from '#wire/names.ts';
import { type SetupWords, pathOfPart } from './setupFrame.ts';
import type { CameBack } from './seenAnswers.ts';
import { answerPart, toldIn } from './teachForm.ts';

/** An answer out of the ledger, with the key of its call. */
export interface LedgerAnswer extends CameBack {
  readonly key: string;
}

/** Shows the newest answers, each with its verdict, and the rules that there are. */
export function answersPage(facts: PageFacts, site: SiteConfiguration, newest: readonly LedgerAnswer[]): string {
  const texts = facts.words.setup;
  const rows = newest.map(({ key, operation, text }) => {
    const verdict = judge(site, operation, text);
    const name = escaped(calledOf(operation, facts.language) ?? operation);
    const more = `<a href="${pathOfPart('answers')}?call=${encodeURIComponent(key)}">${texts.show}</a>`;
    const shown = text === '' ? texts.empty : escaped(text.slice(0, 200));
    return [
      name,
      `<span class="verbatim" lang="en">${shown}</span>`,
      texts.verdicts[verdict],
      verdict === 'unclassified' ? more : '',
    ];
  });
  const { columns } = facts.words.ledger;
  const names = [columns.operation, texts.said, columns.state, ''];
  const answers = rows.length === 0 ? `<p>${texts.noAnswers}</p>` : table(names, rows);
  return `<p>${texts.answersHint}</p><h2>${texts.newest}</h2>${answers}<h2>${texts.rules}</h2>${rulesPart(texts, site.answerRules)}`;
}

/** Shows one answer, how it is taught, and the link to ask for another. */
export function answerPage(
  texts: SetupWords,
  site: SiteConfiguration,
  answer: CameBack,
  others: readonly CameBack[],
): string {
  return `${answerPart(texts, site, answer, others)}<p><a href="${pathOfPart('read')}">${texts.pages.read}</a></p>`;
}

function rulesPart(texts: SetupWords, rules: readonly AnswerRule[]): string {
  if (rules.length === 0) return `<p>${texts.noRules}</p>`;
  const items = rules.map((rule, at) => {
    const { operation = texts.every, verdict } = rule;
    // The rule is sent with its place: another page may have changed the list meanwhile.
    const form = postForm(
      pathOfPart('answers'),
      { at: String(at), rule: JSON.stringify(rule) },
      `<button class="button">${texts.remove}</button>`,
    );
    return `<li>${escaped(operation)}: <code class="verbatim">${escaped(toldIn(rule))}</code> → ${texts.verdicts[verdict]}${form}</li>`;
  });
  return `<ol class="parts">${items.join('')}</ol>`;
}

const MOST_ANSWERS = 12;
const NEWEST = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

/** Reads an answer of the ledger by its call's key; `undefined`: there is none, or it is too long to be shown. */
export async function keptAnswer(
  reader: LedgerReader,
  key: string,
  names: WireNames,
): Promise<LedgerAnswer | undefined> {
  const entry = await reader.entry(key);
  if (entry?.state !== 'answered' || !isOperationName(entry.operation)) return undefined;
  const { status = 0, contentType = '', body = '', operation } = entry;
  const outcome = classify({ status, contentType, body: Buffer.from(body) }, names);
  return outcome.kind === 'answered' ? { key, operation, text: outcome.text ?? '' } : undefined;
}

/** Reads the newest answers of the ledger, to one operation or to all; of equal ones the newest. */
export async function newestAnswers(
  reader: LedgerReader,
  names: WireNames,
  operation?: OperationName,
): Promise<readonly LedgerAnswer[]> {
  const { lines } = await walkBack(reader, { state: 'answered', operation }, NEWEST);
  const found = new Map<string, LedgerAnswer>();
  for (const { key } of lines) {
    if (found.size === MOST_ANSWERS) break;
    const answer = await keptAnswer(reader, key, names);
    const told = answer && `${answer.operation} ${answer.text}`;
    if (answer && told !== undefined && !found.has(told)) found.set(told, answer);
  }
  return [...found.values()];
}
