import type { Translation } from '#ui/translation.ts';

export const cues: Translation['cues'] = {
  each: '各种提示',
  eachHint: '点图标可试听。关闭后不响也不振动，屏幕上仍会显示。',
  names: {
    step: '已扫描',
    saved: '已保存',
    repeat: '重复',
    wrong: '未采用或未保存',
    accepted: '已接受',
    refused: '被拒绝',
    unclassified: '有回复，未归类',
    queue: '较早的记录需要您处理',
  },
  playThe: (name: string) => `试听：${name}`,
};
