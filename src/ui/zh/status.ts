import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const status: Translation['status'] = {
  waiting: '等待',
  unconfirmed: '未确认',
  asking: '待打印',
  held: '待处理',
  refused: '被拒绝',
  gateway: {
    reachable: '已连接',
    unreachable: '未连接',
    'cut-off': '服务连不上',
    unknown: '查询中…',
  },
  lastAnswer: (ago: string) => `${ago}有回复`,
  standIn: '模拟服务：培训数据',
  away: {
    unreachable: '连不上网关：扫描保存在本机。',
    'cut-off': '网关无法转发：扫描保存在本机。',
  },
  labels: (many: number) => (many === 0 ? '' : `${shownNumber(many)} 张标签未打印。`),
  wait: (calls: number) => (calls === 0 ? '' : `${shownNumber(calls)} 条记录等待发送。`),
};
