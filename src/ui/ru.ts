import type { Translation } from './translation.ts';
import { cues } from '#ui/ru/cues.ts';

export const ru = { cues } as Translation;
