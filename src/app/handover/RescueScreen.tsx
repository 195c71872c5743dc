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
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Page } from '#ui/Page.tsx';
import { timeWords } from '#i18n/en/time.ts';
import { rescueWords as words } from '#i18n/en/rescue.ts';
import { Alert } from '#ui/Alert.tsx';
import { Section } from '#ui/Section.tsx';
import { LinkButton } from '#app/frame/LinkButton.tsx';

/** What can be done with a queue that this handheld does not send by itself. */
export function RescueScreen() {
  const { base } = useFloor();
  const handOvers = useFresh(async () => (await base.mover()).handOvers(), '') ?? [];
  useHeldScans();
  return (
    <Frame title={toRescue.name} back={toQueue} offersScan>
      <Page>
        <GiveAway />
        <Section title={words.takeOver} hint={words.takeOverHint} isApart>
          <LinkButton href="/rescue/take" icon="scan" wide>
            {words.takeOverButton}
          </LinkButton>
        </Section>
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
  const { problem, attempt } = useAttempt(explainRescue);
  const open = openCalls(totals);

  async function handOver(): Promise<void> {
    const id = await (await base.mover()).handOver();
    if (id !== undefined) go(`/rescue/${id}`);
  }

  return (
    <Section title={words.handOver} hint={open === 0 ? words.nothingOpen : words.handOverHint}>
      {open > 0 && !isAsking && (
        <Button size="big" icon="handOver" wide expanded={isAsking} onClick={() => setAsking(true)}>
          {words.handOverButton(open)}
        </Button>
      )}
      {open > 0 && isAsking && (
        <Confirm
          title={words.handOverTitle(open)}
          ask={words.handOverAsk}
          no={words.no}
          yes={words.handOverYes}
          kind="primary"
          icon="handOver"
          onNo={() => setAsking(false)}
          onYes={() => void attempt(handOver)}
        />
      )}
      <Alert text={problem} />
    </Section>
  );
}

function GivenAway({ handOvers }: { readonly handOvers: readonly HandOver[] }) {
  return (
    <Section title={words.handedOver} hint={words.handedOverHint} isApart>
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
    </Section>
  );
}
