import { useEffect } from 'react';
import { useView } from '#tasks/task/handheld.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { Panel } from '#ui/Panel.tsx';
import { leaveWords } from '#i18n/words/leave.ts';
import { navigate, watchSteps } from '#ui/router.ts';

/** Marks the entry that stands over a task's own in the history: Back leads from it to the same address. */
const GUARD = 'scanline-guard';

/** Asks before a half-filled task is left, by the link home and by the browser's Back. Its two buttons are the dock's alone. */
export function LeaveGuard() {
  const { begun, asked } = useView(leaving);
  const isBegun = begun !== undefined;
  useEffect(() => {
    if (isBegun && !isGuard()) navigate(location.href, { state: GUARD });
  }, [isBegun]);
  useEffect(() => {
    const standsOver = (): string | undefined => (isGuard() ? location.href : undefined);
    let guarded = standsOver();
    return watchSteps(() => {
      const left = guarded;
      guarded = standsOver();
      if (guarded !== undefined || left !== location.href) return; // no Back from the guard to what it stands over
      if (!leaving.ask(() => history.go(-2))) navigate(location.href, { state: GUARD });
      else history.back(); // nothing is begun any more: the guard's entry is gone past
    });
  }, []);
  if (!asked || begun === undefined) return null;
  return (
    <Panel title={leaveWords().title({ text: begun })}>
      <p>{leaveWords().hint}</p>
    </Panel>
  );
}

function isGuard(): boolean {
  return history.state === GUARD;
}
