import type { Translation } from '#ui/translation.ts';
import { counted, ofMany } from '#ui/words.ts';

const calls = (many: number): string => counted(many, 'запись', 'записи', 'записей');

export const rescue: Translation['rescue'] = {
  export: 'Выгрузка',
  exportHint: 'Все записи и все попытки этого терминала, для офиса. Ключа доступа в них нет.',
  kinds: { json: 'Всё (JSON)', calls: 'Записи (CSV)', tries: 'Попытки (CSV)' },
  exporting: 'Собирается…',
  exported: (name: string) => `${name} сохранён в загрузках.`,
  saveFile: 'Сохранить файл',
  share: 'Поделиться',
  notShared: 'Поделиться не удалось. Сохраните файл.',

  handOver: 'Передать',
  handOverHint: 'Если терминал сломан или смена кончилась, его записи отправит другой.',
  nothingOpen: 'Открытых записей нет: передавать нечего.',
  handOverButton: (open: number) => `Передать ${calls(open)}`,
  handOverTitle: (open: number) => `Передать ${calls(open)}?`,
  handOverAsk:
    'Этот терминал больше не отправляет их. Другой принимает их файлом или кодами с этого экрана и отправляет.',
  handOverYes: 'Передать',
  no: 'Нет, оставить',
  sending: (sending: number) =>
    `Сейчас ${ofMany(sending, 'отправляется', 'отправляются', 'отправляются')} ${calls(sending)}. Подождите немного или остановите отправку и попробуйте снова.`,

  takeOver: 'Принять',
  takeOverHint: 'Записи другого терминала: его файлом или кодами с его экрана.',
  takeOverButton: 'Принять с другого',

  handedOver: 'Передано',
  handedOverHint: 'Этот терминал их не отправляет.',
  entry: (many: number, id: string) => `${calls(many)} · ${id}`,
  by: (operator: string, at: string) => `работник ${operator}, ${at}`,
  showAgain: 'Показать снова',
  takeBack: 'Забрать назад',
  takeBackTitle: (many: number) => `Забрать назад ${calls(many)}?`,
  takeBackAsk:
    'Только если другой терминал их не принял. Иначе отправят оба: шлюз пропустит каждую запись один раз, но что решил человек там, здесь неизвестно.',
  takeBackYes: 'Забрать назад',

  handOverName: (id: string) => `Передача ${id}`,
  given: 'На другом терминале: Очередь, Выгрузить или передать, Принять. Потом дайте ему файл или покажите коды.',
  gone: 'Такой передачи здесь нет. Возможно, её забрали назад.',
  file: 'Файлом',
  fileHint: 'Отправьте или скопируйте его на другой терминал и откройте там.',

  codes: 'Кодами',
  codesHint: (many: number) => `${counted(many, 'код', 'кода', 'кодов')} один за другим: другой терминал их сканирует.`,
  tooMany: 'Для кодов записей слишком много: используйте файл.',
  showCodes: 'Показать коды',
  hideCodes: 'Не показывать',
  place: (number: number, many: number) => `${number} из ${many}`,
  previous: 'Назад',
  pause: 'Пауза',
  play: 'Дальше',
  next: 'Вперёд',

  read: (done: number, many: number, missing: readonly number[]) =>
    `Прочитано кодов: ${done} из ${many}. ${missing.length <= 8 ? `Не хватает: ${missing.join(', ')}.` : ''}`.trim(),
  readAgain: (number: number, done: number, many: number) =>
    `Код ${number} уже прочитан. Прочитано: ${done} из ${many}.`,
  brokenCode: 'Код прочитан не полностью. Сканируйте его снова.',
  noCode: 'Это не код передачи. Сканируйте коды с другого экрана.',
  otherCodes: 'Это код другой передачи.',
  startAnew: 'Начать с него заново',
  takePrompt: 'Сканируйте коды с другого экрана',
  chooseFile: 'Выбрать файл',
  taking: 'Принимается…',
  taken: (added: number, returned: number, known: number) =>
    [
      added > 0 ? `Принято: ${calls(added)}.` : '',
      returned > 0 ? `Вернулось: ${calls(returned)}.` : '',
      known > 0 ? `Уже были здесь: ${calls(known)}.` : '',
      added + returned === 0 ? 'Ничего не добавлено.' : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  unreadable: {
    export: () => 'Это выгрузка, а не переданная очередь.',
    'no-queue': () => 'Это не очередь Scanline.',
    version: () => 'Очередь записана другой версией Scanline: обновите оба терминала.',
    damaged: () => 'Очередь изменена или повреждена в пути: передайте её ещё раз.',
    'cut-off': () => 'Очередь обрывается на середине: скопируйте файл ещё раз.',
    broken: () => 'Очередь нельзя принять, в ней ошибка: передайте её ещё раз.',
    codes: () => 'Коды не складываются в целое: сканируйте их снова с начала.',
    'old-browser': () => 'Этот браузер слишком старый для кодов: используйте файл.',
  },
  toQueue: 'К очереди',
};
