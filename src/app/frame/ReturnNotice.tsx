import { useAppState } from './useAppState.ts';
import { Notice } from './Notice.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { icons } from '#ui/icons.ts';
import { comeBackWords } from '#i18n/words/comeBack.ts';

/** Says what came of a return code that was scanned, until a person has read it. */
export function ReturnNotice() {
  const appState = useAppState();
  const { returning } = useView(appState.notices);
  if (returning === undefined) return null;
  if (returning === 'asking') return <Notice icon={icons.waiting} lead={comeBackWords().asking} />;
  const isBack = returning === 'enrolled';
  return (
    <Notice
      icon={isBack ? icons.done : icons.warning}
      {...(!isBack && { mood: 'check' })}
      lead={comeBackWords()[returning]}
      onRead={appState.acknowledgeReturn}
    />
  );
}
