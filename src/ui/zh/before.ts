import type { Translation } from '#ui/translation.ts';

export const before: Translation['before'] = {
  heading: '首次启动',
  hint: '本机只需填写一次。',
  start: '开始',
  demo: '使用培训数据',
  demoHint: '用于试用和培训：不会影响真实仓库。',
  blockedTitle: '扫描已关闭',
  blocked: 'Scanline 现在无法在本机保存，所以不接受扫描。以前保存的内容不受影响。',
  retry: '重试',
  export: '导出已保存的内容',
  off: '关',
};
