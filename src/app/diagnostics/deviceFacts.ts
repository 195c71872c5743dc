import { pointOf } from '#ui/Code.tsx';
import type { Fact } from '#ui/Facts.tsx';
import { shownNumber } from '#i18n/figures.ts';
import { codeWords } from '#i18n/words/code.ts';
import { diagnosticsWords } from '#i18n/words/diagnostics.ts';
import { historyWords } from '#i18n/words/history.ts';
import { stateWords } from '#i18n/words/state.ts';
import type { CallJournal } from '#app/queue/journal.ts';
import { readStorageFacts } from '#device/storageFacts.ts';
import { workerWords } from '#outbox/names.ts';
import { type ScanNote, type State, cameBy } from '#outbox/state/queuedCall.ts';
import type { AppMessages } from '#i18n/words/messages.ts';
import { type ScannerCode, type Stream, scannerCode } from '#scan/calibrate/scannerInput.ts';

/** A caption and what is known, both as they are read; the report is written of them too. */
export interface TextFact extends Fact {
  readonly value: string;
}

const WORKER_ANSWERS_WITHIN_MS = 1_000;

/** The worker that serves the next start: its version by its own word, and whether a newer one waits. */
export async function workerFacts(): Promise<readonly TextFact[]> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const active = registration?.active;
  const version = active && (await versionOf(active));
  const { worker, workerVersion, none, unknown, controls, waiting } = diagnosticsWords();
  const parts = [
    active?.state ?? none,
    navigator.serviceWorker?.controller && controls,
    registration?.waiting && waiting,
  ];
  return [
    { caption: worker, value: parts.filter(Boolean).join(', ') },
    { caption: workerVersion, value: version ?? unknown },
  ];
}

function versionOf(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)));
    port1.start();
    setTimeout(() => resolve(undefined), WORKER_ANSWERS_WITHIN_MS); // one of before it could say
    worker.postMessage({ type: workerWords.version }, [port2]);
  });
}

export async function storageFacts(): Promise<readonly TextFact[]> {
  const { isPersisted, usage, quota } = await readStorageFacts(navigator.storage);
  const { persisted, used, unknown, yes, no, megabytes } = diagnosticsWords();
  const shown = (bytes: number): string => megabytes({ megabytes: Math.round(bytes / 100_000) / 10 });
  return [
    { caption: persisted, value: isPersisted === undefined ? unknown : isPersisted ? yes : no },
    {
      caption: used,
      value: usage === undefined || quota === undefined ? unknown : `${shown(usage)} / ${shown(quota)}`,
    },
  ];
}

/** Rows as they were counted now: the figures of the header are kept beside them, and may be compared. */
export async function rowFacts(journal: Pick<CallJournal, 'counts'>): Promise<readonly TextFact[]> {
  const { calls, attempts } = await journal.counts();
  const states = Object.entries(calls) as [State, number][];
  const all = states.reduce((sum, [, many]) => sum + many, 0);
  return [
    { caption: diagnosticsWords().counted, value: shownNumber(all) },
    ...states.map(([state, many]) => ({ caption: wordOf(state), value: shownNumber(many) })),
    { caption: diagnosticsWords().attempts, value: shownNumber(attempts) },
  ];
}

function wordOf(state: State): string {
  return state === 'answered' ? historyWords().states.answered : stateWords().states[state];
}

/** Names of permissions that the app uses, or may; one that a browser does not know is left out. */
const permissions = ['camera', 'persistent-storage', 'notifications'];

export async function deviceFacts(): Promise<readonly TextFact[]> {
  const asked = await Promise.all(
    permissions.map(async (name) => {
      try {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return [{ caption: diagnosticsWords().permission({ name }), value: state }];
      } catch {
        return [];
      }
    }),
  );
  const { width, height } = globalThis.screen;
  const { browser, screen, timeZone, language, online, networks } = diagnosticsWords();
  return [
    { caption: browser, value: navigator.userAgent },
    { caption: screen, value: `${width} × ${height}, ${innerWidth} × ${innerHeight}, ${devicePixelRatio}` },
    { caption: timeZone, value: Intl.DateTimeFormat().resolvedOptions().timeZone },
    { caption: language, value: navigator.languages.join(', ') },
    { caption: online, value: navigator.onLine ? networks.there : networks.none },
    ...asked.flat(),
  ];
}

type Feature = Exclude<keyof AppMessages['diagnostics']['lacks'], 'nothing'>;

interface Browser {
  readonly navigator: {
    readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'>;
    readonly storage?: Partial<StorageManager>;
  };
}

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

/** Lists the features that this browser lacks, each with what Scanline does instead; or says that it lacks nothing. */
export function lackFacts(browser: Browser = globalThis): readonly TextFact[] {
  const { nothing, ...lacks } = diagnosticsWords().lacks;
  const names = (Object.keys(has) as Feature[]).filter((name) => !has[name](browser));
  if (names.length === 0) return [{ caption: diagnosticsWords().browser, value: nothing }];
  return names.map((name) => ({ caption: lacks[name].name, value: lacks[name].means }));
}

const unseen: Readonly<Record<string, string>> = {
  '\t': 'TAB',
  '\n': 'LF',
  '\r': 'CR',
  '\u001d': 'GS',
  '\u001e': 'RS',
  '\u0004': 'EOT',
  ' ': 'SP',
};

/** A code with what cannot be seen named: `010950<GS>10A`. */
export function visible(text: string): string {
  return Array.from(text, (character) => {
    if (!/[\p{C}\p{Z}]/u.test(character)) return character;
    return `<${unseen[character] ?? pointOf(character)}>`;
  }).join('');
}

/** Returns the facts of a scan: its code, and how it came. @param stream - what was heard of it, where it was typed. */
export function scannedFacts(scan: ScanNote | undefined, stream: Stream | undefined): readonly TextFact[] {
  const heard = stream && scannerCode(stream);
  const text = scan?.text ?? heard?.body;
  if (text === undefined) return [];
  const { code, characters, source } = diagnosticsWords();
  return [
    { caption: code, value: visible(text) },
    { caption: characters, value: shownNumber(Array.from(text).length) },
    ...(scan ? [{ caption: source, value: sourceOf(scan) }] : []),
    ...(heard ? heardFacts(heard) : []),
  ];
}

function heardFacts({ endings, deliveries, gaps: all }: ScannerCode): readonly TextFact[] {
  const { ending, endings: names, delivered, deliveries: ways, gaps } = diagnosticsWords();
  return [
    { caption: ending, value: endings.map((name) => names[name]).join(' + ') || names.none },
    { caption: delivered, value: deliveries.map((by) => ways[by]).join(' + ') },
    ...(all.length > 0 ? [{ caption: gaps, value: gapsOf(all) }] : []),
  ];
}

function sourceOf(scan: ScanNote): string {
  const source = codeWords().sources[cameBy(scan)];
  return scan.symbology === undefined ? source : `${source}, ${scan.symbology}`;
}

function gapsOf(gaps: readonly number[]): string {
  const sorted = gaps.map((ms) => Math.round(ms)).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return `${diagnosticsWords().gap({ least: at(0), median: at(0.5), most: at(1) })} (${gaps.map((ms) => Math.round(ms)).join(' ')})`;
}
