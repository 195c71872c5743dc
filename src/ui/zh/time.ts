import { shownTime } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const time: Translation['time'] = {
  ago: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return '刚刚';
    if (minutes < 60) return `${minutes} 分钟前`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} 小时前` : `${Math.floor(hours / 24)} 天前`;
  },
  at: (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
};
