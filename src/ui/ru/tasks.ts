import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';
import { capital, counted } from '#ui/words.ts';

/** Nouns stand in the nominative only, after a colon or in quotes: they are data and have no other cases. */
export const tasks: Translation['tasks'] = {
  operationOff: (name: string) => `На этом складе операция ${name} отключена.`,
  tones: { step: 'Считано', saved: 'Сохранено', repeat: 'Проверьте', wrong: 'Стоп' },
  scanThe: (noun: string) => `Сканируйте: ${noun}`,
  stepOf: (step: number, steps: number) => `${step} из ${steps}`,
  noun: capital,
  next: (noun: string, text: string, next: string) => `${capital(noun)} ${text}. Теперь сканируйте: ${next}.`,
  notSaved: (what: string, why: string) => `Не сохранено: ${what}. ${why}`,
  alreadyScanned: (text: string, noun: string, next: string) => `${text} уже есть: ${noun}. Сканируйте: ${next}.`,
  alreadyQueued: (what: string, seq: number) => `${what} уже в очереди (№${seq}). Сохранить ещё раз?`,
  scannedTwice: (text: string, next: string) =>
    `${text} отсканирован дважды; второй раз не считается. Сканируйте: ${next}.`,
  codeNouns: {
    deliveryCode: 'отправление',
    storeCode: 'полка',
    bagCode: 'мешок',
    batchCode: 'партия',
  },
  unfit: (noun: string, example: string, other?: string) =>
    `${other === undefined ? `Не похоже: ${noun}` : `Похоже на другое: ${other}`}. Нужно: ${noun}, например ${example}.`,
  tooLong: (noun: string, length: number, most: number) =>
    `Знаков: ${shownNumber(length)}. Нужно: ${noun}, не больше ${shownNumber(most)}.`,
  notTaken: 'Не взято',
  typedOff: (text: string, noun: string) => `${text} не отсканирован. Здесь нужно сканировать: ${noun}.`,
  anyway: 'Всё равно взять',
  whatItIs: 'Что это',
  blank: 'Это пустой скан. Сканируйте ещё раз.',
  scanField: 'Поле сканирования',
  ready: 'Готов',
  notReady: 'Не готов: нажмите здесь',
  type: 'Ввести',
  typeThe: (noun: string) => `Введите: ${noun}`,
  typeBlank: 'Сначала введите код.',
  ok: 'OK',
  cancel: 'Отмена',
  back: 'Назад',
  camera: 'Камера',
  closeCamera: 'Закрыть камеру',
  scannedAgo: (ago: string) => `Отсканировано ${ago}. Если это не то, нажмите «Назад».`,
  outbox: 'Исходящие',
  recent: 'Последние записи',
  saving: 'сохраняется',
  notSavedWord: 'не сохранена',
  askingWord: 'уже в очереди',
  leftQuestion: 'Не сохранено: вопрос остался без ответа',
  leftTwice: 'Второй раз не сохранено: уже в очереди',
  stillKept: (kept: string, text: string) => `Всё ещё ${kept}? ${text} ждёт ответа.`,
  stillYes: (kept: string) => `Да, всё ещё ${kept}`,
  letGo: (noun: string) => `Нет, отпустить: ${noun}`,
  saveAgain: 'Сохранить ещё раз',
  leaveIt: 'Не использовать',
  doNotSave: 'Не сохранять',
  handedOver: (text: string) => `Отсканирован ${text}. Что это?`,
  handedOverAs: (noun: string) => `Это ${noun}`,
  handedOverAnew: (noun: string) => `Начать заново: это ${noun}`,
  setUpScanner: 'Настроить сканер',
  notices: {
    'literal-ending': (ending: string) =>
      `Сканер печатает окончание как текст (${ending}). Оно убрано; попросите поставить на сканере окончание Enter.`,
    doubled: 'Сканер передал этот код дважды в одном. Взят один; попросите выключить один из двух выводов сканера.',
    unfinished: (text: string) => `Перед этим кодом пришло «${text}» без окончания. Это пропущено.`,
    invisible: (many: number) => `В коде ${counted(many, 'невидимый знак', 'невидимых знака', 'невидимых знаков')}.`,
  },
};
