import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const lookUp: Translation['lookUp'] = {
  asking: '正在查询…',
  answer: '服务的回复',
  none: '服务没有回复，以前也没有相关结果。',
  notFresh: (ago: string) => `结果来自${ago}。服务现在没有回复。`,
  fresh: (ago: string) => `结果来自${ago}。`,
  before: '这是您操作之前的内容。',
  noGateway: '网关没有响应。',
  again: '重新查询',
  noText: '服务的回复没有文字。',
  emptyText: '服务的回复是空文字。',
  asSent: '服务原文',
  yes: '是',
  no: '否',
  nothing: '–',
  entry: (number: number) => shownNumber(number),
  many: (entries: number) => `${shownNumber(entries)} 项`,
  rest: (many: number) => `再显示 ${shownNumber(many)} 行`,
};
