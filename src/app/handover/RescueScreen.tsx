import { useState } from 'react';
import { go, Link } from '#app/frame/router.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { TakeBack } from './TakeBack.tsx';
import { explainRescue } from './explainRescue.ts';
import { useFloor, useHeldScans } from '#app/frame/floor.ts';
import { shortId, toQueue, toRescue } from '#app/queue/queuePlaces.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { HandOver } from '#outbox/handover/rescue.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page, Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { timeWords } from '#i18n/en/time.ts';
import { rescueWords as words } from '#i18n/en/rescue.ts';

/** What can be done with a queue that this handheld does not send by itself. */
export function RescueScreen() {
  const { base } = useFloor();
  const handOvers = useFresh(async () => (await base.mover()).handOvers(), '') ?? [];
  useHeldScans();
  return (
    <Frame title={toRescue.name} back={toQueue} offersScan>
      <Page>
        <GiveAway />
        <section className="stack apart" aria-label={words.takeOver}>
          <div>
            <h2 className="section-head">{words.takeOver}</h2>
            <p className="hint">{words.takeOverHint}</p>
          </div>
          <Link href="/rescue/take" className="button button-plain button-big button-wide">
            <Icon name="scan" />
            <span>{words.takeOverButton}</span>
          </Link>
        </section>
        <div className="apart">
          <ExportPanel />
        </div>
        {handOvers.length > 0 && <GivenAway handOvers={handOvers} />}
      </Page>
    </Frame>
  );
}

function GiveAway() {
  const { base } = useFloor();
  const { outbox } = useHandheld();
  const { totals } = useView(outbox);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = openCalls(totals);

  async function handOver(): Promise<void> {
    if (isBusy) return; // a second tap is no second hand-over
    setBusy(true);
    setProblem(undefined);
    try {
      const id = await (await base.mover()).handOver();
      if (id !== undefined) go(`/rescue/${id}`);
    } catch (error) {
      setProblem(explainRescue(error));
    }
    setBusy(false);
  }

  return (
    <section className="stack" aria-label={words.handOver}>
      <div>
        <h2 className="section-head">{words.handOver}</h2>
        <p className="hint">{open === 0 ? words.nothingOpen : words.handOverHint}</p>
      </div>
      {open > 0 && !isAsking && (
        <Button size="big" icon="handOver" wide expanded={isAsking} onClick={() => setAsking(true)}>
          {words.handOverButton(open)}
        </Button>
      )}
      {open > 0 && isAsking && (
        <Panel title={words.handOverTitle(open)}>
          <p>{words.handOverAsk}</p>
          <Button size="big" wide onClick={() => setAsking(false)}>
            {words.no}
          </Button>
          <Button size="big" kind="primary" icon="handOver" wide onClick={() => void handOver()}>
            {words.handOverYes}
          </Button>
        </Panel>
      )}
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
    </section>
  );
}

function GivenAway({ handOvers }: { readonly handOvers: readonly HandOver[] }) {
  return (
    <section className="stack apart" aria-label={words.handedOver}>
      <div>
        <h2 className="section-head">{words.handedOver}</h2>
        <p className="hint">{words.handedOverHint}</p>
      </div>
      <ol className="list" aria-label={words.handedOver}>
        {handOvers.map(({ id, at, operator, calls }) => (
          <li key={id} className="row">
            <div className="row-open">
              <b>{words.entry(calls, shortId(id))}</b>
              <span className="row-foot">{words.by(operator, timeWords.at(at))}</span>
            </div>
            <div className="buttons">
              <Link href={`/rescue/${id}`} className="button button-plain">
                <span>{words.showAgain}</span>
              </Link>
            </div>
            <TakeBack id={id} calls={calls} />
          </li>
        ))}
      </ol>
    </section>
  );
}
