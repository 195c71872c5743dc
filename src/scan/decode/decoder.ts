// Only ever imported by import(): nothing of it is in the first load.
// oxlint-disable-next-line import/default -- the address that Vite gives it
import workerUrl from './decoderWorker.ts?worker&url';
import type { FrameRead } from './frameRead.ts';
import type { ReadingRules } from './formats.ts';
import type { Frame, Lack, Reply, Request, Seen } from './messages.ts';

/** Reads frames, off the main thread. */
export interface Decoder {
  /** How often a picture without a code has been tried in every way there is: after once, more of it is no use. */
  readonly laps: number;
  /** What the last frame lacked, where nothing was read of it and that is known. */
  readonly lack?: Lack | undefined;
  /**
   * Looks at one frame, which is handed over and closed: it cannot be used afterwards. One at a time is enough; more
   * are looked at in turn.
   *
   * @returns the codes that can be read in it. What is read is not yet a scan: `judgeFrame`.
   * @throws Error where the frame could not be looked at, or the decoder was closed meanwhile.
   */
  decode(frame: Frame): Promise<readonly FrameRead[]>;
  /**
   * Frames under way are refused. The worker stays warm for the next one.
   *
   * @param options - `isDead` where it fails or does not answer: the next one gets another worker.
   */
  close(options?: { readonly isDead?: boolean }): void;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** The page's one worker and what waits for it. */
interface Desk {
  readonly worker: Worker;
  /** Keyed by `decoder` for what opens, by `decoder/id` for frames. */
  readonly waiting: Map<string, Waiting>;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * A decoder for what `rules` ask for, in the page's one worker, which is started by the first call.
 *
 * @throws Error where no decoder could be loaded.
 */
export const openDecoder = createDecoders();

function createDecoders(): (rules: ReadingRules) => Promise<Decoder> {
  let url: string | undefined; // a policy cannot be made twice
  let desk: Desk | undefined;
  let count = 0;

  function dismiss(dismissed: Desk, message: string): void {
    if (desk === dismissed) desk = undefined;
    dismissed.worker.terminate();
    refuse(dismissed.waiting, message);
  }

  return async (rules) => {
    const decoder = (count += 1);
    const mine = (desk ??= startWorker((url ??= trusted()), dismiss));
    const { worker, waiting } = mine;
    const ask = <T>(key: string, request: Request, transfer: Transferable[] = []): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.set(key, { resolve, reject });
        worker.postMessage(request, transfer);
      });
    await ask<undefined>(`${decoder}`, { kind: 'open', decoder, rules });
    let isClosed = false;
    let last: Seen | undefined;
    return {
      get laps() {
        return last?.laps ?? 0;
      },
      get lack() {
        return last?.lack;
      },
      async decode(frame) {
        if (isClosed || desk !== mine) {
          if ('close' in frame) frame.close();
          throw new Error('the decoder is closed');
        }
        const id = (count += 1);
        const transfer = 'data' in frame ? [frame.data.buffer] : [frame];
        last = await ask<Seen>(`${decoder}/${id}`, { kind: 'frame', decoder, id, frame }, transfer);
        return last.reads;
      },
      close({ isDead = false } = {}) {
        if (isClosed) return;
        isClosed = true;
        if (isDead) {
          dismiss(mine, 'the decoder is closed');
          return;
        }
        worker.postMessage({ kind: 'close', decoder } satisfies Request);
        refuse(waiting, 'the decoder is closed', (key) => key.startsWith(`${decoder}/`));
      },
    };
  };
}

/** @param dismiss - ends a desk: whoever opens a decoder next gets a new one. */
function startWorker(url: string, dismiss: (desk: Desk, message: string) => void): Desk {
  const worker = new Worker(url, { type: 'module', name: 'decoder' });
  const desk: Desk = { worker, waiting: new Map() };
  worker.addEventListener('message', ({ data: reply }: MessageEvent<Reply>) => {
    const key = 'id' in reply ? `${reply.decoder}/${reply.id}` : `${reply.decoder}`;
    const waiter = desk.waiting.get(key);
    desk.waiting.delete(key);
    if (reply.kind === 'failed') waiter?.reject(new Error(reply.message));
    else waiter?.resolve((reply.kind === 'ready' ? undefined : reply.seen) as never);
  });
  // Its script did not load, or it fell.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    dismiss(desk, event.message || 'the decoder could not be loaded');
  });
  return desk;
}

function refuse(waiting: Map<string, Waiting>, message: string, concerns = (_key: string) => true): void {
  for (const [key, { reject }] of waiting) {
    if (!concerns(key)) continue;
    waiting.delete(key);
    reject(new Error(message));
  }
}

/** The worker's address, through a Trusted Types policy that gives out no other, where the browser knows them. */
function trusted(): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const policy = factory?.createPolicy('scan-worker', { createScriptURL: () => workerUrl });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
