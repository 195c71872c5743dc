import { timeWords } from './words/time.ts';

/** Says how long ago, from milliseconds. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return timeWords().justNow;
  if (minutes < 60) return timeWords().minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? timeWords().hours({ hours }) : timeWords().days({ days: Math.floor(hours / 24) });
}
