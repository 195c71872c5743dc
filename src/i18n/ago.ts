import { words } from '#i18n/words.ts';

/** Says how long ago, from milliseconds. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return words('time').justNow;
  if (minutes < 60) return words('time').minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words('time').hours({ hours }) : words('time').days({ days: Math.floor(hours / 24) });
}
