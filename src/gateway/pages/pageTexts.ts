/** The words that the gateway's pages share, in the languages of the app. */
const texts = {
  en: {
    pages: { provision: 'Set up a handheld', devices: 'Handhelds', ledger: 'Ledger' },
    navigation: 'Pages of the gateway',
    signIn: 'Sign in',
    signInHint: 'With the supervisor’s password of this gateway.',
    password: 'Password',
    wrong: 'That is not the password.',
    wait: (seconds: number) => `Too many wrong passwords: wait ${seconds} seconds.`,
    signOut: 'Sign out',
  },
  zh: {
    pages: { provision: '设置手持设备', devices: '手持设备', ledger: '台账' },
    navigation: '网关页面',
    signIn: '登录',
    signInHint: '使用此网关的主管密码。',
    password: '密码',
    wrong: '密码不对。',
    wait: (seconds: number) => `密码输错太多次：请等待 ${seconds} 秒。`,
    signOut: '退出登录',
  },
  ru: {
    pages: { provision: 'Настройка терминала', devices: 'Терминалы', ledger: 'Журнал вызовов' },
    navigation: 'Страницы шлюза',
    signIn: 'Войти',
    signInHint: 'С паролем старшего на этом шлюзе.',
    password: 'Пароль',
    wrong: 'Пароль неверный.',
    wait: (seconds: number) => `Слишком много неверных паролей: подождите, секунд: ${seconds}.`,
    signOut: 'Выйти',
  },
};

export type PageTexts = (typeof texts)['en'];

export type PageLanguage = keyof typeof texts;

/** The language that a browser asks for first, of those there are. Source: RFC 9110, section 12.5.4, without weights. */
export function pageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const asked = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return (Object.keys(texts) as PageLanguage[]).find((known) => known === asked[0]) ?? 'en';
}

export function pageTexts(language: PageLanguage): PageTexts {
  return texts[language];
}
