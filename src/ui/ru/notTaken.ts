import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const notTaken: Translation['notTaken'] = {
  title: (many: number) => `Не взято: ${counted(many, 'скан', 'скана', 'сканов')}`,
  titleCalls: (many: number) => `Не взято или не сохранено: ${shownNumber(many)}`,
  more: (many: number) => `и ещё ${counted(many, 'более старый', 'более старых', 'более старых')}`,
  moreAtLeast: (many: number) => `и ещё не меньше ${shownNumber(many)}: что было раньше, не хранится`,
  remove: 'Убрать',
};
