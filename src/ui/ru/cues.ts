import type { Translation } from '#ui/translation.ts';

export const cues: Translation['cues'] = {
  each: 'Каждый сигнал',
  eachHint: 'Выключенный не звучит и не вибрирует. На экране он виден всё равно.',
  names: {
    step: 'Считано',
    saved: 'Сохранено',
    repeat: 'Повтор',
    wrong: 'Не принято, не сохранено',
    accepted: 'Сервис принял',
    refused: 'Сервис отказал',
    unclassified: 'Ответ не определён',
    queue: 'Прежняя запись ждёт вас',
  },
  play: 'Проба',
  playThe: (name: string) => `Проба: ${name}`,
};
