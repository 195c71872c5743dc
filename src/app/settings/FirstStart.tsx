import type { FormEvent } from 'react';
import { KeyField, LanguageSection, WarehouseField, useEntryFields } from './EntryForm.tsx';
import type { SettingsEntry } from '#app/core/appState.ts';
import { BareHeader, useTitle } from '#app/frame/Frame.tsx';
import { screen } from '#app/frame/ScreenFailure.tsx';
import { useAppState } from '#app/frame/useAppState.ts';
import { chosenLanguage } from '#app/core/speakFor.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NotTakenHere } from '#app/frame/NotTakenHere.tsx';
import { Page, PageNotes } from '#ui/Page.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { beforeWords } from '#i18n/words/before.ts';
import { notSentWords } from '#i18n/words/notSent.ts';
import { setUpWords } from '#i18n/words/setUp.ts';
import { settingsWords } from '#i18n/words/settings.ts';
import { go } from '#ui/Link.tsx';
import { usePath } from '#ui/router.ts';
import { PROVISION_PATH } from '#wire/provisioning.ts';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';

const SetUpFirst = screen(() => import('./SetUpScreen.tsx'), 'SetUpFirst');

/** Asks for what a handheld has to be told once: access key, user id, warehouse. By a code, or by hand. */
export function FirstStart() {
  useTitle(APP_NAME);
  return usePath() === PROVISION_PATH ? <SetUpFirst /> : <ByHand />;
}

function ByHand() {
  const appState = useAppState();
  const { site } = useView(appState);
  const isUnknown = useView(appState.handheld.outbox).pause === 'not-enrolled';
  const { entered, field, keep, problem } = useEntryFields();
  const isFilled = [entered.userId, entered.warehouseId, site.keyOnGateway || entered.apiKey].every(
    (one) => one !== '',
  );

  function start({ userId, warehouseId, apiKey = '' }: SettingsEntry): void {
    const language = chosenLanguage();
    void keep({ userId, warehouseId, ...(language && { language }), ...(!site.keyOnGateway && { apiKey }) });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    start(entered);
  }
  return (
    <>
      <BareHeader title={APP_NAME} />
      <PageNotes value={<NotTakenHere why={beforeWords().setUpFirst} />}>
        <form className="fills" onSubmit={submit} noValidate>
          <Page
            body={{ className: 'in-columns' }}
            dock={
              <Button size="big" kind={isFilled ? 'primary' : 'plain'} submit>
                {beforeWords().start}
              </Button>
            }
          >
            <div>
              <h2 className="prompt">{beforeWords().heading}</h2>
              <p className="hint">{beforeWords().hint}</p>
            </div>
            <LanguageSection />
            <div className="stack">
              <Button size="big" icon={icons.scan} onClick={() => go(PROVISION_PATH)}>
                {setUpWords().open}
              </Button>
              <p className="hint">{setUpWords().openHint}</p>
            </div>
            {site.demo && (
              <div className="panel">
                <Button
                  size="big"
                  icon={icons.training}
                  onClick={() => start({ userId: '', warehouseId: '', ...site.demo })}
                >
                  {beforeWords().demo}
                </Button>
                <p className="hint">{beforeWords().demoHint}</p>
              </div>
            )}
            <Alert text={problem} />
            {site.keyOnGateway ? (
              <p className={isUnknown ? 'banner banner-check' : undefined}>
                {settingsWords().keyThere} {isUnknown && notSentWords().pauses['not-enrolled']}
              </p>
            ) : (
              <KeyField caption={settingsWords().apiKey} {...field('apiKey')} />
            )}
            <Field caption={settingsWords().userId} hint={settingsWords().userHint} {...field('userId')} acceptsScan />
            <WarehouseField {...field('warehouseId')} />
          </Page>
        </form>
      </PageNotes>
    </>
  );
}
