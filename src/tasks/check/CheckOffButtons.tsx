import { useMemo } from 'react';
import type { SiteConfiguration } from '#site/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { type AnswerList, listsIn } from './answerLists.ts';
import { type CheckList, openList } from './checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { icons } from '#ui/icons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { checkingWords } from '#i18n/words/checking.ts';

/** Lists of one answer that are offered; those that stand deeper are of what is further off. */
const MOST_LISTS = 3;

export interface CheckOffButtonsProps extends Pick<CheckList, 'task' | 'subject'> {
  readonly lookUp: 'none' | 'loading' | LookUp;
  /** The first list, as the one large button of a screen; or those that stand beneath, all of them where no large one is. */
  readonly of: 'first' | 'others' | 'all';
}

/** Tells whether an answer has a list that can be checked off. */
export function hasList(lookUp: CheckOffButtonsProps['lookUp'], site: SiteConfiguration): boolean {
  return listsIn(textOf(lookUp), site).length > 0;
}

function textOf(lookUp: CheckOffButtonsProps['lookUp']): string {
  return (typeof lookUp !== 'string' && lookUp.fresh && lookUp.answer?.text) || '';
}

/** The ways from a fresh answer with lists in it to scanning against one of them. */
export function CheckOffButtons({ task, subject, lookUp, of }: CheckOffButtonsProps) {
  const { kept, site, settings } = useHandheld();
  const { problem, attempt } = useAttempt();
  const text = textOf(lookUp);
  const lists = useMemo(() => listsIn(text, site()).slice(0, MOST_LISTS), [text, site]);
  const isFirst = of === 'first';
  const open = ({ entries, byOwn, holders }: AnswerList): Promise<boolean> =>
    attempt(async () => {
      const own = { ...(byOwn && { byOwn }), ...(holders && { holders }) };
      await openList(kept, { task, subject, entries, scans: [], ...own, by: settings().userId });
      go('/tasks/check-off');
    });
  const offered = lists.slice(of === 'others' ? 1 : 0, isFirst ? 1 : MOST_LISTS).map((list) => (
    <Button
      key={list.name}
      size={isFirst ? 'lead' : 'plain'}
      kind={isFirst ? 'primary' : 'plain'}
      icon={isFirst || lists.length > 1 ? undefined : icons.checkOff}
      about={isFirst ? aboutOf(list, lists) : undefined}
      onClick={() => void open(list)}
    >
      {captionOf(list, lists)}
    </Button>
  ));
  return (
    <>
      {isFirst ? offered : <div className="buttons">{offered}</div>}
      <Alert text={problem} />
    </>
  );
}

function captionOf(list: AnswerList, lists: readonly AnswerList[]): string {
  const many = list.entries.length;
  const name = nameIn(list, lists);
  return name === undefined ? checkingWords().start({ many }) : checkingWords().startOf({ many, name });
}

/** Returns the end of a caption that has the verb before it: the goods, and how many. */
function aboutOf(list: AnswerList, lists: readonly AnswerList[]): string | undefined {
  const name = nameIn(list, lists);
  return name === undefined ? undefined : `${name} (${shownNumber(list.entries.length)})`;
}

/** Names a list by its kind of goods; where that is not known, or another one is of the same, by the answer's own name for it; `undefined`: it needs none. */
function nameIn({ name, kind }: AnswerList, lists: readonly AnswerList[]): string | undefined {
  const isOnly = lists.filter((other) => other.kind === kind).length === 1;
  if (kind && isOnly) return checkingWords().kinds[kind];
  if (lists.length === 1) return undefined;
  return kind ? `${checkingWords().kinds[kind]}, ${name}` : name;
}
