import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const home: Translation['home'] = {
  back: '首页',
  prompt: '扫描任意条码，或选择任务',
  scanned: '已扫到。用于哪个任务？',
  others: (more: number) => (more === 0 ? '' : `后面还有 ${shownNumber(more)} 个条码。`),
  unknown: '未知条码。会一直保留，直到选择任务或忽略。',
  fits: '适合的任务',
  more: '更多任务',
  noTask: '这里没有此任务，或本站点已将其关闭。',
  chooseTask: '请选择任务',
  forget: '都不是：忽略',
  due: (texts: string) => `已开始：${texts}`,
  queue: '队列',
  queueHint: (open: number) => (open === 0 ? '没有等待的记录' : `${shownNumber(open)} 条记录尚无回复`),
  settings: '设置',
};
