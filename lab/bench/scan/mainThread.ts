import type { BareBrowser } from '#lab/bench/bareBrowser.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds of it that the thread had a processor. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly data?: { readonly url?: string; readonly functionName?: string; readonly type?: string };
  };
}

export interface Task {
  readonly ms: number;
  /** Part of it in which the thread was running and not waiting for a processor, and its longest parts. */
  readonly what: string;
}

const LONG_MS = 50;

/**
 * Watches the page's main thread by a DevTools trace, from now on.
 *
 * @returns ends it, and says which tasks took 50 ms and more, longest first.
 */
export async function watchTasks(browser: BareBrowser): Promise<() => Promise<readonly Task[]>> {
  const events: TraceEvent[] = [];
  const ended = new Promise<void>((resolve) => browser.on('Tracing.tracingComplete', () => resolve()));
  browser.on('Tracing.dataCollected', ({ value }: { value: readonly TraceEvent[] }) => void events.push(...value));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,__metadata';
  await browser.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  return async () => {
    await browser.send('Tracing.end');
    await ended;
    return longTasks(events);
  };
}

/** Of the renderer that ran scripts; a browser of one page has no other that is busy. */
function longTasks(events: readonly TraceEvent[]): readonly Task[] {
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const whole = events.filter(({ ph, pid, tid }) => ph === 'X' && isMain.has(`${pid} ${tid}`));
  return whole
    .filter(({ name, dur = 0 }) => name === 'RunTask' && dur >= LONG_MS * 1_000)
    .map((task) => ({ ms: (task.dur ?? 0) / 1_000, what: partsOf(task, whole) }))
    .sort((a, b) => b.ms - a.ms);
}

function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  const running = task.tdur === undefined ? '' : `running ${Math.round(task.tdur / 1_000)} ms: `;
  const parts = events
    .filter(
      ({ name, pid, ts, dur = 0 }) =>
        name !== 'RunTask' && pid === task.pid && ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0),
    )
    .sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 4)
    .map(({ name, dur = 0, args: { data } }) => {
      const more = [data?.type, data?.functionName, data?.url?.split('/').at(-1)].filter(Boolean).join(' ');
      return `${name}${more && ` (${more})`} ${Math.round(dur / 1_000)} ms`;
    });
  return `${running}${parts.join(', ')}`;
}
