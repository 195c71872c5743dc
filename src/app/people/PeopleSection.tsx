import { useAppState } from '#app/frame/useAppState.ts';
import { nameOf } from '#device/workers.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Problem.tsx';
import { Section } from '#ui/Page.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

/** Who is at work, signing out, and what the worker before left. */
export function PeopleSection() {
  const appState = useAppState();
  const { site, settings, session } = useView(appState);
  const { problem, attempt } = useAttempt();
  if (!settings) return null;

  const signOut = async (): Promise<void> => (await appState.people()).signOut();

  return (
    <Section title={words('settingsParts').me}>
      <p>{words('people').working({ who: nameOf(site.workers, settings.userId) })}</p>
      <Alert text={problem} />
      <Button size="big" icon={laterIcons.signOut} wide onClick={() => void attempt(signOut)}>
        {words('people').signOut}
      </Button>
      {session.before && (
        <Button size="big" href="/hand-over" icon={laterIcons.shift} wide>
          {words('people').handOverLast}
        </Button>
      )}
    </Section>
  );
}
