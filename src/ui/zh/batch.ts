import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const batch: Translation['batch'] = {
  title: (many: number) => `已收集 ${shownNumber(many)} 个条码`,
  aim: '红线横穿每个条码。',
  again: (text: string) => `${text} 已收集过。`,
  held: (text: string, noun: string) => `${text} 已经是${noun}。`,
  take: (many: number) => `采用 ${shownNumber(many)} 个条码`,
  remove: '移除',
  taking: '正在采用',
  show: '查看',
  between: '中间又扫了一次。请再核对列表。',
};
