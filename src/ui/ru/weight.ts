import type { Translation } from '#ui/translation.ts';

export const weight: Translation['weight'] = {
  withUnit: (text: string, unit: string) => `${text} ${unit}`,
  jump: (weight: string, last: string) => `${weight}, в прошлый раз ${last}. Сохранить?`,
  most: (weight: string) => `${weight} — больше, чем здесь бывает. Сохранить?`,
  connect: 'Подключить весы',
  connectHint: 'Вес всегда можно ввести вручную.',
  disconnect: 'Отключить весы',
  waiting: 'Весы подключены, но ещё ничего не прислали.',
  moving: (weight: string) => `${weight}, вес ещё не установился`,
  over: 'Слишком много для этих весов.',
  steady: (weight: string) => `Взять ${weight}`,
  gone: 'Весы отключились. Подключите их снова или введите вес вручную.',
  notOpened: 'Весы не открываются: возможно, их использует другая программа.',
  unlikeUnit: (weight: string) => `Весы показывают ${weight}: такой единицы на этом складе нет.`,
};
