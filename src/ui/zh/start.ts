import type { Translation } from '#ui/translation.ts';

export const start: Translation['start'] = {
  starting: '正在启动…',
  brokenTitle: '无法显示此页面',
  broken: '已保存的内容没有丢失。请回首页再打开。',
};
