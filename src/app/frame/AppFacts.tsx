import { useAppContext } from './appContext.ts';
import { TakeUpdate } from './TakeUpdate.tsx';
import type { StorageFacts } from '#device/storageFacts.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Facts } from '#ui/Facts.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';

declare const __BUILD_ID__: string;

/** What this installation is: whether it starts without network, its version, and what can be done about either. */
export function AppFacts() {
  const { appState } = useAppContext();
  const { site } = useView(appState);
  const { updateReady, offlineReady, isUntrusted, storage } = useView(appState.notices);
  const facts = [
    {
      label: words('appFacts').offline,
      value: words('appFacts')[offlineReady ? 'offlineReady' : isUntrusted ? 'offlineUntrusted' : 'offlineNotReady'],
    },
    ...(site.name === '' ? [] : [{ label: words('appFacts').warehouse, value: site.name }]),
    { label: words('appFacts').storage, value: storageText(storage) },
    { label: words('appFacts').version, value: __BUILD_ID__ },
  ];
  return (
    <Section title={words('appFacts').app} isApart>
      {updateReady && (
        <>
          <p>{words('appFacts').updateHint}</p>
          <TakeUpdate word={words('appFacts').update} isBig />
        </>
      )}
      <Facts facts={facts} />
    </Section>
  );
}

/** What the browser answered when it was asked to keep the storage, and how much of it is used. */
function storageText({ isPersisted, usage, quota }: StorageFacts): string {
  const kept = words('appFacts').persisted[isPersisted === undefined ? 'unknown' : isPersisted ? 'yes' : 'no'];
  return usage === undefined || quota === undefined
    ? kept
    : `${kept}; ${words('appFacts').room({ used: Math.round(usage / 1_000_000), of: Math.round(quota / 1_000_000) })}`;
}
