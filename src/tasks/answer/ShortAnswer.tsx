import { Suspense } from 'react';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { wholeCodes } from '#ui/Code.tsx';
import { part } from '#ui/part.ts';

/** Letters of an answer in a list. */
const ROOM = 200;
/** How what is more than a text begins: JSON, a label, a PDF, a picture. */
const FORMED = /^\s*(?:[[{^%]|data:|JVBERi)/;

/** Its readers are a chunk of their own: most answers to a write are a sentence. */
const FormedAnswer = part(() => import('./FormedAnswer.tsx'), 'FormedAnswer');

/** A call's answer in one line, for a list; the call's own screen has all of it. */
export function ShortAnswer({ call }: { readonly call: Pick<QueuedCall, 'operation' | 'parameters' | 'result'> }) {
  const text = call.result?.text ?? '';
  if (!FORMED.test(text)) return wholeCodes(text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`);
  return (
    <Suspense fallback="…">
      <FormedAnswer call={call} />
    </Suspense>
  );
}
