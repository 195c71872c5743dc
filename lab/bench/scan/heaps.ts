import type { BareBrowser } from '#lab/bench/bareBrowser.ts';

/** One heap after a collection, in bytes. */
export interface Heap {
  /** Bytes that scripts hold. */
  readonly used: number;
  /** Bytes that the browser holds for them: nodes, frames, streams. */
  readonly embedder: number;
  /** Array buffers. */
  readonly buffers: number;
  /** WebAssembly's memories. */
  readonly wasm: number;
}

export interface HeapReading {
  readonly atMs: number;
  readonly page: Heap;
  /** Of all dedicated workers together. */
  readonly worker: Heap;
  readonly workers: number;
}

/** Frames and streams that were made and given back. */
export interface Counts {
  /** Made in the page. */
  readonly opened: number;
  /** Of those, closed or handed over. */
  readonly ended: number;
  /** Come to the worker. */
  readonly given: number;
  /** Of those, closed. */
  readonly closed: number;
  readonly streams: number;
}

interface Counters {
  opened?: number;
  ended?: number;
  given?: number;
  closed?: number;
  streams?: number;
  wasm?: number;
}

export interface Heaps {
  read(atMs: number): Promise<HeapReading>;
  counts(): Promise<Counts>;
}

/** Reads the heaps of a page and its workers, which are told from their first line on to count frames. */
export async function watchHeaps(browser: BareBrowser): Promise<Heaps> {
  const workers = new Set<string>();
  browser.on(
    'Target.attachedToTarget',
    ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
      void (async () => {
        if (targetInfo.type === 'worker') {
          workers.add(sessionId);
          await browser.send('Runtime.evaluate', { expression: `(${countInWorker.toString()})()` }, sessionId);
        }
        await browser.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
      })().catch(() => workers.delete(sessionId)); // it has ended meanwhile
    },
  );
  browser.on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => void workers.delete(sessionId));
  await browser.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${countInPage.toString()})()` });
  await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });

  async function heapOf(session?: string): Promise<Heap> {
    await browser.send('HeapProfiler.collectGarbage', {}, session);
    const usage = (await browser.send('Runtime.getHeapUsage', {}, session)) as {
      usedSize: number;
      embedderHeapUsedSize?: number;
      backingStorageSize?: number;
    };
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
    const { wasm = 0 } = await counters(session);
    return { used: usedSize, embedder: embedderHeapUsedSize, buffers: backingStorageSize, wasm };
  }

  async function counters(session?: string): Promise<Counters> {
    const parameters = { expression: '({ ...globalThis.soak })', returnByValue: true };
    const { result } = (await browser.send('Runtime.evaluate', parameters, session)) as {
      result: { value?: Counters };
    };
    return result.value ?? {};
  }

  return {
    async read(atMs) {
      const page = await heapOf();
      const each = await Promise.all([...workers].map((session) => heapOf(session)));
      const worker = each.reduce(sumOf, { used: 0, embedder: 0, buffers: 0, wasm: 0 });
      return { atMs, page, worker, workers: each.length };
    },
    async counts() {
      const { opened = 0, ended = 0, streams = 0 } = await counters();
      const each = await Promise.all([...workers].map((session) => counters(session)));
      const total = (name: 'given' | 'closed'): number => each.reduce((sum, one) => sum + (one[name] ?? 0), 0);
      return { opened, ended, streams, given: total('given'), closed: total('closed') };
    },
  };
}

function sumOf(one: Heap, other: Heap): Heap {
  return {
    used: one.used + other.used,
    embedder: one.embedder + other.embedder,
    buffers: one.buffers + other.buffers,
    wasm: one.wasm + other.wasm,
  };
}

/** Runs in the page. */
function countInPage(): void {
  const soak = { opened: 0, ended: 0, streams: 0 };
  Object.assign(globalThis, { soak });
  const Real = globalThis.VideoFrame;
  const Counted = class extends Real {
    constructor(source: HTMLVideoElement) {
      super(source);
      soak.opened += 1;
    }
    override close(): void {
      soak.ended += 1;
      super.close();
    }
  };
  Object.assign(globalThis, { VideoFrame: Counted });
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = (constraints) => {
    soak.streams += 1;
    return ask(constraints);
  };
}

/** Runs in a worker, before its own script. */
function countInWorker(): void {
  const memories: WebAssembly.Memory[] = [];
  const soak = {
    given: 0,
    closed: 0,
    get wasm(): number {
      return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    },
  };
  Object.assign(globalThis, { soak });
  for (const name of ['instantiate', 'instantiateStreaming'] as const) {
    const make = WebAssembly[name] as (...parameters: unknown[]) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;
    Object.assign(WebAssembly, {
      async [name](...parameters: unknown[]) {
        const made = await make(...parameters);
        const isMemory = (one: unknown): one is WebAssembly.Memory => one instanceof WebAssembly.Memory;
        memories.push(...Object.values(made.instance.exports).filter(isMemory));
        return made;
      },
    });
  }
  const { close } = VideoFrame.prototype;
  VideoFrame.prototype.close = function counted(): void {
    if (this.format !== null) soak.closed += 1;
    close.call(this);
  };
  addEventListener('message', ({ data }: MessageEvent<{ frame?: unknown } | undefined>) => {
    if (data?.frame instanceof VideoFrame) soak.given += 1;
  });
}
