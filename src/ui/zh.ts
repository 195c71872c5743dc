import type { Translation } from './translation.ts';
import { look } from '#ui/zh/look.ts';

export const zh = { look } as Translation;
