import { useState } from 'react';
import { EntryForm, LanguageSection } from './EntryForm.tsx';
import { proposalText, useProposals } from './TaughtSection.tsx';
import { PrinterSection } from './PrinterSection.tsx';
import { ScannerSettings } from './ScannerSettings.tsx';
import { SupervisorSettings } from './SupervisorSettings.tsx';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useHeldScans, useAppView, useAppState } from '#app/frame/useAppState.ts';
import type { HandheldSettings } from '#device/settings.ts';
import { Field } from '#ui/Field.tsx';
import { Page, Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { peopleWords } from '#i18n/words/people.ts';
import { screenWords } from '#i18n/words/screen.ts';
import { settingsWords } from '#i18n/words/settings.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { supervisorWords } from '#i18n/words/supervisor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { Choice, Switch } from '#ui/Choice.tsx';
import { Alert } from '#ui/Problem.tsx';
import { HandOverSheet } from '#app/people/HandOverSheet.tsx';
import { workerName } from '#device/workers.ts';
import { useView, useSupervisor } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';

const parts = {
  scanner: { title: () => settingsPartsWords().scanner, Part: ScannerSettings },
  screen: { title: () => screenWords().title, Part: ScreenSection },
  supervisor: { title: () => supervisorWords().section, Part: SupervisorSettings },
};
/** The parts whose last block stands beside the others where there is room. */
const withSide: ReadonlySet<string | undefined> = new Set(['scanner', 'supervisor']);

/** Shows the settings of this handheld. @param of - the part that its address names under it; none: what a worker needs first. */
export function SettingsScreen({ of }: { readonly of: string | undefined }) {
  const { settings } = useAppView();
  useHeldScans();
  const shown = Object.entries(parts).find(([name]) => name === of)?.[1];
  const { title } = settingsWords();
  const Part = shown?.Part ?? Me;
  return (
    <Frame title={shown?.title() ?? title} back={shown ? { to: '/settings', name: title } : toHome()} offersScan>
      <Page body={{ className: withSide.has(of) ? 'in-columns has-side' : 'in-columns' }}>
        {settings && <Part settings={settings} />}
      </Page>
    </Frame>
  );
}

function Me() {
  const { site } = useAppView();
  const { isOpen } = useSupervisor();
  const [proposal] = useProposals();
  const offer = isOpen && proposal ? proposalText(proposal) : undefined;
  return (
    <>
      <PeopleSection />
      {!site.workers && (
        <EntryForm caption={settingsWords().userId}>
          {(field) => <Field caption={settingsWords().userId} {...field('userId')} acceptsScan />}
        </EntryForm>
      )}
      <LanguageSection />
      <PrinterSection />
      <nav className="ways">
        <WayRow
          to="/settings/scanner"
          icon={icons.scan}
          title={parts.scanner.title()}
          note={settingsPartsWords().scannerHint}
        />
        <WayRow
          to="/settings/screen"
          icon={icons.screen}
          title={parts.screen.title()}
          note={settingsPartsWords().screenHint}
        />
        <WayRow
          to="/settings/supervisor"
          icon={icons.supervisor}
          title={parts.supervisor.title()}
          note={offer ?? settingsPartsWords().supervisorHint}
          mood={offer === undefined ? undefined : 'begun'}
        />
      </nav>
    </>
  );
}

const themes = ['device', 'light', 'dark', 'contrast'] as const;
const hands = ['left', 'right'] as const;
const awakes = ['charged', 'always', 'never'] as const;

/** Sets how the screen looks, for this hand and these eyes, and whether it stays on: everybody may set it. */
export function ScreenSection({ settings }: { readonly settings: HandheldSettings }) {
  const { change, problems } = useEntry();
  const { theme, hand, motion, awake } = settings;
  return (
    <>
      <Choice
        caption={screenWords().theme}
        options={themes.map((option) => [option, screenWords().themes[option]])}
        value={theme ?? 'device'}
        onChange={(next) => void change({ theme: next === 'device' ? undefined : next })}
      />
      <Choice
        caption={screenWords().hand}
        hint={screenWords().handHint}
        options={hands.map((option) => [option, screenWords().hands[option]])}
        value={hand ?? 'right'}
        onChange={(next) => void change({ hand: next === 'left' ? next : undefined })}
      />
      <Switch
        caption={screenWords().still}
        on={motion === 'off'}
        onChange={(on) => void change({ motion: on ? 'off' : undefined })}
      />
      <Choice
        caption={screenWords().awake}
        options={awakes.map((option) => [option, screenWords().awakes[option]])}
        value={awake ?? 'charged'}
        onChange={(next) => void change({ awake: next === 'charged' ? undefined : next })}
      />
      <Alert text={problems.other} />
    </>
  );
}

/** Shows who is at work, the way to sign out, and what the worker before left. */
export function PeopleSection() {
  const appState = useAppState();
  const { site, settings, session } = useView(appState);
  const { problem, attempt } = useAttempt();
  const [isAsked, setAsked] = useState(false);
  if (!settings) return null;
  const { userId } = settings;

  async function signOut(isSure: boolean): Promise<void> {
    const { people } = appState;
    if (isSure || !(await people.leaves(userId))) await people.signOut();
    else setAsked(true);
  }

  return (
    <Section title={settingsPartsWords().me}>
      <p>{peopleWords().working({ who: workerName(site.workers, settings.userId) })}</p>
      <Alert text={problem} />
      {isAsked ? (
        <>
          <div className="buttons is-asked">
            <Button size="big" kind="primary" onClick={() => setAsked(false)}>
              {peopleWords().stay}
            </Button>
            <Button size="big" icon={icons.signOut} onClick={() => void attempt(() => signOut(true))}>
              {peopleWords().signOutNow}
            </Button>
          </div>
          <HandOverSheet userId={userId} isLinked />
        </>
      ) : (
        <Button size="big" icon={icons.signOut} onClick={() => void attempt(() => signOut(false))}>
          {peopleWords().signOut}
        </Button>
      )}
      {session.before && (
        <Button size="big" href="/hand-over" icon={icons.shift}>
          {peopleWords().handOverLast}
        </Button>
      )}
    </Section>
  );
}
