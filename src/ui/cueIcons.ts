import type { IconName } from './Icon.tsx';

/** The shape of each signal: no two alike, and the service's verdicts have the ones of their rows. */
export const cueIcons = {
  step: 'next',
  saved: 'saved',
  repeat: 'repeat',
  wrong: 'warning',
  accepted: 'accepted',
  refused: 'refused',
  unclassified: 'unclassified',
  queue: 'queue',
} as const satisfies Readonly<Record<string, IconName>>;
