import type { Translation } from '#ui/translation.ts';

export const state: Translation['state'] = {
  states: {
    waiting: 'ждёт',
    asking: 'печатать?',
    sending: 'отправляется',
    unconfirmed: 'неясно',
    held: 'остановлена',
    cancelled: 'отменена',
    discarded: 'снята',
    'handed-over': 'передана',
  },
  verdicts: {
    accepted: 'ответ: принято',
    refused: 'ответ: отказ',
    unclassified: 'ответ: не определён',
    'key-refused': 'ответ: ключ не принят',
    'by-person': 'отмечена вручную: сделано',
    'by-rule': 'сделано, по правилу склада',
  },
};
