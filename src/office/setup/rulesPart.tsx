import type { ReactNode } from 'react';
import { setImmediate } from 'node:timers/promises';
import { isOperationName } from '#contract/catalogue.ts';
import { type AnswerRule, type Verdict, judge, ruleReading } from '#site/judging.ts';
import type { LaidAside } from '#site/readSite.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { NEWEST_PLACE, type LedgerReader } from '#ledger/ledgerReader.ts';
import { ButtonLink, AsItIs, PostForm, filled } from '#office/pages/parts.tsx';
import { calledOf } from '#office/pages/pageWords.ts';
import type { Language } from '#contract/languages.ts';
import type { WireNames } from '#wire/names.ts';
import { answerIn } from '#office/journal/reading.ts';
import type { CameBack } from './seenAnswers.ts';
import { type SetupProps, type SetupWords, pathOfPart } from './setupPlaces.ts';

/** A rule with its place among the rules. */
export interface PlacedRule {
  readonly at: number;
  readonly rule: AnswerRule;
}

const HOURS = 24;
const ROWS = 250;
const MOST_MS = 1_500;

interface RulesPartProps {
  readonly texts: SetupWords;
  readonly site: SiteConfiguration;
  /** The answers that examples are taken of. */
  readonly seen: readonly CameBack[];
  readonly language: Language;
}

/** Shows the rules, each in words, with an answer that it reads and its expression folded. */
export function RulesPart({ texts, site: { answerRules }, seen, language }: RulesPartProps) {
  if (answerRules.length === 0) return <p>{texts.noRules}</p>;
  return (
    <ol className="steps">
      {answerRules.map((rule, at) => {
        const example = seen.find((one) => ruleReading(answerRules, one.operation, one.text) === rule);
        return (
          // The place is what tells them apart: two may be equal.
          <li className={`row rule${moods[rule.verdict]}`} key={at}>
            <div>
              <h3>
                <OfWhich texts={texts} rule={rule} language={language} />
              </h3>
              <p>{ruleInWords(texts, rule)}</p>
              {rule.says && (
                <p>
                  {texts.inWords}: <AsItIs text={Object.values(rule.says).join(' · ')} />
                </p>
              )}
              {example && (
                <p className="hint">
                  {filled(texts.example, {
                    answer:
                      example.text === '' ? texts.empty : <AsItIs text={withoutFiles(example.text).slice(0, 200)} />,
                  })}
                </p>
              )}
            </div>
            <details>
              <summary className="button">{texts.expression}</summary>
              <pre className="verbatim">{JSON.stringify(rule, undefined, 1)}</pre>
            </details>
            <RuleForm placed={{ at, rule }} says={texts.remove} />
          </li>
        );
      })}
    </ol>
  );
}

/** The looks of a rule, by what it says. */
const moods = { accepted: ' is-good', refused: ' is-bad', 'key-refused': ' is-bad', unclassified: '' } as const;

interface OfRuleProps {
  readonly texts: SetupWords;
  readonly rule: AnswerRule;
  readonly language: Language;
}

/** Names the operation whose answers a rule reads: by the workers' word, and by its own name, which no other has. */
function OfWhich({ texts, rule: { operation }, language }: OfRuleProps) {
  if (operation === undefined) return texts.every;
  const called = calledOf(operation, language);
  return (
    <>
      {called !== undefined && `${called} `}
      <span className="wire" lang="en" translate="no">
        {operation}
      </span>
    </>
  );
}

/** The parts of an expression that says no more than how a text begins and ends. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}])+)(\$?)$/u;

/** Says in words which answers a rule reads, and as what. */
function ruleInWords(texts: SetupWords, { verdict, contains, matches = '', json, equals }: AnswerRule): ReactNode {
  const means = { verdict: <strong>{texts.verdicts[verdict]}</strong> };
  if (contains !== undefined) return filled(texts.ruleContains, { ...means, text: <AsItIs text={contains} /> });
  if (json !== undefined) {
    const value = <AsItIs text={JSON.stringify(equals)} />;
    return filled(texts.ruleEquals, { ...means, member: <AsItIs text={json} />, value });
  }
  const [, begin, plain, end] = PLAIN.exec(matches) ?? [];
  if (plain === undefined)
    return filled(texts.ruleFits, { ...means, expression: <code className="verbatim">{`/${matches}/`}</code> });
  const say = begin ? (end ? texts.ruleIs : texts.ruleBegins) : end ? texts.ruleEnds : texts.ruleContains;
  return filled(say, { ...means, text: <AsItIs text={plain.replace(/\\(.)/gu, '$1')} /> });
}

/** Says a rule whole: of which operation it is, and what it reads. */
function WholeRule({ texts, rule, language }: OfRuleProps) {
  return (
    <>
      <p>
        <strong>
          <OfWhich texts={texts} rule={rule} language={language} />
        </strong>
      </p>
      <p>{ruleInWords(texts, rule)}</p>
    </>
  );
}

interface RuleFormProps {
  readonly placed: { readonly at: number; readonly rule: unknown };
  /** The words of its button. */
  readonly says: string;
  readonly isDanger?: boolean;
  /** Values that it sends beside the rule. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A form about a rule: the rule goes with its place, as another page may have changed the list meanwhile. */
function RuleForm({ placed: { at, rule }, says, isDanger = false, more = {} }: RuleFormProps) {
  return (
    <PostForm action={pathOfPart('answers')} hidden={{ at: String(at), rule: JSON.stringify(rule), ...more }}>
      <button className={isDanger ? 'button button-danger' : 'button'}>{says}</button>
    </PostForm>
  );
}

/** The form that takes out a rule which is laid aside. */
export function TakeOutForm({ texts, aside: { place, rule } }: SetupProps & { readonly aside: LaidAside }) {
  return <RuleForm placed={{ at: Number(place.replace(/\D/g, '')), rule }} says={texts.remove} />;
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

interface PlacedRuleProps {
  readonly texts: SetupWords;
  readonly placed: PlacedRule;
  readonly language: Language;
}

/** Asks whether to take a rule out, and says what changes by it. To leave it is the ordinary way; the other comes a moment later, and apart. */
export function AskTakeOut({
  texts,
  placed,
  language,
  changes: { counts, isCut },
}: PlacedRuleProps & { readonly changes: Otherwise }) {
  return (
    <section className="note said-repeat" data-card="take-out" role="status">
      <h2>{texts.askRemove}</h2>
      <WholeRule texts={texts} rule={placed.rule} language={language} />
      {counts.size === 0 ? (
        <p>{texts.nothingTurns}</p>
      ) : (
        <ul>
          {[...counts].map(([verdict, many]) => (
            <li key={verdict}>{texts.wouldTurn({ many, verdict: texts.verdicts[verdict] })}</li>
          ))}
        </ul>
      )}
      {isCut && <p>{texts.notAllLooked}</p>}
      <ButtonLink to={pathOfPart('answers')} isPrimary>
        {texts.leave}
      </ButtonLink>
      <div className="apart just-said">
        <RuleForm placed={placed} says={texts.doRemove} isDanger more={{ sure: '1' }} />
      </div>
    </section>
  );
}

/** Offers to put a rule back that was taken out. */
export function OfferPutBack({ texts, placed, language }: PlacedRuleProps) {
  return (
    <section className="note said-saved just-said" data-card="put-back">
      <h2>{texts.takenOut}</h2>
      <WholeRule texts={texts} rule={placed.rule} language={language} />
      <RuleForm placed={placed} says={texts.putBack} more={{ step: 'put-back' }} />
    </section>
  );
}
