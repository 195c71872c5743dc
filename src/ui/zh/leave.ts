import type { Translation } from '#ui/translation.ts';

export const leave: Translation['leave'] = {
  title: (text: string) => `${text} 尚未完成`,
  hint: '已扫描或输入的内容会保留。',
  leave: '离开',
  stay: '留在这里',
};
