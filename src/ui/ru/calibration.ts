import type { Advice } from '#ui/calibrationMessages.ts';
import type { Translation } from '#ui/translation.ts';

const zebra = (place: string, what: string): Advice => ({ where: `DataWedge: ваш профиль > ${place}`, what });
const honeywell = (place: string, what: string): Advice => ({
  where: `Honeywell: Settings > Scanning > ваш профиль > Data Processing Settings > ${place}`,
  what,
});

const basic = 'Basic data formatting';
const keystroke = 'Keystroke output';

/** The names of menus stay as the scanners' makers write them in English. */
export const calibration: Translation['calibration'] = {
  title: 'Настройка сканера',
  open: 'Настроить сканер',
  openHint: 'Три скана кода с экрана покажут, как печатает этот сканер и что изменить.',
  scan: (done: number, of: number) => `Сканируйте этот код: ${done} из ${of}`,
  prompt: (of: number) => `Сканируйте код (раз: ${of})`,
  hint: 'Сделайте экран ярче. Лазер не читает с экрана: для него напечатайте эту страницу.',
  picture: (text: string) => `Штрихкод ${text}`,
  otherCode: (text: string) => `Это другой код, или буквы в нём изменились: ${text}`,
  different: 'Сканы не совпали. Ничего не запомнено.',
  anew: 'Начать заново',
  found: 'Что найдено',
  fine: 'Ничего менять не нужно.',
  change: 'Измените это на сканере',
  blank: 'Перед окончанием ничего не пришло. Сканируйте код на экране.',
  first: 'Сначала измените сканер, как здесь написано; потом начните заново. До этого буквы приходят неверно.',
  use: 'Применить найденное',
  allTheSame: 'Всё равно применить',
  done: 'Готово: к заданиям',
  used: 'Сохранено. Теперь сканы читаются так.',
  reset: 'Вернуть исходное',
  wasReset: 'Сохранено: Scanline снова определит сам.',
  separatorPrompt: 'Ещё один: разделитель GS1',

  delivery: {
    key: 'Он печатает клавишу за клавишей.',
    'unnamed-key': 'Он печатает клавиши без имён: приходит только их текст.',
    text: 'Он вставляет весь код сразу, без клавиш.',
    composition: 'Он набирает код как метод ввода и потом вставляет его.',
    two: 'Он передаёт каждый код дважды: клавишами и текстом.',
  },
  pace: (medianMs: number, longestMs: number) => `Между двумя знаками: ${medianMs} мс, самое долгое ${longestMs} мс.`,
  endings: (endings: readonly string[]) =>
    endings.length === 0
      ? 'Код ничем не заканчивается: Scanline ждёт тишины, это дольше.'
      : `Код заканчивается на ${endings.map((ending) => (ending === 'tab' ? 'Tab' : 'Enter')).join(' и ')}.`,
  'literal-ending': (text: string) => `Окончание печатается как текст: ${text}`,
  prefix: (text: string) => `Перед каждым кодом стоит «${text}». Scanline это убирает.`,
  suffix: (text: string) => `После каждого кода стоит «${text}». Scanline это убирает.`,
  identifier: (text: string) => `${text} перед каждым кодом называет его вид. Scanline читает это и убирает.`,
  doubled: 'Каждый код приходит дважды в одном.',
  case: {
    upper: 'Все буквы приходят заглавными.',
    lower: 'Все буквы приходят строчными.',
    swapped: 'Заглавные и строчные буквы поменялись: включён Caps Lock.',
  },
  layout: (scanner: string, handheld: string) =>
    `Сканер нажимает клавиши раскладки ${scanner}; терминал читает их как ${handheld}. Буквы и знаки приходят неверно.`,
  separator: {
    kept: () => 'Разделитель GS1 приходит.',
    lost: () => 'Разделитель GS1 теряется: что идёт после него, не отделить.',
    typed: (text: string) => `Разделитель GS1 приходит как ${text}. Scanline это понимает.`,
    changed: (text: string) => `Разделитель GS1 приходит как «${text}», это непонятно.`,
  },

  advice: {
    ending: [zebra(basic, 'включите «Send ENTER key»'), honeywell('Suffix', 'введите \\r (возврат каретки)')],
    'literal-ending': [
      zebra(basic, 'очистите «Suffix to data», включите «Send ENTER key»'),
      zebra(keystroke, 'поставьте «Action key character» на «Carriage return»'),
      honeywell('Suffix', 'введите настоящий возврат каретки вместо букв'),
    ],
    pace: [
      zebra(`${keystroke} > Inter-character delay`, 'поставьте 0'),
      zebra(`${keystroke} > Key event options`, 'поставьте «Key event delay» на 0'),
    ],
    'unnamed-key': [zebra(`${keystroke} > Key event options`, 'включите «Send Characters as Events»')],
    two: [
      zebra('Intent output', 'выключите «Enabled» здесь или в Keystroke output'),
      honeywell('Scan to Intent', 'выключите это или выключите «Wedge»'),
    ],
    doubled: [
      zebra(
        'Intent output',
        'выключите «Enabled»; проверьте, нет ли второго профиля или приложения, которое тоже печатает',
      ),
      honeywell('Scan to Intent', 'выключите'),
    ],
    case: [{ where: 'Клавиатура', what: 'выключите Caps Lock; на сканере выключите смену регистра букв' }],
    layout: [
      {
        where: 'Android: Настройки > Система > Язык и ввод > Физическая клавиатура',
        what: 'выберите раскладку сканера, обычно английскую (США)',
      },
      { where: 'Сканер: код «Country keyboard» или «Keyboard layout»', what: 'выберите ту же' },
    ],
    separator: [
      zebra('Barcode input > Decoders', 'включите «GS1-128»'),
      zebra('Advanced data formatting', 'ни одно правило не должно убирать или заменять знак 29'),
      {
        where: 'Сканер, который печатает сам',
        what: 'включите «Function key mapping» или «Control + X», чтобы он посылал Ctrl и ]',
      },
    ],
  },
};
