import type { Translation } from './translation.ts';

export const ru = {} as Translation;
