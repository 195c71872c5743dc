import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const status: Translation['status'] = {
  waiting: 'ждут',
  unconfirmed: 'неясно',
  asking: 'печать',
  held: 'стоят',
  refused: 'отказ',
  gateway: {
    reachable: 'Связь есть',
    unreachable: 'Связи нет',
    'cut-off': 'Сервис недоступен',
    unknown: 'Проверка…',
  },
  lastAnswer: (ago: string) => `ответ ${ago}`,
  standIn: 'Обучение: учебные данные',
  away: {
    unreachable: 'Шлюза нет: сканы сохраняются здесь.',
    'cut-off': 'Шлюз не может передать записи: сканы сохраняются здесь.',
  },
  labels: (many: number) => (many === 0 ? '' : `Не напечатано: ${counted(many, 'этикетка', 'этикетки', 'этикеток')}.`),
  wait: (calls: number) => (calls === 0 ? '' : `${counted(calls, 'запись ждёт', 'записи ждут', 'записей ждут')}.`),
};
