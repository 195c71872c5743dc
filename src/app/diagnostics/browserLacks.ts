import type { TextFact } from '#app/frame/deviceFacts.ts';
import type { AppMessages } from '#i18n/messages.ts';
import { words } from '#i18n/words.ts';

type Feature = Exclude<keyof AppMessages['diagnostics']['lacks'], 'nothing'>;

/** The browser's own objects, of which any member may be missing. */
interface Browser {
  readonly navigator: {
    readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'>;
    readonly storage?: Partial<StorageManager>;
  };
}

/** What Scanline uses where a browser has it, and does without elsewhere. */
const has: Readonly<Record<Feature, (browser: Browser) => boolean>> = {
  vibration: ({ navigator }) => 'vibrate' in navigator,
  backgroundSync: (browser) => 'SyncManager' in browser,
  barcodeDetector: (browser) => 'BarcodeDetector' in browser,
  camera: ({ navigator }) => navigator.mediaDevices?.getUserMedia !== undefined,
  wakeLock: ({ navigator }) => 'wakeLock' in navigator,
  share: ({ navigator }) => 'canShare' in navigator,
  persist: ({ navigator }) => navigator.storage?.persist !== undefined,
  install: (browser) => 'onbeforeinstallprompt' in browser,
};

/** What this browser lacks, each with what Scanline does instead; or that it lacks nothing. */
export function lackFacts(browser: Browser = globalThis): readonly TextFact[] {
  const { nothing, ...lacks } = words('diagnostics').lacks;
  const names = (Object.keys(has) as Feature[]).filter((name) => !has[name](browser));
  if (names.length === 0) return [{ label: words('diagnostics').browser, value: nothing }];
  return names.map((name) => ({ label: lacks[name].name, value: lacks[name].means }));
}
