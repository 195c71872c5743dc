import { shownNumber, shownTime } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

const when = (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'short' });

export const site: Translation['site'] = {
  title: '站点配置',
  version: '版本',
  noVersion: '未命名',
  taken: '采用时间',
  at: when,
  never: '还没有：网关尚未应答',
  refused: (why: string, at: number) => `新配置未通过检查，继续使用现在这份（${when(at)}）。${why}`,
  rollBack: (version: string | undefined, at: number) =>
    `退回上一份配置（${version === undefined ? '' : `版本 ${version}，`}采用于 ${when(at)}）`,
  goneBack: '这不是网关给出的配置：已退回到这一份，直到网关给出另一份。',
  warehouse: '仓库',
  training: '练习',
  trainingOpen: '打开练习应用',
  trainingHint: '另一个应用，用的是虚构的仓库。在那里做的事不会进入真正的队列。',
  faults: '练习用的故障',
  faultsHint: '接下来的调用会出什么问题。只影响模拟服务。',
  faultKind: '故障',
  faultOperation: '对象',
  anyOperation: '任何操作',
  faultTimes: '次数',
  times: (count: number) => (count === -1 ? '每次' : `${shownNumber(count)} 次`),
  addFault: '设置故障',
  clearFaults: '全部清除',
  noFaults: '没有设置故障。',
  inWait: (kind: string, operation: string, left: string) => `${kind}（${operation}），${left}`,
  faultsFailed: '无法连接模拟服务。',
  kinds: {
    'delay-before': '没有及时应答',
    'drop-after': '已执行，但应答丢失',
    'html-200': '应答是一个网页',
    'error-500': '服务出错',
    'slow-after': '应答很慢',
    'refuse-503': '服务不可用',
  },
};
