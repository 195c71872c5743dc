import type { Translation } from '#ui/translation.ts';

export const operation: Translation['operation'] = {
  title: 'Все операции',
  hint: 'Каждая операция по её параметрам',
  groups: { order: 'Заказы', warehouse: 'Склад', handheld: 'Терминал' },
  effects: { read: 'спрашивает', write: 'меняет', print: 'печатает' },
  off: 'Здесь это выключено.',
  unknown: 'У сервиса нет такой операции.',
  types: { string: 'Текст', int: 'Целое число', decimal: 'Число, например 1,25' },
  json: 'Текст JSON',
  loose: 'Текст или JSON',
  known: 'Из настроек.',
  onlyScanned: 'Здесь коды нужно сканировать.',
  scan: 'Сканируйте в текстовое поле',
  type: 'Введите код',
  ask: 'Спросить сервис',
  save: 'Сохранить и отправить',
  asItIs: 'Отправить как есть',
  noJson: 'Это не JSON: проверьте кавычки, запятые и скобки.',
  looseJson: 'Начинается как JSON, но это не JSON. Исправьте или отправьте как есть.',
  noPlace: (text: string) => `${text} не взят: нет пустого текстового поля. Нажмите нужное поле и сканируйте снова.`,
  toBeSent: (name: string) => `${name}: будет отправлено`,
};
