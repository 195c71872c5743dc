import { isOperationName } from '#contract/catalogue.ts';
import { judge, ruleReading, type AnswerRule, fitsAnswer } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type AnswerField, answerFields, toldBy } from '#site/teaching.ts';
import { sideBySide, escaped, field, postForm } from '#office/pages/page.ts';
import { type CameBack, MOST_LETTERS } from './seenAnswers.ts';
import { SETUP, type SetupWords, pathOfPart } from './setupFrame.ts';
import { tellingOf } from './telling.ts';

export const TEACH = `${SETUP}/teach`;

/** The look of each verdict, as on the handheld. */
const tones = { accepted: 'saved', refused: 'wrong', 'key-refused': 'wrong', unclassified: 'repeat' } as const;

const verdicts = ['accepted', 'refused', 'key-refused'] as const;
const ways = ['part', 'whole'] as const;
/** The beginning of a choice of a value; the value's pointer follows. */
const VALUE = 'value:';

/**
 * Shows an answer as it is read now, and below it how it is taught, or the rule that reads it and where that is taken out.
 *
 * @param others - the other answers that were seen to its operation.
 */
export function answerPart(
  texts: SetupWords,
  site: SiteConfiguration,
  { operation, text }: CameBack,
  others: readonly CameBack[],
): string {
  const verdict = judge(site, operation, text);
  const shown = text === '' ? texts.empty : escaped(text);
  const band = `<div class="note said-${tones[verdict]}" data-verdict="${verdict}" role="status"><strong>${texts.verdicts[verdict]}</strong></div>`;
  const said = `<h2>${texts.said}</h2>${band}<pre class="verbatim" lang="en">${shown}</pre>`;
  if (verdict === 'unclassified')
    return text.length <= MOST_LETTERS ? sideBySide(said, teachForm(texts, { operation, text }, others)) : said;
  const rule = ruleReading(site.answerRules, operation, text);
  return rule
    ? `${said}<p>${texts.readBy} <code class="verbatim">${escaped(toldIn(rule))}</code></p><p>${texts.readWrong} <a href="${pathOfPart('answers')}">${texts.pages.answers}</a></p>`
    : said;
}

/** Shows by what a rule knows an answer. */
function toldIn({ matches, contains, json, equals }: AnswerRule): string {
  if (contains !== undefined) return `“${contains}”`;
  return matches === undefined ? `${json} = ${JSON.stringify(equals)}` : `/${matches}/`;
}

function teachForm(texts: SetupWords, { operation, text }: CameBack, others: readonly CameBack[]): string {
  const telling = tellingOf(
    text,
    others.map((one) => one.text),
  );
  const chosen = typeof telling.chosen === 'object' ? VALUE + telling.chosen.pointer : telling.chosen;
  const radio = (way: string, inside: string): string =>
    `<label class="check-row"><input type="radio" name="way" required value="${escaped(way)}"${way === chosen ? ' checked' : ''}>${inside}</label>`;
  const reach = (also: number): string =>
    others.length === 0 ? '' : `<br><span class="hint">${texts.also({ many: also, all: others.length })}</span>`;
  const shared = telling.shared.map((one) => `<code class="verbatim">${shownValue(one)}</code>`).join(', ');
  const parts = [
    `<h2>${texts.teach}</h2>`,
    others.length === 0 ? `<p class="hint">${texts.noOthers}</p>` : '',
    `<fieldset><legend>${texts.by}</legend>`,
    ...telling.values.map(({ field: value, also }) =>
      radio(VALUE + value.pointer, `<span><code class="verbatim">${shownValue(value)}</code>${reach(also)}</span>`),
    ),
    shared === '' ? '' : `<p class="hint">${texts.inAll} ${shared}</p>`,
    text === '' ? '' : radio('part', texts.part) + field(texts.piece, 'part', { value: telling.piece, maxlength: 200 }),
    radio('whole', texts.whole),
    `</fieldset><label class="check-row"><input type="checkbox" name="everywhere" value="1">${texts.everywhere}</label>`,
    ...verdicts.map(
      (one) =>
        `<button class="button${one === 'accepted' ? ' button-primary' : ''}" name="verdict" value="${one}">${texts.means[one]}</button>`,
    ),
  ];
  return postForm(TEACH, { operation, text }, parts.join('\n'));
}

