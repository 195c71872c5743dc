import type { Advice } from '#ui/calibrationMessages.ts';
import type { Translation } from '#ui/translation.ts';

const zebra = (place: string, what: string): Advice => ({ where: `DataWedge：您的配置文件 > ${place}`, what });
const honeywell = (place: string, what: string): Advice => ({
  where: `Honeywell：Settings > Scanning > 您的配置文件 > Data Processing Settings > ${place}`,
  what,
});

const basic = 'Basic data formatting';
const keystroke = 'Keystroke output';

/** The names of menus stay as the scanners' makers write them in English. */
export const calibration: Translation['calibration'] = {
  title: '设置扫描头',
  open: '设置扫描头',
  openHint: '扫三次屏幕上的条码，就知道扫描头怎样输入、要改什么。',
  scan: (done: number, of: number) => `请扫描此条码：${done} / ${of}`,
  prompt: (of: number) => `请扫描此条码 ${of} 次`,
  hint: '请调亮屏幕。激光扫描头读不了屏幕，请打印此页。',
  picture: (text: string) => `条码 ${text}`,
  otherCode: (text: string) => `这是另一个条码，或字母被改变了：${text}`,
  different: '几次扫描结果不同，未记录任何设置。',
  anew: '重新开始',
  found: '检测结果',
  fine: '无需更改。',
  change: '请在扫描头上更改',
  blank: '结束符之前没有内容。请扫描屏幕上的条码。',
  first: '请先按这里的说明更改扫描头，再重新开始。在此之前字母会出错。',
  use: '采用检测结果',
  allTheSame: '仍然采用',
  done: '完成：去任务',
  used: '已保存。以后按此方式读取扫描。',
  reset: '恢复默认',
  wasReset: '已保存：Scanline 会重新自动判断。',
  separatorPrompt: '再扫一个：GS1 分隔符',

  delivery: {
    key: '它逐键输入。',
    'unnamed-key': '它输入的按键没有名称，只收到文字。',
    text: '它不经按键，一次输入整个条码。',
    composition: '它像输入法一样组字后再输入。',
    two: '它把每个条码传两次：按键一次，文字一次。',
  },
  pace: (medianMs: number, longestMs: number) => `字符间隔：${medianMs} 毫秒，最长 ${longestMs} 毫秒。`,
  endings: (endings: readonly string[]) =>
    endings.length === 0
      ? '条码没有结束符：Scanline 要等停顿，会慢一些。'
      : `条码以 ${endings.map((ending) => (ending === 'tab' ? 'Tab' : 'Enter')).join(' 和 ')} 结束。`,
  'literal-ending': (text: string) => `结束符被当作文字输入：${text}`,
  prefix: (text: string) => `每个条码前有“${text}”，Scanline 会去掉。`,
  suffix: (text: string) => `每个条码后有“${text}”，Scanline 会去掉。`,
  identifier: (text: string) => `每个条码前的 ${text} 表示条码类型，Scanline 读取后去掉。`,
  doubled: '每个条码都重复成两份。',
  case: {
    upper: '所有字母都变成大写。',
    lower: '所有字母都变成小写。',
    swapped: '大小写颠倒：Caps Lock 已打开。',
  },
  layout: (scanner: string, handheld: string) =>
    `扫描头按 ${scanner} 键盘输入，手持机按 ${handheld} 读取，字母和符号会出错。`,
  separator: {
    kept: () => 'GS1 分隔符能收到。',
    lost: () => 'GS1 分隔符丢失：后面的内容无法分开。',
    typed: (text: string) => `GS1 分隔符以 ${text} 收到，Scanline 能识别。`,
    changed: (text: string) => `GS1 分隔符变成了“${text}”，无法识别。`,
  },

  advice: {
    ending: [zebra(basic, '打开“Send ENTER key”'), honeywell('Suffix', '填写 \\r（回车）')],
    'literal-ending': [
      zebra(basic, '清空“Suffix to data”，打开“Send ENTER key”'),
      zebra(keystroke, '将“Action key character”设为“Carriage return”'),
      honeywell('Suffix', '用真正的回车代替这些字母'),
    ],
    pace: [
      zebra(`${keystroke} > Inter-character delay`, '设为 0'),
      zebra(`${keystroke} > Key event options`, '将“Key event delay”设为 0'),
    ],
    'unnamed-key': [zebra(`${keystroke} > Key event options`, '打开“Send Characters as Events”')],
    two: [
      zebra('Intent output', '关闭此处的“Enabled”，或关闭 Keystroke output 的'),
      honeywell('Scan to Intent', '关闭它，或关闭“Wedge”'),
    ],
    doubled: [
      zebra('Intent output', '关闭“Enabled”；检查是否有第二个配置文件或其他应用也在输入'),
      honeywell('Scan to Intent', '关闭'),
    ],
    case: [{ where: '键盘', what: '关闭 Caps Lock；在扫描头上关闭大小写转换' }],
    layout: [
      {
        where: 'Android：设置 > 系统 > 语言和输入法 > 实体键盘',
        what: '选择扫描头使用的键盘布局，一般为英语（美国）',
      },
      { where: '扫描头的“Country keyboard”或“Keyboard layout”设置码', what: '选择相同的布局' },
    ],
    separator: [
      zebra('Barcode input > Decoders', '打开“GS1-128”'),
      zebra('Advanced data formatting', '不得有规则删除或替换字符 29'),
      {
        where: '自行输入的扫描头',
        what: '打开“Function key mapping”或“Control + X”，使其发送 Ctrl 和 ]',
      },
    ],
  },
};
