import type { AnswerRule } from '#contract/answerRule.ts';
import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { PageFacts } from '#gateway/pages/page.ts';
import { escaped, postForm, table } from '#gateway/pages/pageParts.ts';
import { calledOf, pageWords } from '#gateway/pages/pageWords.ts';
import { type Said, type SetupWords, pathOfPart, setupFrame } from './setupFrame.ts';
import { type CameBack, answerPart } from './teachForm.ts';

/** An answer out of the ledger, and the key of its call. */
export interface KeptAnswer extends CameBack {
  readonly key: string;
}

/** The rules that there are, and the newest answers with what they read as. */
export function answersPage(
  facts: PageFacts,
  site: SiteConfiguration,
  newest: readonly KeptAnswer[],
  said?: Said,
): string {
  const texts = pageWords('setup', facts.language);
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
  const { columns } = pageWords('ledger', facts.language);
  const names = [columns.operation, texts.said, columns.state, ''];
  const answers = rows.length === 0 ? `<p>${texts.noAnswers}</p>` : table(names, rows);
  const inside = `<p>${texts.answersHint}</p><h2>${texts.newest}</h2>${answers}<h2>${texts.rules}</h2>${rulesPart(texts, site.answerRules)}`;
  return setupFrame(facts, 'answers', inside, said);
}

/** One answer, how it is taught, and the way to ask for another. */
export function answerPage(facts: PageFacts, site: SiteConfiguration, answer: CameBack, said?: Said): string {
  const texts = pageWords('setup', facts.language);
  const another = `<p><a href="${pathOfPart('read')}">${texts.pages.read}</a></p>`;
  return setupFrame(facts, 'answers', answerPart(texts, site, answer) + another, said);
}

function rulesPart(texts: SetupWords, rules: readonly AnswerRule[]): string {
  if (rules.length === 0) return `<p>${texts.noRules}</p>`;
  const items = rules.map((rule, at) => {
    const { operation = texts.every, verdict, matches, contains, json, equals } = rule;
    const by =
      contains !== undefined
        ? `“${contains}”`
        : matches !== undefined
          ? `/${matches}/`
          : `${json} = ${JSON.stringify(equals)}`;
    // What stands there is sent too: another page may have changed the list meanwhile.
    const form = postForm(
      pathOfPart('answers'),
      { at: String(at), rule: JSON.stringify(rule) },
      `<button>${texts.remove}</button>`,
    );
    return `<li>${escaped(operation)}: <code class="verbatim">${escaped(by)}</code> → ${texts.verdicts[verdict]}${form}</li>`;
  });
  return `<ol class="parts">${items.join('')}</ol>`;
}
