import { useEffect, useState } from 'react';
import { type SiteNotes, rollBackSite, siteNotes } from '#device/siteRefresh.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { useView, useSupervisor } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { FactList } from '#ui/Facts.tsx';
import { Problem, Alert } from '#ui/Problem.tsx';
import { shownMinute } from '#i18n/moments.ts';
import { siteWords } from '#i18n/words/site.ts';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';

/** Shows which configuration of the site holds here, since when, and the one before to go back to. */
export function SiteSection() {
  const appState = useAppState();
  const { site } = useView(appState);
  const { ask } = useSupervisor();
  const [known, setKnown] = useState<SiteNotes>({});
  const { problem, attempt } = useAttempt();
  const { kept } = appState.handheld;
  useEffect(() => {
    const look = async (): Promise<void> => setKnown(await siteNotes(kept));
    // What holds is shown at once, and what the gateway says now when it is there.
    look()
      .then(appState.refreshSite)
      .then(look)
      .catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another site has other notes
  }, [appState, kept, site]);

  async function rollBack(): Promise<void> {
    if (!(await ask())) return;
    await rollBackSite(kept, Date.now());
    await appState.rereadSettings();
  }

  const { takenAt, before, left, refused } = known;
  const facts = [
    { caption: siteWords().version, value: site.version ?? siteWords().noVersion },
    { caption: siteWords().taken, value: takenAt === undefined ? siteWords().never : shownMinute(takenAt) },
  ];
  return (
    <Section title={siteWords().title} fold={refused || left ? 'open' : 'shut'}>
      <FactList facts={facts} />
      {refused && <Problem text={siteWords().refused({ why: refused.why, at: shownMinute(refused.at) })} />}
      {left && <p className="hint">{siteWords().goneBack}</p>}
      {before && (
        <Button size="big" icon={icons.undo} onClick={() => void attempt(rollBack)}>
          {rollBackText(before.site.version, before.takenAt)}
        </Button>
      )}
      <Alert text={problem} />
    </Section>
  );
}

/** The way back to the configuration before: by its version where it has one, and always by when it was taken. @param takenAt - Unix ms */
export function rollBackText(version: string | undefined, takenAt: number): string {
  const at = shownMinute(takenAt);
  return version === undefined ? siteWords().rollBack({ at }) : siteWords().rollBackTo({ version, at });
}
