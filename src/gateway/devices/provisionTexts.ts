import type { PageLanguage } from '#gateway/pages/pageTexts.ts';

/** The words of the set-up page, in the languages of the app. */
const texts = {
  en: {
    title: 'Set up a handheld',
    hint: 'Makes one code that sets a handheld up. Whoever has the code and its passcode has the access key.',
    url: 'Address of the app, as the handheld reaches it',
    key: 'Access key',
    hintNoKey: 'Makes one code that sets a handheld up. It opens nothing without its passcode.',
    forOne: 'It enrols one handheld, once.',
    name: 'Name of the handheld',
    keyThere: 'The gateway holds the access key: the code has none.',
    warehouse: 'Warehouse number',
    language: 'Language',
    scanner: 'A code ends with',
    asIs: 'as it is',
    validHours: 'Good for so many hours',
    make: 'Make the code',
    made: 'Scan it with the handheld, or open it with its camera.',
    until: (when: string) => `Good until ${when}.`,
    passcode: 'Show the passcode',
    passcodeHint: 'Tell it; do not print it beside the code.',
    another: 'Another code',
  },
  zh: {
    title: '设置手持设备',
    hint: '生成一个设置码。拿到设置码和口令的人就拿到了访问密钥。',
    url: '应用地址（手持设备访问的地址）',
    key: '访问密钥',
    hintNoKey: '生成一个设置码。没有口令就打不开。',
    forOne: '它只能登记一台手持设备，一次有效。',
    name: '手持设备名称',
    keyThere: '访问密钥在网关上：设置码里没有。',
    warehouse: '仓库编号',
    language: '语言',
    scanner: '条码结尾',
    asIs: '保持不变',
    validHours: '有效小时数',
    make: '生成设置码',
    made: '用手持设备扫描，或用其相机打开。',
    until: (when: string) => `有效期至 ${when}。`,
    passcode: '显示口令',
    passcodeHint: '请口头告知，不要印在码旁边。',
    another: '再生成一个',
  },
  ru: {
    title: 'Настройка терминала',
    hint: 'Делает один код для настройки терминала. У кого есть код и его пароль, у того есть ключ доступа.',
    url: 'Адрес приложения, как его видит терминал',
    key: 'Ключ доступа',
    hintNoKey: 'Делает один код для настройки терминала. Без пароля он ничего не открывает.',
    forOne: 'Он регистрирует один терминал, один раз.',
    name: 'Название терминала',
    keyThere: 'Ключ доступа хранит шлюз: в коде его нет.',
    warehouse: 'Номер склада',
    language: 'Язык',
    scanner: 'Код заканчивается на',
    asIs: 'как есть',
    validHours: 'Сколько часов действует',
    make: 'Сделать код',
    made: 'Сканируйте его терминалом или откройте его камерой.',
    until: (when: string) => `Действует до ${when}.`,
    passcode: 'Показать пароль',
    passcodeHint: 'Назовите его; не печатайте рядом с кодом.',
    another: 'Ещё один код',
  },
};

export type ProvisionTexts = (typeof texts)['en'];

export function textsOf(language: PageLanguage): ProvisionTexts {
  return texts[language];
}
