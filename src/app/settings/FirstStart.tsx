import { type FormEvent, useState } from 'react';
import { KeyField, WarehouseField } from './EntryForm.tsx';
import type { SettingsEntry } from '#app/core/appState.ts';
import { BareHeader, useTitle } from '#app/frame/Frame.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { useAppState } from '#app/frame/useAppState.ts';
import { chosenLanguage } from '#app/core/speakFor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { words } from '#i18n/words.ts';
import { part } from '#ui/part.tsx';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';

const SetUpFirst = part(
  () => import('./SetUpScreen.tsx'),
  'SetUpFirst',
  () => <p>{words('start').starting}</p>,
);

/** Where the link of a set-up code leads: `PROVISION_PATH` of src/wire/provisioning.ts, which is not loaded for it. */
const SET_UP = '/set-up';

/** What a handheld has to be told once: access key, user id, warehouse. By a code, or by hand. */
export function FirstStart() {
  const [isByCode, setByCode] = useState(location.pathname === SET_UP);
  useTitle(APP_NAME);
  if (!isByCode) return <ByHand onByCode={() => setByCode(true)} />;
  return <SetUpFirst onByHand={() => setByCode(false)} />;
}

function ByHand({ onByCode }: { readonly onByCode: () => void }) {
  const appState = useAppState();
  const { site, settings } = useView(appState);
  const isUnknown = useView(appState.handheld.outbox).pause === 'not-enrolled';
  const [apiKey, setApiKey] = useState('');
  const [userId, setUserId] = useState(settings?.userId ?? '');
  const [warehouseId, setWarehouseId] = useState(settings?.warehouseId ?? '');
  const { keep, problems } = useEntry();

  function start({ userId: user, warehouseId: warehouse, apiKey: key }: SettingsEntry): void {
    const language = chosenLanguage();
    const entry = { userId: user, warehouseId: warehouse, ...(language && { language }) };
    void keep({ ...entry, ...(!site.keyOnGateway && { apiKey: key ?? '' }) });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    start({ userId, warehouseId, apiKey });
  }
  return (
    <>
      <BareHeader title={APP_NAME} />
      <form className="fills" onSubmit={submit} noValidate>
        <Page
          dock={
            <Button size="big" kind="primary" wide submit>
              {words('before').start}
            </Button>
          }
        >
          <div>
            <h2 className="prompt">{words('before').heading}</h2>
            <p className="hint">{words('before').hint}</p>
          </div>
          <LanguageSection />
          <div className="stack">
            <Button size="big" icon={icons.scan} wide onClick={onByCode}>
              {words('setUp').open}
            </Button>
            <p className="hint">{words('setUp').openHint}</p>
          </div>
          {site.demo && (
            <div className="panel">
              <Button
                size="big"
                icon={laterIcons.training}
                wide
                onClick={() => start({ userId: '', warehouseId: '', ...site.demo })}
              >
                {words('before').demo}
              </Button>
              <p className="hint">{words('before').demoHint}</p>
            </div>
          )}
          <Alert text={problems.other} />
          {site.keyOnGateway ? (
            <p className={isUnknown ? 'banner banner-check' : undefined}>
              {words('settings').keyThere} {isUnknown && words('notSent').pauses['not-enrolled']}
            </p>
          ) : (
            <KeyField label={words('settings').apiKey} value={apiKey} onChange={setApiKey} problem={problems.apiKey} />
          )}
          <Field
            label={words('settings').userId}
            value={userId}
            onChange={setUserId}
            problem={problems.userId}
            hint={words('settings').userHint}
            acceptsScan
          />
          <WarehouseField site={site} value={warehouseId} onChange={setWarehouseId} problem={problems.warehouseId} />
        </Page>
      </form>
    </>
  );
}
