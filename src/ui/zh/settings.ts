import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

function megabytes(bytes: number): string {
  return shownNumber(Math.round(bytes / 1_000_000));
}

export const settings: Translation['settings'] = {
  title: '设置',
  who: '您和仓库',
  userId: '工号',
  userHint: '服务中登记的工号。',
  warehouseId: '仓库编号',
  apiKey: '访问密钥',
  newKey: '新访问密钥',
  keyHint: '加密保存在本机。留空则沿用原密钥。扫描的密钥须按“保存”才生效。',
  keyThere: '访问密钥由网关保管。',
  show: '显示',
  hide: '隐藏',
  save: '保存',
  saved: '已保存。',
  scanner: '扫描头',
  ending: '条码结束符',
  endings: { auto: '自动', enter: 'Enter', tab: 'Tab', none: '无' },
  cues: '声音和振动',
  sound: '声音',
  vibration: '振动',
  test: '试听提示',
  language: '语言',
  languageMissing: '无法加载此语言：请联网后重试。',
  app: '本应用',
  update: '更新到新版本',
  updateHint: '有新版本。Scanline 会重新启动，已保存的内容不会丢失。',
  offline: '无网络启动',
  offlineReady: '已就绪',
  offlineNotReady: '未就绪：请联网再打开一次 Scanline',
  offlineUntrusted: '不可能：此地址的证书不受信任',
  storage: '存储',
  persisted: { yes: '浏览器会保留', no: '空间不足时浏览器可能清除', unknown: '未知' },
  room: (used: number, of: number) => `已用 ${megabytes(used)} / ${megabytes(of)} MB`,
  version: '版本',
  warehouse: '站点',
  on: '开',
  off: '关',
};
