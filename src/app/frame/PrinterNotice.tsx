import { useEffect } from 'react';
import { useAppState } from './useAppState.ts';
import { Notice } from './Notice.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { icons } from '#ui/icons.ts';
import { printerWords } from '#i18n/words/printer.ts';

/** Says which printer was chosen by its sticker, until the next scan or the next screen; or that the chosen one is gone, until a person has read it. */
export function PrinterNotice() {
  const appState = useAppState();
  const { printer } = useView(appState.notices);
  const scans = useView(usePendingScans());
  useEffect(
    () => () => {
      if (appState.notices.view().printer?.is === 'chosen') appState.acknowledgePrinter();
    },
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the next scan ends it, too
    [appState, scans],
  );
  if (!printer) return null;
  const { is, name } = printer;
  return (
    <Notice
      icon={icons.print}
      {...(is === 'gone' && { mood: 'check' })}
      lead={printerWords()[is]({ name })}
      onRead={is === 'gone' ? appState.acknowledgePrinter : undefined}
    />
  );
}
