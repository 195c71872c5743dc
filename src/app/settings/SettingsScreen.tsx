import { type FormEvent, useState } from 'react';
import { AppFacts } from '#app/frame/AppFacts.tsx';
import { CuesSection } from './CuesSection.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { InstallSection } from './InstallSection.tsx';
import { KeyField } from './KeyField.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { LookSection } from './LookSection.tsx';
import { PeopleSection } from '#app/people/PeopleSection.tsx';
import { PinSection } from '#app/people/PinSection.tsx';
import { ResetSection } from './ResetSection.tsx';
import { Supervised } from '#app/people/Supervised.tsx';
import { TrainingSection } from './TrainingSection.tsx';
import { SiteSection } from './SiteSection.tsx';
import { TaughtSection } from './TaughtSection.tsx';
import { WarehouseField } from './WarehouseField.tsx';
import { useAppContext, useHeldScans, useAppView } from '#app/frame/appContext.ts';
import { toHome } from '#app/frame/places.tsx';
import { useEntry } from '#app/frame/useEntry.ts';
import type { LearnedWedge, Settings } from '#device/settings.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Alert.tsx';
import { Section } from '#ui/Section.tsx';
import { LinkButton } from '#app/frame/LinkButton.tsx';

const endings = ['auto', 'enter', 'tab', 'none'] as const;

/** What is set on this handheld. */
export function SettingsScreen() {
  const { settings } = useAppView();
  const [said, setSaid] = useState('');
  useHeldScans();
  return (
    <Frame title={words('settings').title} back={toHome} offersScan>
      <Page>
        {settings && (
          <>
            <PeopleSection />
            <Who settings={settings} />
            <Supervised said={said}>
              <Ending settings={settings} />
              <LinkButton href="/set-up" icon="scan" wide>
                {words('setUp').open}
              </LinkButton>
              <LinkButton href="/operations" icon="batch" wide>
                {words('operation').title}
              </LinkButton>
              <PinSection onSaid={setSaid} />
            </Supervised>
            <CuesSection settings={settings} />
          </>
        )}
        <LanguageSection />
        <LookSection />
        <SiteSection />
        <TaughtSection />
        <TrainingSection />
        <AppFacts />
        <InstallSection />
        <LinkButton href="/diagnostics" icon="lookUp" wide>
          {words('diagnostics').open}
        </LinkButton>
        <p className="hint">{words('diagnostics').openHint}</p>
        <ResetSection />
      </Page>
    </Frame>
  );
}

/** The id, where anybody may enter one; the warehouse and the key, for a supervisor. */
function Who({ settings }: { readonly settings: Settings }) {
  const { appState } = useAppContext();
  const { isOpen } = useSupervisor();
  const { site } = useView(appState);
  const [apiKey, setApiKey] = useState('');
  const [userId, setUserId] = useState(settings.userId);
  const [warehouseId, setWarehouseId] = useState(settings.warehouseId);
  const [isKept, setKept] = useState(false);
  const { keep, problems } = useEntry();

  async function save(): Promise<void> {
    setKept(false);
    if (!(await keep({ userId, warehouseId, ...(apiKey !== '' && { apiKey }) }))) return;
    setApiKey('');
    setKept(true);
  }
  /** The Enter of a scan sets no key in place of the one that works: that takes a tap. */
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (apiKey === '') void save();
  }

  if (site.workers && !isOpen) return null;
  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={words('settings').who}>
      <h2 className="section-head">{words('settings').who}</h2>
      {!site.workers && (
        <Field
          label={words('settings').userId}
          value={userId}
          onChange={setUserId}
          problem={problems.userId}
          acceptsScan
        />
      )}
      {isOpen && (
        <WarehouseField site={site} value={warehouseId} onChange={setWarehouseId} problem={problems.warehouseId} />
      )}
      {isOpen && site.keyOnGateway && <p>{words('settings').keyThere}</p>}
      {isOpen && !site.keyOnGateway && (
        <KeyField
          label={words('settings').newKey}
          value={apiKey}
          onChange={setApiKey}
          problem={problems.apiKey}
          hint={words('settings').keyHint}
        />
      )}
      <Alert text={problems.other} />
      <Button size="big" kind="primary" wide onClick={() => void save()}>
        {words('settings').save}
      </Button>
      <output className="state is-good">{isKept && words('settings').saved}</output>
    </form>
  );
}

function Ending({ settings }: { readonly settings: Settings }) {
  const { change, problems } = useEntry();
  const { terminator, wedge } = settings;
  return (
    <Section title={words('settings').scanner} isApart>
      <Choice
        label={words('settings').ending}
        options={endings.map((ending) => [ending, words('settings').endings[ending]])}
        value={terminator}
        onChange={(ending) => void change({ terminator: ending, ...(wedge && { wedge: withoutSilence(wedge) }) })}
      />
      <LinkButton href="/settings/scanner" icon="scan" wide>
        {words('calibration').open}
      </LinkButton>
      <p className="hint">{words('calibration').openHint}</p>
      <Alert text={problems.other} />
    </Section>
  );
}

/** The silence that was learned belongs to the ending that was learned with it. */
function withoutSilence({ keyGapMs, prefix, suffix }: LearnedWedge): LearnedWedge {
  return { keyGapMs, prefix, suffix };
}
