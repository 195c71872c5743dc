import type { Translation } from '#ui/translation.ts';

export const operation: Translation['operation'] = {
  title: '全部操作',
  hint: '按参数使用每个操作',
  groups: { order: '订单', warehouse: '仓库', handheld: '手持机' },
  effects: { read: '查询', write: '更改', print: '打印' },
  off: '本站点已将其关闭。',
  unknown: '服务没有这个操作。',
  types: { string: '文本', int: '整数', decimal: '数字，例如 1.25' },
  json: 'JSON 文本',
  loose: '文本或 JSON',
  known: '来自设置。',
  onlyScanned: '这里的条码必须扫描。',
  scan: '扫描到文本框',
  type: '输入条码',
  ask: '查询服务',
  save: '保存并发送',
  asItIs: '原样发送',
  noJson: '这不是 JSON：请检查引号、逗号和括号。',
  looseJson: '开头像 JSON，但不是。请修改，或原样发送。',
  noPlace: (text: string) => `${text} 未采用：没有空的文本框。请点选要填的框，再扫描。`,
  toBeSent: (name: string) => `${name}，待发送`,
};
