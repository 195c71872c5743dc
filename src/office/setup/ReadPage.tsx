import { parametersOf } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { reads } from '#site/siteSchemaParts.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type PageFacts, sameNames } from '#office/pages/page.ts';
import { enteredOf } from '#office/pages/pageWords.ts';
import { FormChoice, FormInput, PostForm, SideBySide, AsSent } from '#office/pages/parts.tsx';
import { membersIn } from './cardForm.ts';
import { KeylessCard } from './KeylessCard.tsx';
import type { CameBack } from './seenAnswers.ts';
import { type KeySeen, sameAnswer } from './serviceSteps.ts';
import { type SetupWords, pathOfPart } from './setupPlaces.ts';
import { AnswerPart } from './teachForm.tsx';
import { ToCard } from './ToCard.tsx';

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

interface ReadPageProps {
  readonly facts: Pick<PageFacts, 'words' | 'language'>;
  readonly view: ReadView;
}

/** Shows the form for a read, which is asked as a handheld would; beside it what came, and what that means. */
export function ReadPage({ facts: { words, language }, view }: ReadPageProps) {
  const texts = words.setup;
  const { operation, entered, keyThere, came } = view;
  return (
    <>
      <p>{texts.readHint}</p>
      <SideBySide>
        <>
          <form action={pathOfPart('read')}>
            <FormChoice caption={texts.operation} name="operation" choices={sameNames(reads)} chosen={operation} />
            <button className="button">{texts.choose}</button>
          </form>
          <h2>
            <code>{operation}</code>
          </h2>
          <PostForm action={pathOfPart('read')} hidden={{ operation }}>
            {parametersOf(operation).map((name) => (
              <FormInput
                caption={
                  <>
                    {enteredOf(name, language)} <code>{name}</code>
                  </>
                }
                name={`in-${name}`}
                value={entered[name] ?? ''}
                autoComplete="off"
                maxLength={1_000}
                key={name}
              />
            ))}
            {!keyThere && (
              <FormInput caption={texts.accessKey} name="key" type="password" autoComplete="off" required />
            )}
            <button className="button button-primary">{texts.ask}</button>
          </PostForm>
        </>
        {came && <WhatCame texts={texts} view={view} came={came} />}
      </SideBySide>
    </>
  );
}

interface WhatCameProps {
  readonly texts: SetupWords;
  readonly view: ReadView;
  readonly came: TriedRead;
}

/** Shows an answer with what it leads to, or why there is none. */
function WhatCame({ texts, view, came: { outcome, keySeen } }: WhatCameProps) {
  const { site, operation, entered, keyThere, keyless, others = [] } = view;
  if (outcome.kind !== 'answered') {
    return (
      <p className="note said-wrong" role="alert">
        {texts.noAnswer} <AsSent text={outcome.reason} />
      </p>
    );
  }
  const text = outcome.text ?? '';
  const [subject = ''] = Object.values(entered).filter(Boolean);
  return (
    <>
      {keySeen === 'same' && (
        <p className="note said-repeat verbatim" lang="en">
          {sameAnswer(keyThere)}
        </p>
      )}
      <AnswerPart texts={texts} site={site} answer={{ operation, text }} others={others} />
      {membersIn(text) && (
        <>
          <h2>{texts.pages.cards}</h2>
          <ToCard texts={texts} answer={{ operation, text, subject }} />
        </>
      )}
      <KeylessCard texts={texts} site={site} text={keyless} />
    </>
  );
}
