import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const lookUp: Translation['lookUp'] = {
  asking: 'Запрос к сервису…',
  answer: 'Ответ сервиса',
  none: 'Сервис не ответил, и раньше об этом ничего не было известно.',
  notFresh: (ago: string) => `Получено ${ago}. Сейчас сервис не отвечает.`,
  fresh: (ago: string) => `Получено ${ago}.`,
  before: 'Это было до вашего действия.',
  noGateway: 'Шлюз не отвечает.',
  again: 'Спросить снова',
  noText: 'Сервис ответил без текста.',
  emptyText: 'Сервис ответил пустым текстом.',
  asSent: 'Как прислал сервис',
  yes: 'да',
  no: 'нет',
  nothing: '–',
  entry: (number: number) => shownNumber(number),
  many: (entries: number) => counted(entries, 'позиция', 'позиции', 'позиций'),
  rest: (many: number) => `Показать ещё ${counted(many, 'строку', 'строки', 'строк')}`,
};
