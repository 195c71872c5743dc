import { useAppState } from './useAppState.ts';
import type { DeskAsked } from '#app/core/appState.ts';
import { Notice } from './Notice.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { shownTime } from '#i18n/figures.ts';
import { notSentWords } from '#i18n/words/notSent.ts';
import { icons } from '#ui/icons.ts';
import { deskWords } from '#i18n/words/desk.ts';

/** Says what the desk has asked of this handheld, and who, until a person has read it. */
export function DeskNotice() {
  const appState = useAppState();
  const { deskAsked } = useView(appState.notices);
  if (!deskAsked) return null;
  const leadOf = (asked: DeskAsked): string =>
    asked.kind === 'send'
      ? deskWords().send({ by: asked.by })
      : deskWords()[asked.showsCodes ? 'reportShown' : 'reportHidden']({ by: asked.by });
  return <Notice icon={icons.gateway} lead={deskAsked.map(leadOf).join(' ')} onRead={appState.acknowledgeDesk} />;
}

/** Says who holds this handheld at the desk, why and until when; until that was read, that somebody does. */
export function HoldWords() {
  const appState = useAppState();
  const held = useFresh(appState.deskHold, '');
  if (!held) return notSentWords().pauses['desk-hold'];
  const { by, why, until } = held;
  return (
    <>
      {deskWords().hold({ by, why, until: shownTime(until, { timeStyle: 'short' }) })} {deskWords().saved}
    </>
  );
}
