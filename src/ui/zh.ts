import type { Translation } from './translation.ts';
import { cues } from '#ui/zh/cues.ts';

export const zh = { cues } as Translation;
