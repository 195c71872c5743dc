import type { Translation } from '#ui/translation.ts';

export const error: Translation['error'] = {
  newer: 'На этом терминале открыт более новый Scanline: закройте этот и запустите снова.',
  closed: 'Память терминала не отвечает: закройте Scanline и запустите снова.',
  moved: 'С этой записью уже что-то произошло: посмотрите её ещё раз.',
  full: 'Память терминала заполнена: освободите место и сохраните ещё раз.',
  unable: (why: string) => `Scanline не смог это сделать${why === '' ? '.' : `: ${why}`}`,
  pauses: {
    'on-hold': 'Отправка остановлена.',
    'no-key': 'Ключа доступа ещё нет: введите его в настройках.',
    'key-refused': 'Сервис не принял ключ доступа: введите новый в настройках.',
  },
  named: (field: string, expected: string) => `${field}: ${expected}`,
  userNeeded: 'введите код работника, по которому вас знает сервис.',
  keyNeeded: 'введите ключ доступа к сервису.',
  invalid: {
    'int-needed': () => 'нужно целое число.',
    'no-int': (about: string) => `«${about}» не целое число: только цифры, например 42.`,
    'int-range': (about: string) => `${about} вне пределов: от −2147483648 до 2147483647.`,
    'number-needed': () => 'нужно число, например 1,25.',
    exponent: (about: string) => `«${about}» записано со степенью: напишите число целиком, например 1250.`,
    grouped: (about: string) => `«${about}» разбито на группы: напишите слитно, например 1234,5.`,
    'no-number': (about: string) => `«${about}» не число: цифры и одна запятая, например 1,25.`,
    'too-exact': (about: string) => `В «${about}» больше цифр, чем хранит сервис (28).`,
    'half-character': () => 'в тексте есть половина знака, его нельзя отправить.',
    unknown: (about: string) => `у ${about} нет такого параметра.`,
    missing: (about: string) => `это нужно для ${about}, но его нет.`,
  },
};
