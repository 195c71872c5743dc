// Only ever imported by import(): nothing of it is in the first load.
// oxlint-disable-next-line import/default -- the address that Vite gives it
import workerUrl from './decoderWorker.ts?worker&url';
import type { ReadingRules } from './formats.ts';
import type { CameraFrame, Reply, Request, Seen } from './messages.ts';

/** Reads frames, off the main thread. */
export interface Decoder {
  /**
   * Looks at one frame, which is handed over and closed: it cannot be used afterwards. One at a time is enough; more
   * are looked at in turn.
   *
   * @throws Error where the frame could not be looked at, or the decoder was closed meanwhile.
   */
  decode(frame: CameraFrame): Promise<Seen>;
  /**
   * Frames under way are refused. The worker stays warm for the next one.
   *
   * @param options - `isDead` where it fails or does not answer: the next one gets another worker.
   */
  close(options?: { readonly isDead?: boolean }): void;
}

interface Waiting {
  readonly decoder: number;
  resolve(seen: Seen): void;
  reject(error: Error): void;
}

/** The page's one worker and what waits for its answers, in the order asked. */
interface RunningWorker {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

const CLOSED = 'the decoder is closed';

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Opens a decoder for what `rules` ask for, in the page's one worker, which is started by the first call.
 *
 * @throws Error where no decoder could be loaded.
 */
export const openDecoder = createDecoders();

function createDecoders(): (rules: ReadingRules) => Promise<Decoder> {
  let url: string | undefined; // a policy cannot be made twice
  let running: RunningWorker | undefined;
  let count = 0;

  function startWorker(): RunningWorker {
    const worker = new Worker((url ??= trusted()), { type: 'module', name: 'decoder' });
    const started: RunningWorker = { worker, waiting: [] };
    worker.addEventListener('message', ({ data: reply }: MessageEvent<Reply>) => {
      const waiter = started.waiting.shift();
      if ('failed' in reply) waiter?.reject(new Error(reply.failed));
      else waiter?.resolve(reply);
    });
    // Its script did not load, or it fell.
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      dismiss(started, event.message || 'the decoder could not be loaded');
    });
    return started;
  }

  /** Ends a worker: whoever opens a decoder next gets a new one. */
  function dismiss(dismissed: RunningWorker, message: string): void {
    if (running === dismissed) running = undefined;
    dismissed.worker.terminate();
    for (const { reject } of dismissed.waiting) reject(new Error(message));
  }

  return async (rules) => {
    const decoder = (count += 1);
    const mine = (running ??= startWorker());
    const { worker, waiting } = mine;
    const ask = (request: Request, transfer: Transferable[] = []): Promise<Seen> =>
      new Promise((resolve, reject) => {
        worker.postMessage(request, transfer);
        waiting.push({ decoder, resolve, reject });
      });
    await ask({ kind: 'open', decoder, rules });
    let isClosed = false;
    return {
      async decode(frame) {
        if (isClosed || running !== mine) {
          if ('close' in frame) frame.close();
          throw new Error(CLOSED);
        }
        return ask({ kind: 'frame', decoder, frame }, ['data' in frame ? frame.data.buffer : frame]);
      },
      close({ isDead = false } = {}) {
        if (isClosed) return;
        isClosed = true;
        if (isDead) return dismiss(mine, CLOSED);
        worker.postMessage({ kind: 'close', decoder } satisfies Request);
        for (const one of waiting) if (one.decoder === decoder) one.reject(new Error(CLOSED));
      },
    };
  };
}

/** Returns the worker's address, through a Trusted Types policy that gives out no other, where the browser knows them. */
function trusted(): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const policy = factory?.createPolicy('scan-worker', { createScriptURL: () => workerUrl });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
