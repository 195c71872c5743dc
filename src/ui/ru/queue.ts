import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const queue: Translation['queue'] = {
  title: 'Очередь',
  empty: 'Здесь ничего не ждёт.',
  sections: {
    unconfirmed: 'Никто не знает',
    held: 'Ждут вас',
    waiting: 'Будут отправлены',
    answered: 'С ответом',
    'handed-over': 'Переданы',
    given: 'Отменены и сняты',
  },
  hints: {
    unconfirmed: 'Отправлены, ответ потерян. Проверьте и решите.',
    held: 'Отклонены до выполнения. Исправьте или снимите.',
  },
  more: (left: number) => `Показать ещё (осталось ${shownNumber(left)})`,
  rescue: 'Выгрузить или передать',
  sendNow: 'Отправить сейчас',
  hold: 'Не отправлять',
  holdHint: 'Пока включено, записи сохраняются, но не уходят.',
  away: 'Шлюз недоступен. Scanline пробует снова сам.',
  notPersisted:
    'Браузер может очистить этот терминал, когда мало места. Установите Scanline на главный экран, чтобы всё сохранилось.',
};
