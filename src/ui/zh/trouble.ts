import type { Translation } from '#ui/translation.ts';

export const trouble: Translation['trouble'] = {
  why: {
    'key-refused': () => '服务拒绝了访问密钥。',
    rejected: (english: string) => `执行前被拒绝：${english}`,
    'not-forwarded': () => '没有到达服务，什么都没执行。',
    'not-enrolled': () => '本机未登记，什么都没执行：请索取设置码。',
    'in-progress': () => '服务仍在执行。',
    'outcome-unknown': () => '无人知道是否已执行。',
    'key-expired': () => '网关已不记得这条记录，可能已执行。',
    'key-reuse': () => '网关用这个编号记着另一条记录。',
    'no-reply': () => '没等到回复连接就断了。',
    'timed-out': () => '没有及时收到回复。',
    'cut-off': () => '回复到一半连接断了。',
    'too-large': () => '回复过大，不是有效回复。',
    redirected: () => '网络把请求转到了别的页面。',
    status: () => '收到的是错误，不是服务的回复。',
    'not-xml': () => '回复的不是服务，而是别的系统。',
    malformed: () => '回复不完整。',
    foreign: () => '回复不是服务发出的。',
    'owner-gone': () => '发送时 Scanline 被关闭。',
  },
};
