import type { Translation } from '#ui/translation.ts';

export const start: Translation['start'] = {
  starting: 'Запуск…',
  brokenTitle: 'Этот экран не открывается',
  broken: 'Сохранённое не пропало. Перейдите в начало и откройте экран снова.',
};
