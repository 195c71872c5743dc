import type { Translation } from '#ui/translation.ts';

export const leave: Translation['leave'] = {
  title: (text: string) => `Не закончено: ${text}`,
  hint: 'Отсканированное и введённое сохраняется.',
  leave: 'Уйти',
  stay: 'Остаться',
};
