import type { Translation } from '#ui/translation.ts';

export const look: Translation['look'] = {
  title: '屏幕',
  theme: '颜色',
  themes: { device: '跟随系统', light: '浅色', dark: '深色', contrast: '高对比度' },
  hand: '用哪只手拿手持机',
  hands: { left: '左手', right: '右手' },
  handHint: '主按钮在这只手的拇指下方。',
  still: '关闭动画',
  awake: '任务打开时屏幕常亮',
  awakes: { charged: '电量高于 15% 时', always: '始终', never: '从不' },
};
