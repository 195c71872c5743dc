import { APP_ADDRESS } from '#ui/appName.ts';
import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

const others = '扫描头和手工输入仍可使用。';

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** After another try. */
const stillSo: Readonly<Record<keyof Translation['camera']['problems'], string>> = {
  'not-allowed': '仍未获得许可',
  'no-camera': '仍没有摄像头',
  'in-use': '仍被其他应用占用',
  insecure: '地址仍不安全',
  'no-picture': '仍没有画面',
  failed: '仍无法启动',
};

export const camera: Translation['camera'] = {
  title: '摄像头',
  starting: '摄像头正在启动…',
  aim: '红线横穿条码。',
  torch: (isOn: boolean) => (isOn ? '关灯' : '开灯'),
  zoom: (now: number) => `缩放 ${shownNumber(now, { maximumFractionDigits: 1 })}×`,
  nextLens: '换镜头',
  options: '选项',
  again: '重试',
  mode: '摄像头模式',
  modes: {
    single: '单个',
    continuous: '连续',
    batch: '收集',
  },
  modeHints: {
    single: '读到下一个条码后关闭。',
    continuous: '一个接一个，立即采用。',
    batch: '先列出，再一起采用。',
  },
  paused: '选项已打开：不读取条码。',
  done: '完成',
  lens: {
    find: '寻找最佳镜头',
    hint: (lenses: number) => `把条码放在镜头前不要动：${shownNumber(lenses)} 个镜头将依次试读。`,
    start: '开始',
    cancel: '取消',
    trying: (lens: number, lenses: number) => `请保持条码不动。正在试镜头 ${lens} / ${lenses}…`,
    found: (lens: number, lenses: number, ms: number | undefined) =>
      ms === undefined
        ? `只有镜头 ${lens} / ${lenses} 读到，而且不常读到。以后使用它。`
        : `镜头 ${lens} / ${lenses} 最快，${shownNumber(ms / 1000, oneDigit)} 秒读到。以后使用它。`,
    none: '没有镜头能读到，设置不变。请增加光线或换一个条码再试。',
    close: '确定',
  },
  still: (times: number, problem: keyof typeof stillSo) =>
    `${times === 1 ? '已重试' : `已重试 ${shownNumber(times)} 次`}：${stillSo[problem]}。`,
  problems: {
    'not-allowed': `此处不允许使用摄像头。请在浏览器的网站设置（地址左侧）中允许，它会自动启动。${others}`,
    'no-camera': `本机没有可用的摄像头。插上后会自动启动。${others}`,
    'in-use': `摄像头被其他应用占用。请关闭该应用后重试。${others}`,
    insecure: `浏览器只对安全地址开放摄像头，而 ${APP_ADDRESS} 不是。请索取 Scanline 的 https 地址。${others}`,
    'no-picture': `摄像头没有画面。请关闭其他使用摄像头的应用后重试；仍不行请重启手持机。${others}`,
    failed: `摄像头无法启动。请重试；仍不行请重启手持机。${others}`,
  },
};
