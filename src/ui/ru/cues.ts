import type { Translation } from '#ui/translation.ts';

export const cues: Translation['cues'] = {
  each: 'Каждый сигнал',
  eachHint: 'Нажмите на картинку, чтобы услышать. Выключенный не звучит и не вибрирует, но на экране виден.',
  names: {
    step: 'Считано',
    saved: 'Сохранено',
    repeat: 'Повтор',
    wrong: 'Не принято, не сохранено',
    accepted: 'Сервис принял',
    refused: 'Сервис отказал',
    unclassified: 'Ответ не определён',
    queue: 'Более ранняя запись ждёт вас',
  },
  playThe: (name: string) => `Проба: ${name}`,
};
