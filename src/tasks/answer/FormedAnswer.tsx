import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { answerShort } from './answerShort.ts';

/** JSON, a label or a picture, in one line. */
export function FormedAnswer({ call }: { readonly call: Pick<QueuedCall, 'operation' | 'parameters' | 'result'> }) {
  return answerShort(call);
}
