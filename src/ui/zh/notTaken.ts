import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const notTaken: Translation['notTaken'] = {
  title: (many: number) => `${shownNumber(many)} 次扫描未采用`,
  titleCalls: (many: number) => `${shownNumber(many)} 项未采用或未保存`,
  more: (many: number) => `还有 ${shownNumber(many)} 次更早的`,
  moreAtLeast: (many: number) => `还有至少 ${shownNumber(many)} 次更早的，再早的未保留`,
  remove: '移除',
};
