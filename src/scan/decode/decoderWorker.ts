import type { Frame, Reply, Request } from './messages.ts';
import { type Pipeline, openPipeline } from './pipeline.ts';

/** A worker's own names; this folder is compiled with the page's. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const pipelines = new Map<number, Pipeline>();
const answerInTurn = inTurn(answer);

scope.addEventListener('message', ({ data }) => answerInTurn(data));

/** One after the other, in the order asked. */
function inTurn<T>(work: (given: T) => Promise<void>): (given: T) => void {
  let before: Promise<void> = Promise.resolve();
  return (given) => {
    before = before.then(() => work(given));
  };
}

async function answer(request: Request): Promise<void> {
  const { decoder } = request;
  try {
    switch (request.kind) {
      case 'open': {
        pipelines.set(decoder, await openPipeline(request.rules));
        scope.postMessage({ kind: 'ready', decoder });
        return;
      }
      case 'frame': {
        const pipeline = pipelines.get(decoder);
        const reads = await lookAt(pipeline, request.frame);
        const seen = { reads, laps: pipeline?.laps ?? 0, lack: reads.length === 0 ? pipeline?.lack?.() : undefined };
        scope.postMessage({ kind: 'read', decoder, id: request.id, seen });
        return;
      }
      case 'close':
        pipelines.delete(decoder);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ kind: 'failed', decoder, message, ...('id' in request && { id: request.id }) });
  }
}

async function lookAt(pipeline: Pipeline | undefined, frame: Frame): ReturnType<Pipeline['look']> {
  try {
    return (await pipeline?.look(frame)) ?? [];
  } finally {
    if ('close' in frame) frame.close();
  }
}
