import type { ReactNode } from 'react';
import { isOperationName } from '#contract/catalogue.ts';
import { judge, ruleReading, type AnswerRule, fitsAnswer } from '#site/judging.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type AnswerField, answerFields, toldBy } from '#site/teaching.ts';
import { FormInput, PostForm, SideBySide, AsSent } from '#office/pages/parts.tsx';
import { type CameBack, MOST_LETTERS } from './seenAnswers.ts';
import { SETUP, type SetupWords, pathOfPart } from './setupPlaces.ts';
import { readWorded } from './readWorded.ts';
import { tellingOf } from './telling.ts';
import { WordedFields } from './WordedFields.tsx';

export const TEACH = `${SETUP}/teach`;

/** The look of each verdict, as on the handheld. */
const tones = { accepted: 'saved', refused: 'wrong', 'key-refused': 'wrong', unclassified: 'repeat' } as const;

const verdicts = ['accepted', 'refused', 'key-refused'] as const;
const ways = ['part', 'whole'] as const;
/** The beginning of a choice of a value; the value's pointer follows. */
const VALUE = 'value:';

/** An answer, and what it is read and taught by. */
export interface AnswerPartProps {
  readonly texts: SetupWords;
  readonly site: SiteConfiguration;
  readonly answer: CameBack;
  /** The other answers that were seen to its operation. */
  readonly others: readonly CameBack[];
}

/** Shows an answer as it is read now, and below it how it is taught, or the rule that reads it and where that is taken out. */
export function AnswerPart({ texts, site, answer, others }: AnswerPartProps) {
  const { operation, text } = answer;
  const verdict = judge(site, operation, text);
  const said = (
    <>
      <h2>{texts.said}</h2>
      <div className={`note said-${tones[verdict]}`} data-verdict={verdict} role="status">
        <strong>{texts.verdicts[verdict]}</strong>
      </div>
      <pre className="verbatim" lang="en">
        {text === '' ? texts.empty : withoutFiles(text)}
      </pre>
    </>
  );
  if (verdict === 'unclassified' && text.length <= MOST_LETTERS)
    return (
      <SideBySide>
        {said}
        <TeachForm texts={texts} answer={answer} others={others} />
      </SideBySide>
    );
  const rule = ruleReading(site.answerRules, operation, text);
  return (
    <SideBySide>
      {said}
      {rule && (
        <>
          <p>
            {texts.readBy} <code className="verbatim">{toldIn(rule)}</code>
          </p>
          <p>
            {texts.readWrong} <a href={pathOfPart('answers')}>{texts.pages.answers}</a>
          </p>
          {rule.verdict !== 'accepted' && <WordsForm texts={texts} answer={answer} rule={rule} />}
        </>
      )}
    </SideBySide>
  );
}

interface WordsFormProps extends Pick<AnswerPartProps, 'texts' | 'answer'> {
  readonly rule: AnswerRule;
}

/** Gives a refusal that a rule reads already its words for the workers. */
function WordsForm({ texts, answer: { operation, text }, rule }: WordsFormProps) {
  return (
    <PostForm action={TEACH} hidden={{ operation, text, rule: JSON.stringify(rule), words: '1' }}>
      <h2>{texts.inWords}</h2>
      <p className="hint">{texts.inWordsHint}</p>
      <WordedFields name="says" word={rule.says ?? {}} usual="" />
      <button className="button button-primary">{texts.keep}</button>
    </PostForm>
  );
}

/** Returns a rule with the words of a form; without any where all its fields are empty. */
export function withWords(rule: AnswerRule, form: Readonly<Record<string, string>>): AnswerRule {
  const { says: _before, ...bare } = rule;
  const says = readWorded(form, 'says');
  return Object.keys(says).length === 0 ? bare : { ...bare, says };
}

/** Shows by what a rule knows an answer. */
function toldIn({ matches, contains, json, equals }: AnswerRule): string {
  if (contains !== undefined) return `“${contains}”`;
  return matches === undefined ? `${json} = ${JSON.stringify(equals)}` : `/${matches}/`;
}

