import { parametersOf } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { reads } from '#site/siteSchemaParts.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type PageFacts, sideBySide, choice, escaped, field, postForm, sameNames } from '#office/pages/page.ts';
import { enteredOf } from '#office/pages/pageWords.ts';
import { membersIn } from './cardForm.ts';
import { toCard } from './cardsPage.ts';
import { keylessCard } from './keylessCard.ts';
import type { CameBack } from './seenAnswers.ts';
import { type KeySeen, sameAnswer } from './serviceSteps.ts';
import { type SetupWords, pathOfPart } from './setupFrame.ts';
import { answerPart } from './teachForm.tsx';

/** The outcome of a read, and whether the key made a difference where it was answered. */
export interface TriedRead {
  readonly outcome: Outcome;
  readonly keySeen?: KeySeen;
}

/** A read, with its answer where it was asked. */
export interface ReadView {
  readonly operation: OperationName;
  readonly entered: Readonly<Record<string, string>>;
  readonly keyThere: boolean;
  readonly site: SiteConfiguration;
  readonly came?: TriedRead;
  /** The other answers that were seen to the operation. */
  readonly others?: readonly CameBack[];
  /** Source: `KeylessAnswer`. */
  readonly keyless?: string | undefined;
}

/** Shows the form for a read, which is asked as a handheld would; below it what came, and what that means. */
export function readPage({ words, language }: Pick<PageFacts, 'words' | 'language'>, view: ReadView): string {
  const texts = words.setup;
  const { operation, entered, keyThere, came } = view;
  const chooser = `<form action="${pathOfPart('read')}">${choice(texts.operation, 'operation', sameNames(reads), { chosen: operation })}<button class="button">${texts.choose}</button></form>`;
  const fields = parametersOf(operation).map((name) =>
    field(`${enteredOf(name, language)} <code>${name}</code>`, `in-${name}`, {
      value: entered[name] ?? '',
      autocomplete: 'off',
      maxlength: 1_000,
    }),
  );
  const key = keyThere ? '' : field(texts.accessKey, 'key', { type: 'password', autocomplete: 'off', required: true });
  const inside = `${fields.join('')}${key}<button class="button button-primary">${texts.ask}</button>`;
  const form = `<h2><code>${operation}</code></h2>${postForm(pathOfPart('read'), { operation }, inside)}`;
  return `<p>${texts.readHint}</p>${sideBySide(chooser + form, came ? cameBack(texts, view, came) : '')}`;
}

function cameBack(
  texts: SetupWords,
  { site, operation, entered, keyThere, keyless, others = [] }: ReadView,
  { outcome, keySeen }: TriedRead,
): string {
  if (outcome.kind !== 'answered') {
    return `<p class="note said-wrong" role="alert">${texts.noAnswer} <span class="verbatim" lang="en">${escaped(outcome.reason)}</span></p>`;
  }
  const doubt =
    keySeen === 'same' ? `<p class="note said-repeat verbatim" lang="en">${escaped(sameAnswer(keyThere))}</p>` : '';
  const text = outcome.text ?? '';
  const answer = answerPart(texts, site, { operation, text }, others);
  const [subject = ''] = Object.values(entered).filter(Boolean);
  const card = membersIn(text) ? `<h2>${texts.pages.cards}</h2>${toCard(texts, { operation, text, subject })}` : '';
  return doubt + answer + card + keylessCard(texts, site, keyless);
}
