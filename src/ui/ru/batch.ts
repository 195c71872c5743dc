import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

const codes = (many: number): string => counted(many, 'код', 'кода', 'кодов');

export const batch: Translation['batch'] = {
  title: (many: number) => `Собрано: ${codes(many)}`,
  aim: 'Красная линия поперёк каждого кода.',
  again: (text: string) => `${text} уже собран.`,
  held: (text: string, noun: string) => `${text} уже взят: ${noun}.`,
  take: (many: number) => `Взять ${codes(many)}`,
  remove: 'Убрать',
  taking: 'берётся',
  show: 'Показать их',
  between: 'Тем временем был другой скан. Проверьте список ещё раз.',
};
