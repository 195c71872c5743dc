import { useState } from 'react';
import { EntryForm, KeyField, WarehouseField } from './EntryForm.tsx';
import { InstallSection, AppFacts } from './InstallSection.tsx';
import { type Reset, resetHandheld } from './reset.ts';
import { SiteSection } from './SiteSection.tsx';
import { TaughtSection } from './TaughtSection.tsx';
import { TrainingSection } from './TrainingSection.tsx';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { PinSection } from './PinSection.tsx';
import { Supervised } from './Supervised.tsx';
import { openCalls } from '#outbox/openCalls.ts';
import { useView, useSupervisor } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Section } from '#ui/Page.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { Problem } from '#ui/Problem.tsx';
import { diagnosticsWords } from '#i18n/words/diagnostics.ts';
import { installWords } from '#i18n/words/install.ts';
import { operationWords } from '#i18n/words/operation.ts';
import { resetWords } from '#i18n/words/reset.ts';
import { setUpWords } from '#i18n/words/setUp.ts';
import { settingsWords } from '#i18n/words/settings.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { icons } from '#ui/icons.ts';

/** Shows what no worker has to change: what a supervisor does first, and behind folds what anybody may look at. */
export function SupervisorSettings() {
  const [said, setSaid] = useState('');
  const { isOpen } = useSupervisor();
  return (
    <>
      <Supervised said={said}>
        <Button size="big" href="/set-up" icon={icons.scan}>
          {setUpWords().open}
        </Button>
        <WarehouseAndKey />
        <Button size="big" href="/operations" icon={icons.operations}>
          {operationWords().title}
        </Button>
      </Supervised>
      <Button size="big" href="/diagnostics" icon={icons.diagnostics}>
        {diagnosticsWords().open}
      </Button>
      <p className="hint">{diagnosticsWords().openHint}</p>
      <div className="stack apart">
        {isOpen && <PinSection onSaid={setSaid} />}
        <SiteSection />
        <TaughtSection />
        <TrainingSection />
        <AppFacts />
        <InstallSection />
        <ResetSection />
      </div>
    </>
  );
}

function WarehouseAndKey() {
  const { site } = useAppView();
  return (
    <EntryForm caption={settingsPartsWords().warehouseAndKey}>
      {(field) => (
        <>
          <WarehouseField {...field('warehouseId')} />
          {site.keyOnGateway ? (
            <p>{settingsWords().keyThere}</p>
          ) : (
            <KeyField caption={settingsPartsWords().newKey} hint={settingsPartsWords().keyHint} {...field('apiKey')} />
          )}
        </>
      )}
    </EntryForm>
  );
}

/** Makes the handheld as new: for a supervisor, once no call is left on it that is nowhere else. */
function ResetSection() {
  const appState = useAppState();
  const { outbox } = appState.handheld;
  const { totals } = useView(outbox);
  const supervisor = useSupervisor();
  const [isAsking, setAsking] = useState(false);
  const [state, setState] = useState<Reset | 'resetting'>();
  const newest = useFresh(outbox.newest, '') ?? 0;
  const notes = useFresh(appState.notes.owed, `${isAsking}`) ?? 0;
  const open = openCalls(totals);
  const { exported } = appState.remembered;
  const isKeptElsewhere = exported !== undefined && exported.newest >= newest;

  /** The same, of what is on the disk now: another page may have saved a call since. */
  async function mayStill(): Promise<boolean> {
    return openCalls(outbox.view().totals) === 0 || (exported?.newest ?? -1) >= (await outbox.newest());
  }

  async function reset(): Promise<void> {
    if (state === 'resetting') return;
    setState('resetting');
    const came = await resetHandheld(outbox, mayStill, appState.releaseStorage).catch((): Reset => 'failed');
    setState(came);
    if (came === 'done') location.replace('/');
    if (came === 'moved') setAsking(false);
  }

  return (
    <Section title={resetWords().button} hint={resetWords().hint} fold="shut">
      {open > 0 && !isKeptElsewhere ? (
        <>
          <p>{resetWords().open({ calls: open })}</p>
          <Button size="big" href="/rescue">
            {resetWords().export}
          </Button>
        </>
      ) : state === 'offline' ? (
        <p role="alert">{resetWords().offline}</p>
      ) : (
        <AskFirst
          button={{ kind: 'danger', size: 'plain', icon: icons.trash, children: resetWords().button }}
          isAsking={isAsking}
          onAsk={(next) => (next ? void supervisor.ask().then(setAsking) : setAsking(false))}
          title={resetWords().title}
          ask={open > 0 && exported ? resetWords().exported({ calls: open, file: exported.file }) : resetWords().empty}
          no={resetWords().keep}
          yes={state === 'resetting' ? resetWords().running : resetWords().now}
          kind="danger"
          icon={icons.trash}
          onYes={() => void reset()}
        >
          <p>{resetWords().sure}</p>
          {notes > 0 && <p>{resetWords().notes({ notes })}</p>}
          {state === 'failed' && <Problem text={resetWords().failed} />}
          {state === 'elsewhere' && <Problem text={installWords().elsewhere} />}
        </AskFirst>
      )}
    </Section>
  );
}
