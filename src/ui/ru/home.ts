import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const home: Translation['home'] = {
  back: 'Начало',
  prompt: 'Сканируйте код или выберите',
  scanned: 'отсканирован. Для чего он?',
  others: (more: number) => (more === 0 ? '' : `После него ещё ${counted(more, 'код', 'кода', 'кодов')}.`),
  unknown: 'Неизвестный код. Он хранится, пока вы не выберете задание или не уберёте его.',
  fits: 'Подходящие задания',
  more: 'Другие задания',
  noTask: 'Такого задания здесь нет, или оно здесь выключено.',
  chooseTask: 'Выберите задание',
  forget: 'Ни для чего: убрать',
  due: (texts: string) => `Начато: ${texts}`,
  queue: 'Очередь',
  queueHint: (open: number) =>
    open === 0 ? 'Ничего не ждёт' : `Ещё без ответа: ${counted(open, 'запись', 'записи', 'записей')}`,
  settings: 'Настройки',
};
