import { beforeEach, expect, test, vi } from 'vitest';
import type { AppView } from './appView.ts';
import { type SettingPorts, createSetting } from './setting.ts';
import { unknownSite } from '#site/site.ts';
import { language, speakIn } from '#i18n/spoken.ts';

let asked: number;
let kept: Record<string, unknown>;
let view: AppView;
let setting: ReturnType<typeof createSetting>;

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: { gateway: '{"keyOnGateway":true}' } } });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  asked = 0;
  kept = {};
  view = {
    stage: 'first-start',
    site: unknownSite,
    session: {},
    shift: 0,
    hasOwnPin: false,
    isSupervised: false,
    hasKey: false,
  };
  const nothing = async (): Promise<void> => undefined;
  setting = createSetting({
    keep: { read: async (name: string) => kept[name], write: nothing, note: nothing },
    vault: { put: nothing, has: async () => true },
    pause: { invalidate: vi.fn<() => void>() },
    forgetKey: vi.fn<() => void>(),
    keyChanged: nothing,
    changed: () => undefined,
    view: () => view,
    show: (change: Partial<AppView>) => {
      view = { ...view, ...change };
    },
    rereadSession: nothing,
    wake: vi.fn<() => void>(),
    readAgain: nothing,
    askStorage: () => {
      asked += 1;
    },
  } as unknown as SettingPorts);
});

test('the browser is asked to keep the storage when a handheld is first set up, and not each time it is set anew', async () => {
  const entry = { userId: '7', warehouseId: '1', apiKey: 'key' };
  await setting.keepEntry(entry);
  expect([view.stage, asked]).toEqual(['ready', 1]);
  await setting.keepEntry({ ...entry, warehouseId: '2' });
  expect(asked).toBe(1);
});

test('a gateway that tells its site to enrolled handhelds alone takes nothing from what its page has told', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not-enrolled' }, { status: 401 }));
  view = { ...view, site: { ...unknownSite, keyOnGateway: true } };
  await setting.refreshSite();
  expect(view.site.keyOnGateway).toBe(true);
});

test('the language that another page chose is spoken, also where the site changes while its words are loaded', async () => {
  await speakIn('en');
  const settings = { userId: '7', warehouseId: '1', language: 'en' } as const;
  view = { ...view, settings: settings as NonNullable<AppView['settings']> };
  kept['settings'] = { ...settings, language: 'ru' };
  vi.stubGlobal('fetch', async () => Response.json({ ...unknownSite, imageHosts: ['pictures.example'] }));
  const rereading = setting.rereadSettings();
  await setting.refreshSite();
  await rereading;
  expect(language()).toBe('ru');
});
