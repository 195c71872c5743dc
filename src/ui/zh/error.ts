import type { Translation } from '#ui/translation.ts';

export const error: Translation['error'] = {
  newer: '本机已打开更新版本的 Scanline：请关闭此页再启动。',
  closed: '本机存储没有响应：请关闭 Scanline 再启动。',
  moved: '这条记录的状态已改变：请重新查看。',
  full: '本机存储已满：请清理空间后再保存。',
  unable: (why: string) => `Scanline 无法完成${why === '' ? '。' : `：${why}`}`,
  pauses: {
    'on-hold': '已暂停发送。',
    'no-key': '还没有访问密钥：请在设置中输入。',
    'key-refused': '服务拒绝了访问密钥：请在设置中输入新的。',
    'gateway-key-refused': '服务拒绝了网关的密钥：请通知信息部门。可继续扫描，内容都已保存。',
    'not-enrolled': '本机未登记：请向主管索取设置码。',
  },
  named: (field: string, expected: string) => `${field}：${expected}`,
  userNeeded: '请输入服务中登记的工号。',
  keyNeeded: '请输入服务的访问密钥。',
  invalid: {
    'int-needed': () => '需要整数。',
    'no-int': (about: string) => `“${about}”不是整数：只能用数字，例如 42。`,
    'int-range': (about: string) => `${about} 超出范围：-2147483648 到 2147483647。`,
    'number-needed': () => '需要数字，例如 1.25。',
    exponent: (about: string) => `“${about}”含有指数：请写出完整数字，例如 1250。`,
    grouped: (about: string) => `“${about}”有分隔符：请连续书写，例如 1234.5。`,
    'no-number': (about: string) => `“${about}”不是数字：只能用数字和一个小数点，例如 1.25。`,
    'too-exact': (about: string) => `“${about}”的位数超过服务能保存的（28 位）。`,
    'half-character': () => '文字中有半个字符，无法发送。',
    unknown: (about: string) => `${about} 没有这个参数。`,
    missing: (about: string) => `${about} 需要它，但没有填写。`,
  },
};
