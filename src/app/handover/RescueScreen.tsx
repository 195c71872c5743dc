import { go } from '#ui/Link.tsx';
import { Button } from '#ui/Button.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { TakeBack, explainRescue } from './TakeBack.tsx';
import { useQueueMover } from './useQueueMover.ts';
import { useAppView, useHeldScans } from '#app/frame/useAppState.ts';
import { shortId, toQueue, toRescue } from '#app/queue/queuePlaces.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { HandOver } from '#outbox/handover/rescue.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Failable } from '#ui/Failable.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { Page, Section } from '#ui/Page.tsx';
import { workerName } from '#device/workers.ts';
import { shownMoment } from '#i18n/moments.ts';
import { rescueWords } from '#i18n/words/rescue.ts';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { HandedOverScreen } from './HandedOverScreen.tsx';
import { TakeOverScreen } from './TakeOverScreen.tsx';

/** Export, hand over, take over. @param of - what its address names under it. */
export function RescueScreens({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return <RescueScreen />;
  return of === 'take' ? <TakeOverScreen /> : <HandedOverScreen key={of} id={of} />;
}

/** Offers to give this handheld's queue away, and to take over another one's. */
export function RescueScreen() {
  const mover = useQueueMover();
  const handOvers = useFresh(mover.handOvers, '') ?? [];
  useHeldScans();
  return (
    <Frame title={toRescue().name} back={toQueue()} offersScan>
      <Page body={{ className: 'in-columns' }}>
        <Failable>
          <GiveAway />
        </Failable>
        <Section title={rescueWords().takeOver} hint={rescueWords().takeOverHint} isApart>
          <Button size="big" href="/rescue/take" icon={icons.scan}>
            {rescueWords().takeOverButton}
          </Button>
        </Section>
        <div className="apart">
          <Failable>
            <ExportPanel />
          </Failable>
        </div>
        <Failable of={handOvers}>{handOvers.length > 0 && <GivenAway handOvers={handOvers} />}</Failable>
      </Page>
    </Frame>
  );
}

function GiveAway() {
  const mover = useQueueMover();
  const { outbox } = useHandheld();
  const { totals } = useView(outbox);
  const { problem, attempt } = useAttempt(explainRescue);
  const open = openCalls(totals);

  async function handOver(): Promise<void> {
    const id = await mover.handOver();
    if (id !== undefined) go(`/rescue/${id}`);
  }

  return (
    <Section title={rescueWords().handOver} hint={open === 0 ? rescueWords().nothingOpen : rescueWords().handOverHint}>
      {open > 0 && (
        <AskFirst
          button={{ icon: icons.handOver, children: rescueWords().handOverButton({ open }) }}
          title={rescueWords().handOverTitle({ open })}
          ask={rescueWords().handOverAsk}
          yes={rescueWords().handOverYes}
          kind="primary"
          icon={icons.handOver}
          onYes={() => void attempt(handOver)}
        />
      )}
      <Alert text={problem} />
    </Section>
  );
}

function GivenAway({ handOvers }: { readonly handOvers: readonly HandOver[] }) {
  const { site } = useAppView();
  return (
    <Section title={rescueWords().handedOver} hint={rescueWords().handedOverHint} isApart>
      <ol className="list" aria-label={rescueWords().handedOver}>
        {handOvers.map(({ id, at, operator, calls }) => (
          <li key={id} className="row">
            <div className="row-open">
              <b>{rescueWords().entry({ many: calls, id: shortId(id) })}</b>
              <span className="row-foot hint">
                {rescueWords().by({ who: workerName(site.workers, operator), at: shownMoment(at) })}
              </span>
            </div>
            <div className="buttons">
              <Button href={`/rescue/${id}`}>{rescueWords().showAgain}</Button>
            </div>
            <TakeBack id={id} calls={calls} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