function TeachForm({ texts, answer: { operation, text }, others }: Omit<AnswerPartProps, 'site'>) {
  const telling = tellingOf(
    text,
    others.map((one) => one.text),
  );
  const chosen = typeof telling.chosen === 'object' ? VALUE + telling.chosen.pointer : telling.chosen;
  const hasOthers = others.length > 0;
  return (
    <PostForm action={TEACH} hidden={{ operation, text }}>
      <h2>{texts.teach}</h2>
      {!hasOthers && <p className="hint">{texts.noOthers}</p>}
      <fieldset>
        <legend>{texts.by}</legend>
        {telling.values.map(({ field, also }) => (
          <Way way={VALUE + field.pointer} chosen={chosen} key={field.pointer}>
            <span>
              <Value field={field} />
              {hasOthers && (
                <>
                  <br />
                  <span className="hint">{texts.also({ many: also, all: others.length })}</span>
                </>
              )}
            </span>
          </Way>
        ))}
        {telling.shared.length > 0 && <p className="hint">{texts.inAll}</p>}
        {telling.shared.map((field) => (
          <Way way={VALUE + field.pointer} chosen={chosen} key={field.pointer}>
            <Value field={field} />
          </Way>
        ))}
        {text !== '' && (
          <>
            <Way way="part" chosen={chosen}>
              {texts.part}
            </Way>
            <FormInput caption={texts.piece} name="part" value={telling.piece} maxLength={200} />
          </>
        )}
        <Way way="whole" chosen={chosen}>
          {texts.whole}
        </Way>
      </fieldset>
      <label className="check-row">
        <input type="checkbox" name="everywhere" value="1" />
        {texts.everywhere}
      </label>
      <details className="panel">
        <summary className="button">{texts.inWords}</summary>
        <p className="hint">{texts.inWordsHint}</p>
        <WordedFields name="says" word={{}} usual="" />
      </details>
      {verdicts.map((one) => (
        <button
          className={one === 'accepted' ? 'button button-primary' : 'button'}
          name="verdict"
          value={one}
          key={one}
        >
          {texts.means[one]}
        </button>
      ))}
    </PostForm>
  );
}

interface WayProps {
  readonly way: string;
  readonly chosen: string | undefined;
  readonly children: ReactNode;
}

/** A way of knowing an answer, to be chosen. */
function Way({ way, chosen, children }: WayProps) {
  return (
    <label className="check-row">
      <input type="radio" name="way" required value={way} defaultChecked={way === chosen} />
      {children}
    </label>
  );
}

function Value({ field: { pointer, value } }: { readonly field: AnswerField }) {
  return <code className="verbatim">{`${pointer} = ${JSON.stringify(value)}`}</code>;
}

interface PreviewPartProps {
  readonly texts: SetupWords;
  readonly rule: AnswerRule;
  readonly alsoRead: readonly CameBack[];
  /** The form as it was sent. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks whether to keep a rule that reads other seen answers too: it shows them, and one press keeps the rule. */
export function PreviewPart({ texts, rule, alsoRead, fields }: PreviewPartProps) {
  return (
    <section className="note said-repeat" data-card="preview" role="status">
      <p>
        <code className="verbatim">{toldIn(rule)}</code>:{' '}
        {texts.wouldRead({ many: alsoRead.length, verdict: texts.verdicts[rule.verdict] })}
      </p>
      <ul>
        {alsoRead.map(({ operation, text }, index) => (
          <li key={index}>
            {operation}: <AsSent text={withoutFiles(text).slice(0, 200)} />
          </li>
        ))}
      </ul>
      <PostForm action={TEACH} hidden={{ ...fields, shown: '1' }}>
        <button className="button button-primary">{texts.keepRule}</button>
      </PostForm>
    </section>
  );
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
  const rule = { ...(form['everywhere'] !== '1' && { operation }), ...told, verdict };
  return { operation, text, rule: verdict === 'accepted' ? rule : withWords(rule, form) };
}

/** Says why a rule cannot be kept: it does nothing for the answer that it is made of. `undefined`: it can. */
export function faultIn(
  rule: AnswerRule,
  { operation, text }: CameBack,
  site: SiteConfiguration,
): 'notHere' | 'earlier' | undefined {
  if (fitsAnswer(rule, text) !== true) return 'notHere';
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
