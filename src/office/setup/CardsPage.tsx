import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { PageFacts } from '#office/pages/page.ts';
import { calledOf } from '#office/pages/pageWords.ts';
import { PostForm, SideBySide, Table, AsSent } from '#office/pages/parts.tsx';
import type { CameBack } from './seenAnswers.ts';
import { pathOfPart } from './setupPlaces.ts';
import { ToCard } from './ToCard.tsx';

interface CardsPageProps {
  readonly facts: PageFacts;
  readonly site: SiteConfiguration;
  /** The answers that a card can be made of. */
  readonly seen: readonly CameBack[];
}

/** Shows the cards that the site has rules for, and the answers that one can be made of. */
export function CardsPage({ facts, site: { cards = [] }, seen }: CardsPageProps) {
  const { setup: texts, ledger } = facts.words;
  const name = (operation: CameBack['operation']): string => calledOf(operation, facts.language) ?? operation;
  const rows = seen.map((one) => [
    name(one.operation),
    { shown: <AsSent text={withoutFiles(one.text).slice(0, 200)} />, tag: { 'data-long': true } as const },
    <ToCard texts={texts} answer={{ ...one, subject: '' }} key="card" />,
  ]);
  return (
    <>
      <p>{texts.card.hint}</p>
      <SideBySide>
        <>
          <h2>{texts.card.rulesHead}</h2>
          <Table
            names={[ledger.columns.operation, texts.card.members, '']}
            rows={cards.map((rule) => [
              name(rule.operation),
              {
                shown: (
                  <code className="verbatim">
                    {[...rule.headline, ...(rule.rows ? [rule.rows.at] : [])].join(', ')}
                  </code>
                ),
                tag: { 'data-long': true } as const,
              },
              <PostForm
                action={pathOfPart('cards')}
                hidden={{ operation: rule.operation, rule: JSON.stringify(rule) }}
                key="out"
              >
                <button className="button">{texts.remove}</button>
              </PostForm>,
            ])}
            none={texts.card.none}
          />
        </>
        <>
          <h2>{texts.card.seen}</h2>
          {rows.length === 0 ? (
            <p>
              {texts.card.noneSeen} <a href={pathOfPart('read')}>{texts.pages.read}</a>
            </p>
          ) : (
            <Table names={[ledger.columns.operation, texts.said, '']} rows={rows} />
          )}
        </>
      </SideBySide>
    </>
  );
}
