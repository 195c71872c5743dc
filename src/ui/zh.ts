import type { Translation } from './translation.ts';

export const zh = {} as Translation;
