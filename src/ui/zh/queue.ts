import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const queue: Translation['queue'] = {
  title: '队列',
  empty: '没有等待的记录。',
  sections: {
    unconfirmed: '结果不明',
    held: '需要您处理',
    waiting: '将要发送',
    answered: '已回复',
    'handed-over': '已移交',
    given: '已取消和作废',
  },
  hints: {
    unconfirmed: '已发送，回复丢失。请查看后决定。',
    held: '执行前被拒绝。请更正或作废。',
  },
  more: (left: number) => `显示更多（还有 ${shownNumber(left)}）`,
  rescue: '导出或移交',
  sendNow: '立即发送',
  hold: '暂停发送',
  holdHint: '打开期间，记录只保存，不发送。',
  away: '无法连接网关。Scanline 会自动重试。',
  notPersisted: '空间不足时浏览器可能清除本机数据。请把 Scanline 安装到主屏幕。',
};
