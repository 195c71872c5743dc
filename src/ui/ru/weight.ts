import type { Translation } from '#ui/translation.ts';

export const weight: Translation['weight'] = {
  withUnit: (text: string, unit: string) => `${text} ${unit}`,
  jump: (shown: string, last: string) => `${shown}, в прошлый раз ${last}. Сохранить?`,
  most: (shown: string) => `${shown}: больше, чем здесь бывает. Сохранить?`,
  connect: 'Подключить весы',
  disconnect: 'Отключить весы',
  waiting: 'Весы подключены, но ещё ничего не прислали.',
  moving: (shown: string) => `${shown}, вес ещё не установился`,
  over: 'Слишком много для этих весов.',
  steady: (shown: string) => `Взять ${shown}`,
  gone: 'Весы отключились. Подключите их снова или введите вес вручную.',
  notOpened: 'Весы не открываются: возможно, их использует другая программа.',
  unlikeUnit: (shown: string) => `Весы показывают ${shown}: такой единицы на этом складе нет.`,
};
