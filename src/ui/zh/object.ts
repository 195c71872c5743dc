import type { Translation } from '#ui/translation.ts';

export const object: Translation['object'] = {
  scanned: (noun: string, text: string) => `${noun} ${text}。`,
  does: (action: string, code: string, values: readonly string[]) =>
    [action, code, ...values].filter((part) => part !== '').join(' · '),
  toBeSent: (what: string) => `${what}，待发送`,
  byHand: (code: string, label: string, value: string) =>
    `服务拒绝了 ${code}，而“${label}：${value}”是手动输入的，可能属于另一个。仍要保存吗？`,
  notAsked: (code: string, why: string) => `无法向服务查询 ${code}。${why}`,
  notNamed: (code: string, label: string, value: string, named: string) =>
    `“${label}：${value}”是手动输入的，而服务给 ${code} 的是 ${named}。仍要保存吗？`,
  other: (next: string, code: string) => `扫到了 ${next}，但 ${code} 输入的内容还没保存。`,
  takeOther: (code: string) => `不保存，改用 ${code}`,
  stay: (code: string) => `留在 ${code}`,
  field: (label: string, text: string) => `${label}：${text}。`,
  sentAs: (text: string) => `= 将发送 ${text}`,
  found: '来自服务的回复。',
  notFound: '服务的回复中没有找到，请输入。',
  needed: (label: string) => `${label}：必须填写。`,
  notPositive: (label: string) => `${label}：必须大于零。`,
  optional: '可以留空。',
  saveAnyway: '仍然保存',
  see: (task: string) => `打开：${task}`,
  openIn: '换到这个任务：',
  keepThis: (noun: string, text: string) => `固定此${noun}：${text}`,
  keepNext: (noun: string) => `固定下一个${noun}`,
  keepsNext: (noun: string) => `下一个${noun}将用于之后的所有扫描。`,
  kept: (noun: string) => `已固定的${noun}`,
  release: (noun: string) => `取消固定${noun}`,
  undo: '撤销',
  units: { kg: '千克', g: '克', lb: '磅' },
};
