import { useState } from 'react';
import { useFloor } from '#app/frame/floor.ts';
import type { Opposites } from '#contract/siteParts.ts';
import { type Pair, NoPair } from '#outbox/store/opposites.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { callWords } from '#i18n/en/call.ts';
import { historyWords as words } from '#i18n/en/history.ts';

const none: readonly never[] = [];

/**
 * Unsent calls that undo each other, where the site has confirmed that they do: both can be dropped.
 *
 * @param seqs - keys of the calls that are shown.
 */
export function Pairs({ seqs }: { readonly seqs: readonly number[] }) {
  const { base } = useFloor();
  const { site } = useView(base);
  const opposites = site.opposites ?? none;
  // what the site says may come after the screen: it is a part of the question
  const pairs = useFresh<readonly Pair[]>(async (key) => {
    const asked = JSON.parse(key) as { readonly seqs: readonly number[]; readonly opposites: readonly Opposites[] };
    if (asked.opposites.length === 0 || asked.seqs.length === 0) return [];
    return (await base.journal()).pairsAmong(asked.seqs, asked.opposites);
  }, JSON.stringify({ seqs, opposites }));
  const [problem, setProblem] = useState<string>();

  async function drop(pair: Pair): Promise<void> {
    setProblem(undefined);
    const by = { operator: base.handheld.settings().userId, reason: words.pairReason(pair.first.seq, pair.second.seq) };
    try {
      await (await base.journal()).dropPair(pair, opposites, by);
    } catch (error) {
      setProblem(error instanceof NoPair ? words.pairGone : base.handheld.explain(error));
    }
  }

  return (
    <>
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
      {pairs?.map((pair) => (
        <PairPanel key={pair.first.seq} pair={pair} onDrop={() => void drop(pair)} />
      ))}
    </>
  );
}

function PairPanel({ pair: { first, second }, onDrop }: { readonly pair: Pair; readonly onDrop: () => void }) {
  const [isSure, setSure] = useState(false);
  return (
    <section className="panel" aria-label={words.pairTitle}>
      <h2>{words.pairTitle}</h2>
      <Code text={subjectOf(first)} size="medium" />
      <p>{words.pair(callName(first), first.seq, callName(second), second.seq)}</p>
      {isSure ? (
        <Panel title={words.pairDrop}>
          <p>{words.pairAsk}</p>
          <Button size="big" wide onClick={() => setSure(false)}>
            {callWords.no}
          </Button>
          <Button size="big" kind="danger" wide onClick={onDrop}>
            {words.pairYes}
          </Button>
        </Panel>
      ) : (
        <Button size="big" icon="close" wide expanded={false} onClick={() => setSure(true)}>
          {words.pairDrop}
        </Button>
      )}
    </section>
  );
}
