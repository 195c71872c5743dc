import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const answer: Translation['answer'] = {
  moreRows: (left: number) => `Показать ещё: осталось ${counted(left, 'строка', 'строки', 'строк')}`,
  whole: (letters: number) => `Показать всё: ${counted(letters, 'знак', 'знака', 'знаков')}`,
  picture: 'Картинка из ответа',
  noPicture: 'Картинку сейчас не загрузить.',
};
