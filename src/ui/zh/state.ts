import type { Translation } from '#ui/translation.ts';

export const state: Translation['state'] = {
  states: {
    waiting: '等待中',
    asking: '现在打印？',
    sending: '发送中',
    unconfirmed: '未确认',
    held: '待处理',
    cancelled: '已取消',
    discarded: '已作废',
    'handed-over': '已移交',
  },
  verdicts: {
    accepted: '已回复：接受',
    refused: '已回复：拒绝',
    unclassified: '已回复：未归类',
    'key-refused': '已回复：密钥被拒',
    'by-person': '人工标记为已完成',
    'by-rule': '按站点规则：已完成',
  },
};
