import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

function megabytes(bytes: number): string {
  return shownNumber(Math.round(bytes / 1_000_000));
}

export const settings: Translation['settings'] = {
  title: 'Настройки',
  who: 'Вы и склад',
  userId: 'Код работника',
  userHint: 'Как вас знает сервис.',
  warehouseId: 'Номер склада',
  apiKey: 'Ключ доступа',
  newKey: 'Новый ключ доступа',
  keyHint:
    'Хранится на терминале в закрытом виде. Пусто: остаётся прежний. Отсканированный ключ сохраняет кнопка «Сохранить».',
  keyThere: 'Ключ доступа хранит шлюз.',
  show: 'Показать',
  hide: 'Скрыть',
  save: 'Сохранить',
  saved: 'Сохранено.',
  scanner: 'Сканер',
  ending: 'Код заканчивается на',
  endings: { auto: 'Узнать', enter: 'Enter', tab: 'Tab', none: 'Ничего' },
  cues: 'Звук и вибрация',
  sound: 'Звук',
  vibration: 'Вибрация',
  test: 'Проверить сигналы',
  language: 'Язык',
  languageMissing: 'Этот язык не загрузился: попробуйте при наличии сети.',
  app: 'Приложение',
  update: 'Взять новую версию',
  updateHint: 'Есть новая версия. Scanline запустится заново; сохранённое не пропадёт.',
  offline: 'Запуск без сети',
  offlineReady: 'готов',
  offlineNotReady: 'ещё не готов: откройте Scanline ещё раз при сети',
  offlineUntrusted: 'невозможен: сертификату этого адреса нет доверия',
  storage: 'Память',
  persisted: { yes: 'браузер её хранит', no: 'браузер может очистить её, когда мало места', unknown: 'неизвестно' },
  room: (used: number, of: number) => `занято ${megabytes(used)} из ${megabytes(of)} МБ`,
  version: 'Версия',
  warehouse: 'Склад',
  on: 'Вкл.',
  off: 'Выкл.',
};
