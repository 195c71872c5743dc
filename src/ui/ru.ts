import type { Translation } from './translation.ts';
import { look } from '#ui/ru/look.ts';

export const ru = { look } as Translation;
