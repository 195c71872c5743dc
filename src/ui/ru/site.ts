import { pluralOf, shownNumber, shownTime } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

const when = (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'short' });

export const site: Translation['site'] = {
  title: 'Настройки склада',
  version: 'Версия',
  noVersion: 'без названия',
  taken: 'Приняты',
  at: when,
  never: 'ещё нет: шлюз не ответил',
  refused: (why: string, at: number) => `Новые настройки не прошли проверку, действуют прежние (${when(at)}). ${why}`,
  rollBack: (version: string | undefined, at: number) =>
    `Вернуть прежние (${version === undefined ? '' : `версия ${version}, `}приняты ${when(at)})`,
  goneBack: 'Это не то, что даёт шлюз: вы вернулись к прежним настройкам, пока шлюз не даст другие.',
  warehouse: 'Склад',
  training: 'Обучение',
  trainingOpen: 'Открыть учебное приложение',
  trainingHint: 'Другое приложение с выдуманным складом. Что делается там, в настоящую очередь не попадает.',
  faults: 'Сбои для обучения',
  faultsHint: 'Что случится со следующими записями. Касается только учебного сервиса.',
  faultKind: 'Что случится',
  faultOperation: 'Для чего',
  anyOperation: 'любая операция',
  faultTimes: 'Сколько раз',
  times: (count: number) =>
    count === -1 ? 'всегда' : `${shownNumber(count)} ${pluralOf(count) === 'few' ? 'раза' : 'раз'}`,
  addFault: 'Задать сбой',
  clearFaults: 'Убрать все',
  noFaults: 'Сбоев не задано.',
  inWait: (kind: string, operation: string, left: string) => `${kind} (${operation}), ${left}`,
  faultsFailed: 'Учебный сервис не отвечает.',
  kinds: {
    'delay-before': 'Нет ответа вовремя',
    'drop-after': 'Сделано, но ответ потерян',
    'html-200': 'Вместо ответа веб-страница',
    'error-500': 'Ошибка сервиса',
    'slow-after': 'Медленный ответ',
    'refuse-503': 'Сервис недоступен',
  },
};
