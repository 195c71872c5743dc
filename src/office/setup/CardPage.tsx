import type { ReactNode } from 'react';
import { type CardSite, readCard } from '#site/answer/answerCard.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { meanings } from '#site/siteCards.ts';
import { type PageFacts, sameNames } from '#office/pages/page.ts';
import { calledOf, enteredOf } from '#office/pages/pageWords.ts';
import { FormChoice, PostForm } from '#office/pages/parts.tsx';
import { answerValue } from '#ui/answerValue.ts';
import { CardShown } from './CardShown.tsx';
import {
  type AnswerMembers,
  type EnteredCard,
  type MemberList,
  choosable,
  places,
  rowRoles,
  usualWord,
  withCard,
} from './cardForm.ts';
import type { SetupWords } from './setupPlaces.ts';
import { WordedFields } from './WordedFields.tsx';
import { CARD_PATH, type CardAnswer } from './ToCard.tsx';

interface CardPageProps {
  readonly facts: PageFacts;
  readonly site: SiteConfiguration;
  readonly answer: CardAnswer;
  readonly members: AnswerMembers;
  readonly entered: EnteredCard;
}

/** Shows a card as it would be with what was entered, and beside it the form that says what matters in it. */
export function CardPage({ facts, site, answer, members, entered }: CardPageProps) {
  const texts = facts.words.setup;
  const after = cardSite(facts, { ...site, ...withCard(site, answer.operation, entered) });
  const { operation, text, subject } = answer;
  const order = [...entered.headline, ...entered.facts].join('\n');
  return (
    <>
      <h2>{calledOf(operation, facts.language) ?? operation}</h2>
      <div className="card-making">
        <section className="panel card-shown" aria-label={texts.card.card}>
          <CardShown texts={texts} card={readCard(after, operation, subject, text)} />
        </section>
        <PostForm action={CARD_PATH} hidden={{ operation, text, subject, order }}>
          <CardForm texts={texts} site={after} members={members} entered={entered} />
        </PostForm>
      </div>
      <h2>{texts.said}</h2>
      <pre className="verbatim" lang="en">
        {withoutFiles(text)}
      </pre>
    </>
  );
}

/** Gives a site's rules the words of the page, and an eye for what the handheld draws. */
function cardSite({ language, words: { setup } }: PageFacts, site: SiteConfiguration): CardSite {
  return {
    ...site,
    words: {
      language,
      yes: setup.yes,
      no: setup.no,
      known(name) {
        if (name === 'entries') return setup.card.entries;
        const word = enteredOf(name, language);
        return word === name ? undefined : word;
      },
    },
    valueIn: (text) => answerValue(text, site.imageHosts ?? []),
  };
}

interface CardFormProps {
  readonly texts: SetupWords;
  readonly site: CardSite;
  readonly members: AnswerMembers;
  readonly entered: EnteredCard;
}

function CardForm({ texts, site, members, entered }: CardFormProps) {
  const { card } = texts;
  const list = members.lists.find(({ path }) => path === entered.at);
  return (
    <>
      <Group legend={card.members}>
        <div className="fields">
          <TopMembers texts={texts} members={members} entered={entered} />
        </div>
      </Group>
      {members.lists.length > 0 && (
        <Group legend={card.rows}>
          <FormChoice
            caption={card.list}
            name="at"
            choices={sameNames(members.lists.map(({ path }) => path))}
            none={card.noList}
            chosen={entered.at}
          />
          <div className="fields">{list && <RowMembers texts={texts} list={list} entered={entered} />}</div>
        </Group>
      )}
      {entered.values.length > 0 && (
        <details className="panel" open>
          <summary className="button">{card.values}</summary>
          <div className="groups">
            <Values texts={texts} list={list} entered={entered} />
          </div>
        </details>
      )}
      <details className="panel">
        <summary className="button">{card.words}</summary>
        <div className="groups">
          {[...entered.labels].map(([name, word]) => (
            <Group legend={<code className="verbatim">{name}</code>} key={name}>
              <WordedFields name={`word:${name}`} word={word} usual={usualWord(site, name)} />
            </Group>
          ))}
        </div>
      </details>
      <button className="button" name="step" value="show">
        {card.show}
      </button>
      <button className="button button-primary" name="step" value="keep">
        {card.keep}
      </button>
    </>
  );
}

type MembersProps = Pick<CardFormProps, 'texts' | 'members' | 'entered'>;

/** Says of each member of the answer where it stands. */
function TopMembers({ texts: { card }, members, entered }: MembersProps) {
  const inPlace = (path: string): string | undefined =>
    places.find((place) => (place === 'fact' ? entered.facts : entered.headline).includes(path));
  const valueAt = new Map(members.top.map(({ path, value }) => [path, value]));
  return choosable(members, [...entered.headline, ...entered.facts]).map((path) => (
    <FormChoice
      caption={<Named path={path} value={valueAt.get(path) ?? ''} />}
      name={`place:${path}`}
      choices={card.places}
      none={card.nowhere}
      chosen={inPlace(path)}
      key={path}
    />
  ));
}

interface ListProps extends Pick<CardFormProps, 'texts' | 'entered'> {
  readonly list: MemberList;
}

/** Says of each member of the rows what it is there. */
function RowMembers({ texts: { card }, list, entered }: ListProps) {
  return list.members.map(({ path, value }) => (
    <FormChoice
      caption={<Named path={path} value={value} />}
      name={`role:${path}`}
      choices={card.roles}
      none={card.beside}
      chosen={rowRoles.find((role) => entered.roles[role].includes(path))}
      key={path}
    />
  ));
}

interface ValuesProps extends Pick<CardFormProps, 'texts' | 'entered'> {
  /** The list that is the rows. */
  readonly list: MemberList | undefined;
}

/** Says of each value its words, its colour, and whether rows that have it stand first. */
function Values({ texts, list, entered }: ValuesProps) {
  const { card } = texts;
  const states = (list?.members ?? []).filter(({ path }) => entered.roles.state.includes(path));
  const mayBeFirst = new Set(
    states.flatMap(({ path, name }) => (list?.values.get(path) ?? []).map((value) => `${name}=${value}`)),
  );
  return entered.values.map(({ member, value, says, meaning, isFirst }) => {
    const key = `${member}=${value}`;
    return (
      <Group legend={<code className="verbatim">{`${member} = ${value}`}</code>} key={key}>
        <WordedFields name={`says:${key}`} word={says} usual="" />
        <FormChoice
          caption={card.colour}
          name={`meaning:${key}`}
          choices={Object.fromEntries(meanings.map((one) => [one, card.meanings[one]]))}
          none={card.noColour}
          chosen={meaning}
        />
        {mayBeFirst.has(key) && (
          <FormChoice
            caption={card.first}
            name={`first:${key}`}
            choices={{ 1: texts.yes }}
            none={texts.no}
            chosen={isFirst ? '1' : undefined}
          />
        )}
      </Group>
    );
  });
}

function Group({ legend, children }: { readonly legend: ReactNode; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Names a member, with the value that it has in the answer. */
function Named({ path, value }: { readonly path: string; readonly value: string }) {
  return (
    <>
      <code className="verbatim">{path}</code>
      {value !== '' && (
        <>
          {' '}
          <span className="hint verbatim">{value.slice(0, 40)}</span>
        </>
      )}
    </>
  );
}
