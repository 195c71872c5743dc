import { APP_ADDRESS } from '#ui/appName.ts';
import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';
import { counted, ofMany } from '#ui/words.ts';

const others = 'Сканер и ввод вручную работают.';

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** After another try. */
const stillSo: Readonly<Record<keyof Translation['camera']['problems'], string>> = {
  'not-allowed': 'всё ещё не разрешена',
  'no-camera': 'камеры всё ещё нет',
  'in-use': 'её всё ещё держит другое приложение',
  insecure: 'адрес всё ещё незащищённый',
  'no-picture': 'картинки всё ещё нет',
  failed: 'она всё ещё не запускается',
};

export const camera: Translation['camera'] = {
  title: 'Камера',
  starting: 'Камера запускается…',
  aim: 'Красная линия поперёк кода.',
  torch: (isOn: boolean) => (isOn ? 'Выключить свет' : 'Включить свет'),
  zoom: (now: number) => `Масштаб ${shownNumber(now, { maximumFractionDigits: 1 })}×`,
  nextLens: 'Другой объектив',
  options: 'Настройки',
  again: 'Ещё раз',
  mode: 'Что делает камера',
  modes: {
    single: 'Один код',
    continuous: 'Подряд',
    batch: 'Собрать',
  },
  modeHints: {
    single: 'Следующий код, потом закроется.',
    continuous: 'Код за кодом, каждый сразу.',
    batch: 'Список, который вы берёте целиком.',
  },
  paused: 'Настройки открыты: коды не берутся.',
  done: 'Готово',
  lens: {
    find: 'Найти лучший объектив',
    hint: (lenses: number) =>
      `Держите код и не двигайтесь: его ${ofMany(lenses, 'попробует', 'попробуют', 'попробуют')} прочитать ${counted(lenses, 'объектив', 'объектива', 'объективов')}.`,
    start: 'Начать',
    cancel: 'Отмена',
    trying: (lens: number, lenses: number) => `Держите код. Пробует объектив ${lens} из ${lenses}…`,
    found: (lens: number, lenses: number, ms: number | undefined) =>
      ms === undefined
        ? `Прочитал только объектив ${lens} из ${lenses}, и редко. Теперь работает он.`
        : `Быстрее всех прочитал объектив ${lens} из ${lenses}: ${shownNumber(ms / 1000, oneDigit)}\u00A0с. Теперь работает он.`,
    none: 'Ни один объектив не прочитал. Всё остаётся как было; дайте больше света или другой код.',
    close: 'OK',
  },
  still: (times: number, problem: keyof typeof stillSo) =>
    `${times === 1 ? 'Ещё одна попытка' : `Попыток: ${times}`}: ${stillSo[problem]}.`,
  problems: {
    'not-allowed': `Камера здесь не разрешена. Разрешите её в настройках браузера для этого сайта (слева от адреса), и она запустится сама. ${others}`,
    'no-camera': `На этом терминале нет камеры. Если её подключить, она запустится сама. ${others}`,
    'in-use': `Камеру держит другое приложение. Закройте его и попробуйте ещё раз. ${others}`,
    insecure: `Браузер даёт камеру только защищённому адресу, а ${APP_ADDRESS} не такой. Спросите адрес Scanline с https. ${others}`,
    'no-picture': `Камера не даёт картинки. Закройте другие приложения с камерой и попробуйте ещё раз; если не поможет, перезапустите терминал. ${others}`,
    failed: `Камера не запускается. Попробуйте ещё раз; если не поможет, перезапустите терминал. ${others}`,
  },
};
