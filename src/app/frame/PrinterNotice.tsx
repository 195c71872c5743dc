import { useAppState } from './useAppState.ts';
import { Notice } from './Notice.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { icons } from '#ui/icons.ts';
import { printerWords } from '#i18n/words/printer.ts';

/** Says which printer was chosen by its sticker, or that the chosen one is gone, until a person has read it. */
export function PrinterNotice() {
  const appState = useAppState();
  const { printer } = useView(appState.notices);
  if (!printer) return null;
  const { is, name } = printer;
  return (
    <Notice
      icon={icons.print}
      {...(is === 'gone' && { mood: 'check' })}
      lead={printerWords()[is]({ name })}
      onRead={appState.acknowledgePrinter}
    />
  );
}
