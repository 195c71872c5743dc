import { useState } from 'react';
import { EntryForm, KeyField, WarehouseField } from './EntryForm.tsx';
import { InstallSection, AppFacts } from './InstallSection.tsx';
import { ResetSection } from './ResetSection.tsx';
import { SiteSection } from './SiteSection.tsx';
import { TaughtSection } from './TaughtSection.tsx';
import { TrainingSection } from './TrainingSection.tsx';
import { Button } from '#ui/Button.tsx';
import { useAppView } from '#app/frame/useAppState.ts';
import { PinSection } from '#app/people/Pin.tsx';
import { Supervised } from '#app/people/Supervised.tsx';
import type { Settings } from '#device/settings.ts';
import { words } from '#i18n/words.ts';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';

/** What no worker has to change: anybody may look at it, and what is a supervisor's alone stands first. */
export function SupervisorSettings({ settings }: { readonly settings: Settings }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <Supervised said={said}>
        <WarehouseAndKey settings={settings} />
        <Button size="big" href="/set-up" icon={icons.scan} wide>
          {words('setUp').open}
        </Button>
        <Button size="big" href="/operations" icon={laterIcons.operations} wide>
          {words('operation').title}
        </Button>
        <PinSection onSaid={setSaid} />
      </Supervised>
      <SiteSection />
      <TaughtSection />
      <TrainingSection />
      <AppFacts />
      <InstallSection />
      <Button size="big" href="/diagnostics" icon={laterIcons.diagnostics} wide>
        {words('diagnostics').open}
      </Button>
      <p className="hint">{words('diagnostics').openHint}</p>
      <ResetSection />
    </>
  );
}

function WarehouseAndKey({ settings: { userId, warehouseId: kept } }: { readonly settings: Settings }) {
  const { site } = useAppView();
  const [apiKey, setApiKey] = useState('');
  const [warehouseId, setWarehouseId] = useState(kept);
  return (
    <EntryForm
      label={words('settingsParts').warehouseAndKey}
      entry={{ userId, warehouseId, ...(apiKey !== '' && { apiKey }) }}
      isByTap={apiKey !== ''} // the Enter of a scan sets no key in place of the one that works
      onKept={() => setApiKey('')}
    >
      {(problems) => (
        <>
          <WarehouseField site={site} value={warehouseId} onChange={setWarehouseId} problem={problems.warehouseId} />
          {site.keyOnGateway ? (
            <p>{words('settings').keyThere}</p>
          ) : (
            <KeyField
              label={words('settingsParts').newKey}
              value={apiKey}
              onChange={setApiKey}
              problem={problems.apiKey}
              hint={words('settingsParts').keyHint}
            />
          )}
        </>
      )}
    </EntryForm>
  );
}
