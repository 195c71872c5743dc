import { type OperationName, isOperationName } from '#contract/catalogue.ts';
import { judge } from '#site/judging.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type LedgerReader, walkBack } from '#ledger/ledgerReader.ts';
import type { PageFacts } from '#office/pages/page.ts';
import { Table, AsSent } from '#office/pages/parts.tsx';
import { calledOf } from '#office/pages/pageWords.ts';
import type { WireNames } from '#wire/names.ts';
import { pathOfPart } from './setupPlaces.ts';
import { RulesPart } from './rulesPart.tsx';
import { answerIn } from '#office/journal/reading.ts';
import type { CameBack } from './seenAnswers.ts';
import { AnswerPart, type AnswerPartProps } from './teachForm.tsx';

/** An answer out of the ledger, with the key of its call. */
export interface LedgerAnswer extends CameBack {
  readonly key: string;
}

interface AnswersPageProps {
  readonly facts: PageFacts;
  readonly site: SiteConfiguration;
  readonly newest: readonly LedgerAnswer[];
}

/** Shows the newest answers, each with its verdict, and the rules that there are. */
export function AnswersPage({ facts: { words, language }, site, newest }: AnswersPageProps) {
  const texts = words.setup;
  const { columns } = words.ledger;
  const rows = newest.map(({ key, operation, text }) => {
    const verdict = judge(site, operation, text);
    return [
      calledOf(operation, language) ?? operation,
      <AsSent text={text === '' ? texts.empty : withoutFiles(text).slice(0, 200)} key="said" />,
      texts.verdicts[verdict],
      verdict !== 'accepted' && (
        <a href={`${pathOfPart('answers')}?call=${encodeURIComponent(key)}`} key="more">
          {verdict === 'unclassified' ? texts.show : texts.inWords}
        </a>
      ),
    ];
  });
  return (
    <>
      <p>{texts.answersHint}</p>
      <h2>{texts.newest}</h2>
      <Table names={[columns.operation, texts.said, columns.state, '']} rows={rows} none={texts.noAnswers} />
      <h2>{texts.rules}</h2>
      <RulesPart texts={texts} site={site} seen={newest} language={language} />
    </>
  );
}

/** Shows one answer, how it is taught, and the link to ask for another. */
export function AnswerPage(props: AnswerPartProps) {
  return (
    <>
      <AnswerPart {...props} />
      <p>
        <a href={pathOfPart('read')}>{props.texts.pages.read}</a>
      </p>
    </>
  );
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
