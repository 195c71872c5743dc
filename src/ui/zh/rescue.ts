import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

const calls = (many: number): string => `${shownNumber(many)} 条记录`;

export const rescue: Translation['rescue'] = {
  export: '导出',
  exportHint: '本机的全部记录和发送尝试，供办公室使用。不含访问密钥。',
  kinds: { json: '全部（JSON）', calls: '记录（CSV）', tries: '尝试（CSV）' },
  exporting: '正在整理…',
  exported: (name: string) => `${name} 已保存到下载。`,
  saveFile: '保存文件',
  share: '分享',
  notShared: '无法分享。请改为保存文件。',

  handOver: '移交',
  handOverHint: '本机故障或下班时，由另一台发送它的记录。',
  nothingOpen: '本机没有未完成的记录，无需移交。',
  handOverButton: (open: number) => `移交 ${calls(open)}`,
  handOverTitle: (open: number) => `移交 ${calls(open)}？`,
  handOverAsk: '本机不再发送它们。另一台用文件或扫描本屏幕上的条码接收，并由它发送。',
  handOverYes: '移交',
  no: '不，保持原样',
  sending: (sending: number) => `${calls(sending)}正在发送。请稍等，或先暂停发送，再试一次。`,

  takeOver: '接收',
  takeOverHint: '另一台手持机的记录：用它的文件或它屏幕上的条码。',
  takeOverButton: '从另一台接收',

  handedOver: '已移交',
  handedOverHint: '本机不再发送这些记录。',
  entry: (many: number, id: string) => `${calls(many)} · ${id}`,
  by: (operator: string, at: string) => `${operator}，${at}`,
  showAgain: '再次显示',
  takeBack: '收回',
  takeBackTitle: (many: number) => `收回 ${calls(many)}？`,
  takeBackAsk: '只有另一台没有接收时才能收回。否则两台都会发送：网关只放行一次，但那边的人工决定这里不知道。',
  takeBackYes: '收回',

  handOverName: (id: string) => `移交 ${id}`,
  given: '在另一台上：队列 → 导出或移交 → 接收。然后给它文件，或让它扫条码。',
  gone: '这里没有这次移交，可能已被收回。',
  file: '用文件',
  fileHint: '发送或复制到另一台手持机，在那里打开。',

  codes: '用条码',
  codesHint: (many: number) => `共 ${shownNumber(many)} 个条码，逐个显示，供另一台扫描。`,
  tooMany: '记录太多，不能用条码：请用文件。',
  showCodes: '显示条码',
  hideCodes: '停止显示',
  place: (number: number, many: number) => `${number} / ${many}`,
  previous: '上一个',
  pause: '暂停',
  play: '继续',
  next: '下一个',

  read: (done: number, many: number, missing: readonly number[]) =>
    `已读 ${done} / ${many} 个条码。${missing.length <= 8 ? `还缺：${missing.join('、')}。` : ''}`,
  readAgain: (number: number, done: number, many: number) => `条码 ${number} 已读过。已读 ${done} / ${many}。`,
  brokenCode: '条码没有读全。请重新扫描。',
  noCode: '这不是移交条码。请扫描另一台屏幕上的条码。',
  otherCodes: '这是另一次移交的条码。',
  startAnew: '用它重新开始',
  takePrompt: '请扫描另一台屏幕上的条码',
  chooseFile: '选择文件',
  taking: '正在接收…',
  taken: (added: number, returned: number, known: number) =>
    [
      added > 0 ? `已接收 ${calls(added)}。` : '',
      returned > 0 ? `已收回 ${calls(returned)}。` : '',
      known > 0 ? `${calls(known)}本来就在。` : '',
      added + returned === 0 ? '没有新增。' : '',
    ].join(''),
  unreadable: {
    export: () => '这是导出文件，不是移交的队列。',
    'no-queue': () => '这不是 Scanline 的队列。',
    version: () => '队列由另一个版本的 Scanline 写成：请更新两台手持机。',
    damaged: () => '队列在途中被改动或损坏：请重新移交。',
    'cut-off': () => '队列文件不完整：请重新复制。',
    broken: () => '队列有错误，无法接收：请重新移交。',
    codes: () => '这些条码拼不成完整内容：请从头重新扫描。',
    'old-browser': () => '此浏览器太旧，不能用条码：请用文件。',
  },
  toQueue: '去队列',
};
