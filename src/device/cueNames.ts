/**
 * The cues: the operator is told them without looking. The first row belongs to a scan and its call on this handheld, the second
 * to the service's answer; `queue` is for a call of before that wants a person: it must not be taken for the scan that was
 * just made. Each has its own tone, its own vibration and, on screen, its own shape and word.
 */
export const cueNames = [
  ...(['step', 'found', 'saved', 'repeat', 'wrong', 'asked'] as const),
  ...(['accepted', 'refused', 'unclassified', 'queue'] as const),
] as const;

export type Cue = (typeof cueNames)[number];
