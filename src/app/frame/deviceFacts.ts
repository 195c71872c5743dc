import type { Fact } from '#ui/Facts.tsx';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import type { Journal } from '#app/core/journal.ts';
import { readStorageFacts } from '#device/storageFacts.ts';
import type { State } from '#outbox/state/queuedCall.ts';

/** A label and what is known, both as they are read; the report is written of them too. */
export interface TextFact extends Fact {
  readonly value: string;
}

const WORKER_ANSWERS_WITHIN_MS = 1_000;

/** The worker that serves the next start: its version by its own word, and whether a newer one waits. */
export async function workerFacts(): Promise<readonly TextFact[]> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const worker = registration?.active;
  const parts = [
    worker?.state ?? words('diagnostics').none,
    ...(navigator.serviceWorker?.controller ? [words('diagnostics').controls] : []),
    ...(registration?.waiting ? [words('diagnostics').waiting] : []),
  ];
  return [
    { label: words('diagnostics').worker, value: parts.join(', ') },
    {
      label: words('diagnostics').workerVersion,
      value: (worker && (await versionOf(worker))) ?? words('diagnostics').unknown,
    },
  ];
}

function versionOf(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)));
    port1.start();
    setTimeout(() => resolve(undefined), WORKER_ANSWERS_WITHIN_MS); // one of before it could say
    worker.postMessage({ type: 'VERSION' }, [port2]);
  });
}

export async function storageFacts(): Promise<readonly TextFact[]> {
  const { isPersisted, usage, quota } = await readStorageFacts(navigator.storage);
  const { persisted, used, unknown, yes, no, megabytes } = words('diagnostics');
  const shown = (bytes: number): string => megabytes({ megabytes: Math.round(bytes / 100_000) / 10 });
  return [
    { label: persisted, value: isPersisted === undefined ? unknown : isPersisted ? yes : no },
    { label: used, value: usage === undefined || quota === undefined ? unknown : `${shown(usage)} / ${shown(quota)}` },
  ];
}

/** Rows as they were counted now: the figures of the header are kept beside them, and may be compared. */
export async function rowFacts(journal: Journal): Promise<readonly TextFact[]> {
  const { calls, attempts } = await journal.counts();
  const states = Object.entries(calls) as [State, number][];
  const all = states.reduce((sum, [, many]) => sum + many, 0);
  return [
    { label: words('diagnostics').counted, value: shownNumber(all) },
    ...states.map(([state, many]) => ({ label: wordOf(state), value: shownNumber(many) })),
    { label: words('diagnostics').attempts, value: shownNumber(attempts) },
  ];
}

function wordOf(state: State): string {
  return state === 'answered' ? words('history').states.answered : words('state').states[state];
}

/** Names of permissions that the app uses, or may; one that a browser does not know is left out. */
const permissions = ['camera', 'persistent-storage', 'notifications'];

export async function deviceFacts(): Promise<readonly TextFact[]> {
  const asked = await Promise.all(
    permissions.map(async (name) => {
      try {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return [{ label: words('diagnostics').permission({ name }), value: state }];
      } catch {
        return [];
      }
    }),
  );
  const { width, height } = screen;
  return [
    { label: words('diagnostics').browser, value: navigator.userAgent },
    {
      label: words('diagnostics').screen,
      value: `${width} × ${height}, ${innerWidth} × ${innerHeight}, ${devicePixelRatio}`,
    },
    { label: words('diagnostics').timeZone, value: Intl.DateTimeFormat().resolvedOptions().timeZone },
    { label: words('diagnostics').language, value: navigator.languages.join(', ') },
    {
      label: words('diagnostics').online,
      value: navigator.onLine ? words('diagnostics').networks.there : words('diagnostics').networks.none,
    },
    ...asked.flat(),
  ];
}
