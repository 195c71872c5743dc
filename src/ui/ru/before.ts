import type { Translation } from '#ui/translation.ts';

export const before: Translation['before'] = {
  heading: 'Первый запуск',
  hint: 'Только один раз для этого терминала.',
  start: 'Начать',
  demo: 'Взять учебные данные',
  demoHint: 'Для знакомства и обучения: до настоящего склада ничего не доходит.',
  blockedTitle: 'Сканирование выключено',
  blocked:
    'Scanline сейчас не может ничего сохранить на этом терминале, поэтому не берёт сканы. Сохранённое раньше цело.',
  retry: 'Попробовать снова',
  export: 'Выгрузить сохранённое',
  off: 'Выкл.',
};
