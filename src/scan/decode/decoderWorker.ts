import type { Reply, Request, Seen } from './messages.ts';
import { type Pipeline, openPipeline } from './pipeline.ts';

/** A worker's own names; this folder is compiled with the page's. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const pipelines = new Map<number, Pipeline>();
const nothing: Seen = { reads: [], laps: 0 };
const answerSerially = serially(answer);

scope.addEventListener('message', ({ data }) => answerSerially(data));

/** Makes work go one after the other, in the order asked. */
function serially<T>(work: (given: T) => Promise<void>): (given: T) => void {
  let before: Promise<void> = Promise.resolve();
  return (given) => {
    before = before.then(() => work(given));
  };
}

async function answer(request: Request): Promise<void> {
  try {
    const seen = await seenFor(request);
    if (seen) scope.postMessage(seen);
  } catch (error) {
    scope.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
}

async function seenFor(request: Request): Promise<Seen | undefined> {
  const { decoder } = request;
  switch (request.kind) {
    case 'open':
      pipelines.set(decoder, await openPipeline(request.rules));
      return nothing;
    case 'frame':
      try {
        return (await pipelines.get(decoder)?.(request.frame)) ?? nothing;
      } finally {
        if ('close' in request.frame) request.frame.close();
      }
    case 'close':
      pipelines.delete(decoder);
      return undefined;
  }
}
