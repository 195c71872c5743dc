import type { Translation } from '#ui/translation.ts';

export const cutOff: Translation['cutOff'] = {
  lead: (codes: number) =>
    codes > 1 ? '第一个可能不完整，因此都未采用。请重新扫描：' : 'Scanline 启动时扫到的，可能不完整。请重新扫描：',
};
