import { shownMinute } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';

/** The way back to the configuration before: by its version where it has one, and always by when it was taken. @param takenAt - Unix ms */
export function rollBackText(version: string | undefined, takenAt: number): string {
  const at = shownMinute(takenAt);
  return version === undefined ? words('site').rollBack({ at }) : words('site').rollBackTo({ version, at });
}
