import type { PageLanguage } from '#gateway/pages/pageTexts.ts';

/** The words of the page with the enrolled handhelds. */
const texts = {
  en: {
    title: 'Handhelds',
    hint: 'The gateway holds the access key: a handheld calls by a token of its own, which can be revoked here.',
    none: 'No handheld is enrolled yet.',
    off: 'No handheld is asked for a token here: each holds the access key itself, or ENROLMENT is off.',
    another: 'A set-up code for one more handheld',
    number: 'Number',
    name: 'Name',
    enrolled: 'Enrolled',
    seen: 'Last seen',
    state: 'State',
    holds: 'enrolled',
    revokedAt: (when: string) => `revoked ${when}`,
    revoke: 'Revoke',
    sure: 'Its calls wait on it until it is enrolled anew.',
    doRevoke: (name: string) => `Revoke ${name}`,
    revokeAll: 'Revoke all handhelds',
    revokeAllHint:
      'For after a restored back-up: it brings back handhelds that were revoked and codes that were used since it was made. No token and no code that was given out holds after it.',
    sureAll: (many: number) =>
      `Handhelds that call now: ${many}. The calls of each wait on it until it is enrolled anew. This cannot be undone.`,
    doRevokeAll: 'Revoke all of them now',
  },
  zh: {
    title: '手持设备',
    hint: '访问密钥在网关上：每台手持设备用自己的令牌调用，可在此吊销。',
    none: '还没有登记手持设备。',
    off: '这里不要求令牌：每台手持设备自己保存访问密钥，或者 ENROLMENT 已关闭。',
    another: '再为一台手持设备生成设置码',
    number: '编号',
    name: '名称',
    enrolled: '登记时间',
    seen: '最近在线',
    state: '状态',
    holds: '已登记',
    revokedAt: (when: string) => `已吊销 ${when}`,
    revoke: '吊销',
    sure: '在重新登记之前，它的调用会在设备上等待。',
    doRevoke: (name: string) => `吊销 ${name}`,
    revokeAll: '吊销所有手持设备',
    revokeAllHint:
      '用于恢复备份之后：备份会带回此后已吊销的手持设备和已用过的设置码。之后，已发出的令牌和设置码全部失效。',
    sureAll: (many: number) => `目前可调用的手持设备：${many} 台。在重新登记之前，各自的调用会在设备上等待。无法撤销。`,
    doRevokeAll: '立即全部吊销',
  },
  ru: {
    title: 'Терминалы',
    hint: 'Ключ доступа хранит шлюз: терминал работает по своему токену, который здесь можно отозвать.',
    none: 'Терминалы ещё не зарегистрированы.',
    off: 'Токен здесь не нужен: ключ доступа хранит каждый терминал, или ENROLMENT выключен.',
    another: 'Код настройки ещё для одного терминала',
    number: 'Номер',
    name: 'Название',
    enrolled: 'Зарегистрирован',
    seen: 'Был на связи',
    state: 'Состояние',
    holds: 'зарегистрирован',
    revokedAt: (when: string) => `отозван ${when}`,
    revoke: 'Отозвать',
    sure: 'Его вызовы будут ждать на нём новой регистрации.',
    doRevoke: (name: string) => `Отозвать: ${name}`,
    revokeAll: 'Отозвать все терминалы',
    revokeAllHint:
      'После восстановления из копии: она возвращает терминалы, отозванные с тех пор, и использованные коды. Ни один выданный токен и код после этого не действует.',
    sureAll: (many: number) =>
      `Терминалов, которые работают сейчас: ${many}. Вызовы каждого будут ждать на нём новой регистрации. Отменить нельзя.`,
    doRevokeAll: 'Отозвать все сейчас',
  },
};

export function devicesTexts(language: PageLanguage): (typeof texts)['en'] {
  return texts[language];
}
