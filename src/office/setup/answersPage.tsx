import { type OperationName, isOperationName } from '#contract/catalogue.ts';
import { judge } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type LedgerReader, walkBack } from '#ledger/ledgerReader.ts';
import { type PageFacts, escaped, table } from '#office/pages/page.ts';
import { calledOf } from '#office/pages/pageWords.ts';
import type { WireNames } from '#wire/names.ts';
import { type SetupWords, pathOfPart } from './setupFrame.ts';
import { rulesPart } from './rulesPart.ts';
import { answerIn } from '#office/journal/reading.ts';
import type { CameBack } from './seenAnswers.ts';
import { answerPart } from './teachForm.ts';

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
  return `<p>${texts.answersHint}</p><h2>${texts.newest}</h2>${answers}<h2>${texts.rules}</h2>${rulesPart(texts, site, newest, facts.language)}`;
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

const MOST_ANSWERS = 12;

/** Reads an answer of the ledger by its call's key; `undefined`: there is none, or it is too long to be shown. */
export async function keptAnswer(
  reader: LedgerReader,
  key: string,
  names: WireNames,
): Promise<LedgerAnswer | undefined> {
  const entry = await reader.entry(key);
  if (entry?.state !== 'answered' || !isOperationName(entry.operation)) return undefined;
  const text = answerIn(entry, names);
  return text === undefined ? undefined : { key, operation: entry.operation, text };
}

/** Reads the newest answers of the ledger, to one operation or to all; of equal ones the newest. */
export async function newestAnswers(
  reader: LedgerReader,
  names: WireNames,
  operation?: OperationName,
): Promise<readonly LedgerAnswer[]> {
  const { lines } = await walkBack(reader, { state: 'answered', operation });
  const found = new Map<string, LedgerAnswer>();
  for (const { key } of lines) {
    if (found.size === MOST_ANSWERS) break;
    const answer = await keptAnswer(reader, key, names);
    const told = answer && `${answer.operation} ${answer.text}`;
    if (answer && told !== undefined && !found.has(told)) found.set(told, answer);
  }
  return [...found.values()];
}
