import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const notices: Translation['notices'] = {
  lost: '本机的存储被清空了。',
  lostCalls: (open: number, seq: number, at: string) =>
    open === 0
      ? `到 #${seq}（${at}）为止的记录都已收到回复，只丢失了历史。`
      : `最多 ${shownNumber(open)} 条没有回复的记录可能丢失（最后一条 #${seq}，${at}）。请人工核对。`,
  unheard: (calls: number) =>
    calls === 1
      ? '已保存，但还没提示您 Scanline 就关闭了。'
      : `已保存 ${shownNumber(calls)} 条记录，但还没提示您 Scanline 就关闭了。第一条：`,
  full: '本机存储已满或快满：请清理空间。',
  export: '导出已保存的内容',
  read: '知道了',
};
