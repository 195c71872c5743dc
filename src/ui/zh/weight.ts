import type { Translation } from '#ui/translation.ts';

export const weight: Translation['weight'] = {
  withUnit: (text: string, unit: string) => `${text} ${unit}`,
  jump: (shown: string, last: string) => `${shown}，上次 ${last}。要保存吗？`,
  most: (shown: string) => `${shown} 超过这里通常的重量。要保存吗？`,
  connect: '连接电子秤',
  disconnect: '停用电子秤',
  waiting: '电子秤已连接，还没有发来数据。',
  moving: (shown: string) => `${shown}，还没有稳定`,
  over: '超出电子秤的量程。',
  steady: (shown: string) => `采用 ${shown}`,
  gone: '电子秤已断开。请插好后重新连接，或手动输入重量。',
  notOpened: '无法打开电子秤：可能正被其他程序使用。',
  unlikeUnit: (shown: string) => `电子秤显示 ${shown}，本站点没有定义这个单位。`,
};
