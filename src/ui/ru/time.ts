import { shownTime } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const time: Translation['time'] = {
  ago: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return 'только что';
    if (minutes < 60) return `${minutes} мин назад`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} ч назад` : `${counted(Math.floor(hours / 24), 'день', 'дня', 'дней')} назад`;
  },
  at: (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
};
