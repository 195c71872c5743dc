import type { Translation } from '#ui/translation.ts';

export const look: Translation['look'] = {
  title: 'Экран',
  theme: 'Цвета',
  themes: { device: 'Как в системе', light: 'Светлые', dark: 'Тёмные', contrast: 'Контраст' },
  hand: 'В какой руке терминал',
  hands: { left: 'Левая', right: 'Правая' },
  handHint: 'Главная кнопка будет под её большим пальцем.',
  still: 'Без движения',
  awake: 'Не гасить экран, пока открыто задание',
  awakes: { charged: 'Если заряд выше 15 %', always: 'Всегда', never: 'Нет' },
};
