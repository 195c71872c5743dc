import { type AnswerRule, fitsAnswer } from '#contract/answerRule.ts';
import { type OperationName, isOperationName } from '#contract/catalogue.ts';
import { judge, ruleReading } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { fieldsOf, piecesOf, toldBy } from '#contract/teaching.ts';
import { choice, escaped, field, postForm } from '#gateway/pages/page.ts';
import { SETUP, type SetupWords, pathOfPart } from './setupFrame.ts';

export const TEACH = `${SETUP}/teach`;

/** How each looks, as on the handheld. */
const tones = { accepted: 'saved', refused: 'wrong', 'key-refused': 'wrong', unclassified: 'repeat' } as const;

const verdicts = ['accepted', 'refused', 'key-refused'] as const;
const ways = ['part', 'field', 'whole'] as const;
/** A text this short, without figures, is one by itself. */
const SHORT = 24;
/** As much of an answer as a form carries back. */
const MOST_LETTERS = 8_000;

/** An answer that came, and of what. */
export interface CameBack {
  readonly operation: OperationName;
  readonly text: string;
}

/** An answer as it is read now, and below it how it is taught, or the rule that reads it and where that is taken out. @returns HTML. */
export function answerPart(texts: SetupWords, site: SiteConfiguration, { operation, text }: CameBack): string {
  const verdict = judge(site, operation, text);
  const shown = text === '' ? texts.empty : escaped(text);
  const band = `<div class="note said-${tones[verdict]}" data-verdict="${verdict}" role="status"><strong>${texts.verdicts[verdict]}</strong></div>`;
  const said = `<h2>${texts.said}</h2>${band}<pre class="verbatim" lang="en">${shown}</pre>`;
  if (verdict === 'unclassified')
    return text.length <= MOST_LETTERS ? said + teachForm(texts, { operation, text }) : said;
  const rule = ruleReading(site.answerRules, operation, text);
  return rule
    ? `${said}<p>${texts.readBy} <code class="verbatim">${escaped(toldIn(rule))}</code></p><p>${texts.readWrong} <a href="${pathOfPart('answers')}">${texts.pages.answers}</a></p>`
    : said;
}

/** What a rule knows an answer by, as it is shown. */
export function toldIn({ matches, contains, json, equals }: AnswerRule): string {
  if (contains !== undefined) return `“${contains}”`;
  return matches === undefined ? `${json} = ${JSON.stringify(equals)}` : `/${matches}/`;
}

function teachForm(texts: SetupWords, { operation, text }: CameBack): string {
  const values = fieldsOf(text);
  const piece = piecesOf(text).find((one) => /[\p{L}\p{N}]/u.test(one.text));
  const likeliest = values.find(({ value }) => typeof value === 'boolean') ?? values[0];
  const isShort = text.length <= SHORT && !/[0-9]/.test(text);
  const way = values.length > 0 ? 'field' : isShort || !piece ? 'whole' : 'part';
  const radio = (name: (typeof ways)[number], inside = ''): string =>
    `<label class="check-row"><input type="radio" name="way" value="${name}"${name === way ? ' checked' : ''}>${texts[name]}</label>${inside}`;
  const pointers = Object.fromEntries(
    values.map(({ pointer, value }) => [pointer, `${pointer} = ${JSON.stringify(value)}`]),
  );
  const parts = [
    `<h2>${texts.teach}</h2><fieldset><legend>${texts.by}</legend>`,
    values.length > 0 ? radio('field', choice(texts.value, 'pointer', pointers, { chosen: likeliest?.pointer })) : '',
    piece ? radio('part', field(texts.piece, 'part', { value: piece.text, maxlength: 200 })) : '',
    radio('whole'),
    `</fieldset><label class="check-row"><input type="checkbox" name="everywhere" value="1">${texts.everywhere}</label>`,
    ...verdicts.map(
      (one) =>
        `<button class="button${one === 'accepted' ? ' button-primary' : ''}" name="verdict" value="${one}">${texts.means[one]}</button>`,
    ),
  ];
  return postForm(TEACH, { operation, text }, parts.join('\n'));
}

/** What a form says was taught, or `undefined` where it is none of ours. */
export function readTaught(
  form: Readonly<Record<string, string>>,
): (CameBack & { readonly rule?: AnswerRule }) | undefined {
  const { operation = '', text: sent = '', way: asked, part = '', pointer, verdict: said } = form;
  if (!isOperationName(operation)) return undefined;
  const text = sent.replace(/\r\n/g, '\n'); // as a form sends what had line feeds alone
  const way = ways.find((one) => one === asked) ?? 'whole';
  const value = fieldsOf(text).find((one) => one.pointer === pointer);
  const told = toldBy({ way, part, pattern: '', field: value }, text);
  const verdict = verdicts.find((one) => one === said);
  if (!told || !verdict) return { operation, text };
  return { operation, text, rule: { ...(form['everywhere'] !== '1' && { operation }), ...told, verdict } };
}

/** Why a rule would do nothing for the answer that it is made of; `undefined`: it does. */
export function faultIn(
  rule: AnswerRule | undefined,
  { operation, text }: CameBack,
  site: SiteConfiguration,
): 'notHere' | 'earlier' | undefined {
  if (!rule || fitsAnswer(rule, text) !== true) return 'notHere';
  const after = { ...site, answerRules: [...site.answerRules, rule] };
  return judge(after, operation, text) === rule.verdict ? undefined : 'earlier';
}
