import type { Translation } from '#ui/translation.ts';
import { capital } from '#ui/words.ts';

export const object: Translation['object'] = {
  scanned: (noun: string, text: string) => `${capital(noun)} ${text}.`,
  does: (action: string, code: string, values: readonly string[]) =>
    [action, code, ...values].filter((part) => part !== '').join(' · '),
  toBeSent: (what: string) => `${what}: будет отправлено`,
  notAsked: (code: string, why: string) => `Не удалось спросить сервис о ${code}. ${why}`.trim(),
  byHand: (code: string, label: string, value: string) =>
    `Сервис отклонил ${code}, а «${label}: ${value}» введено вручную и может относиться к другому объекту. Всё равно сохранить?`,
  notNamed: (code: string, label: string, value: string, named: string) =>
    `«${label}: ${value}» введено вручную, а сервис называет для ${code}: ${named}. Всё равно сохранить?`,
  other: (next: string, code: string) => `Отсканирован ${next}, а введённое для ${code} ещё не сохранено.`,
  takeOther: (code: string) => `Не сохранять, взять ${code}`,
  stay: (code: string) => `Остаться с ${code}`,
  field: (label: string, text: string) => `${label}: ${text}.`,
  sentAs: (text: string) => `= будет отправлено ${text}`,
  found: 'Из ответа сервиса.',
  notFound: 'В ответе сервиса не найдено: введите.',
  needed: (label: string) => `${label}: нужно заполнить.`,
  notPositive: (label: string) => `${label}: нужно больше нуля.`,
  optional: 'Можно не заполнять.',
  saveAnyway: 'Всё равно сохранить',
  see: (task: string) => `Открыть: ${task}`,
  openIn: 'Открыть в другом задании:',
  keepThis: (noun: string, text: string) => `Запомнить (${noun}): ${text}`,
  keepNext: (noun: string) => `Запомнить следующее: ${noun}`,
  keepsNext: (noun: string) => `Запомнится то, что будет отсканировано: ${noun}.`,
  kept: (noun: string) => `Запомнено: ${noun}`,
  release: (noun: string) => `Сбросить: ${noun}`,
  undo: 'Отменить',
  units: { kg: 'кг', g: 'г', lb: 'фунт' },
};
