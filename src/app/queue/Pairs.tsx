import { useJournal } from './useJournal.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { type Pair, NoPair } from '#outbox/store/opposites.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Code } from '#ui/Code.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { historyWords } from '#i18n/words/history.ts';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { explain } from '#tasks/task/explain.ts';

const none: readonly never[] = [];

/** Unsent calls that undo each other, where the site has confirmed that they do: both can be dropped. */
export function Pairs({ seqs }: { readonly seqs: readonly number[] }) {
  const appState = useAppState();
  const journal = useJournal();
  const { site } = useView(appState);
  const opposites = site.opposites ?? none;
  // what the site says may come after the screen: it is a part of the question
  const pairs = useFresh<readonly Pair[]>(async () => {
    if (opposites.length === 0 || seqs.length === 0) return [];
    return journal.pairsAmong(seqs, opposites);
  }, JSON.stringify({ seqs, opposites }));
  const { problem, attempt } = useAttempt((error) =>
    error instanceof NoPair ? historyWords().pairGone : explain(error),
  );

  function drop(pair: Pair): void {
    const by = {
      operator: appState.handheld.settings().userId,
      reason: historyWords().pairReason({ first: pair.first.seq, second: pair.second.seq }),
    };
    void attempt(() => journal.dropPair(pair, opposites, by));
  }

  return (
    <>
      <Alert text={problem} />
      {pairs?.map((pair) => (
        <section className="panel" aria-label={historyWords().pairTitle} key={pair.first.seq}>
          <h2>{historyWords().pairTitle}</h2>
          <Code text={subjectOf(pair.first)} size="medium" />
          <p>
            {historyWords().pair({
              first: callName(pair.first),
              firstSeq: pair.first.seq,
              second: callName(pair.second),
              secondSeq: pair.second.seq,
            })}
          </p>
          <AskFirst
            button={{ icon: icons.close, children: historyWords().pairDrop }}
            ask={historyWords().pairAsk}
            yes={historyWords().pairYes}
            kind="danger"
            onYes={() => drop(pair)}
          />
        </section>
      ))}
    </>
  );
}