/** Shows a value, as HTML. */
function shownValue({ pointer, value }: AnswerField): string {
  return escaped(`${pointer} = ${JSON.stringify(value)}`);
}

/**
 * Asks whether to keep a rule that reads other seen answers too: it shows them, and one press keeps the rule.
 *
 * @param fields - the form as it was sent.
 */
export function previewPart(
  texts: SetupWords,
  rule: AnswerRule,
  alsoRead: readonly CameBack[],
  fields: Readonly<Record<string, string>>,
): string {
  const told = `<code class="verbatim">${escaped(toldIn(rule))}</code>`;
  const would = texts.wouldRead({ many: alsoRead.length, verdict: texts.verdicts[rule.verdict] });
  const items = alsoRead.map(
    ({ operation, text }) =>
      `<li>${operation}: <span class="verbatim" lang="en">${escaped(text.slice(0, 200))}</span></li>`,
  );
  const keep = postForm(
    TEACH,
    { ...fields, shown: '1' },
    `<button class="button button-primary">${texts.keepRule}</button>`,
  );
  return `<section class="note said-repeat" data-card="preview" role="status"><p>${told}: ${would}</p><ul>${items.join('')}</ul>${keep}</section>`;
}

/** Reads the rule of a form; `undefined`: it is no form of ours. */
export function readTaught(
  form: Readonly<Record<string, string>>,
): (CameBack & { readonly rule?: AnswerRule }) | undefined {
  const { operation = '', text: sent = '', way: asked = '', part = '', verdict: said } = form;
  if (!isOperationName(operation)) return undefined;
  const text = sent.replace(/\r\n/g, '\n'); // a form sends a line feed so
  const value = answerFields(text).find(({ pointer }) => asked === VALUE + pointer);
  const way = value ? 'field' : ways.find((one) => one === asked);
  const told = way && toldBy({ way, part, pattern: '', field: value }, text);
  const verdict = verdicts.find((one) => one === said);
  if (!told || !verdict) return { operation, text };
  return { operation, text, rule: { ...(form['everywhere'] !== '1' && { operation }), ...told, verdict } };
}

/**
 * Says why a rule cannot be kept: it does nothing for the answer that it is made of, or is made of a value that all answers
 * seen have. `undefined`: it can.
 *
 * @param others - the other answers that were seen to its operation.
 */
export function faultIn(
  rule: AnswerRule,
  { operation, text }: CameBack,
  site: SiteConfiguration,
  others: readonly CameBack[],
): 'notHere' | 'earlier' | 'inAll' | undefined {
  if (fitsAnswer(rule, text) !== true) return 'notHere';
  const isInAll = others.length > 0 && others.every((one) => fitsAnswer(rule, one.text) === true);
  if (rule.json !== undefined && isInAll) return 'inAll';
  const after = { ...site, answerRules: [...site.answerRules, rule] };
  return judge(after, operation, text) === rule.verdict ? undefined : 'earlier';
}

/** Finds the other answers that a new rule would read and no rule reads now, but those of the same text. */
export function readAnew(
  rule: AnswerRule,
  taught: CameBack,
  site: SiteConfiguration,
  others: readonly CameBack[],
): readonly CameBack[] {
  return others.filter(
    ({ operation, text }) =>
      text !== taught.text &&
      (rule.operation ?? operation) === operation &&
      judge(site, operation, text) === 'unclassified' &&
      fitsAnswer(rule, text) === true,
  );
}
