import type { Call } from '#contract/call.ts';
import { unknownSite } from '#site/site.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { NotTaken } from '#tasks/intake/notTaken.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import type { Draft } from '#tasks/task/handheld.ts';

export const known = { userId: '7', warehouseId: '1' };

export const scan = (text: string, at = 1): ScanNote => ({ text, source: 'wedge', at });

export function draftInMemory(): Pick<Draft, 'read' | 'write'> {
  let kept: string | undefined;
  return { read: () => kept, write: (text) => void (kept = text) };
}

/** The ports of a flow over memory, and what came of them. A call is saved under the next number. */
export function flowPorts() {
  const cues: string[] = [];
  const saved: Call[] = [];
  /** The values of the saved calls. */
  const values: (readonly string[])[] = [];
  const repeated: (readonly [seq: number, code: string])[] = [];
  const notTaken: NotTaken[] = [];
  const takenBack: number[] = [];
  const ports: RunPorts = {
    known: () => known,
    site: () => unknownSite,
    allowsTyped: () => true,
    rolesOf: () => [],
    isRefused: () => false,
    taken: () => undefined,
    otherObject: () => undefined,
    came: () => undefined,
    pending: () => undefined,
    hold: () => undefined,
    doubtOf: () => undefined,
    now: () => 1,
    lookUp: async () => ({ fresh: false }),
    async save(call) {
      saved.push(call);
      values.push(call.parameters.map(([, text]) => text));
      return { seq: saved.length } as QueuedCall;
    },
    noteRepeat: async (seq, code) => void repeated.push([seq, code]),
    choosePrinter: () => undefined,
    cue: (cue) => cues.push(cue),
    takeBack: async (seq) => void takenBack.push(seq),
    notTaken: ({ text, at, call, first }, reason) =>
      notTaken.push({ text, at, ...(call && { call }), ...(first !== undefined && { first }), reason }),
    draft: draftInMemory(),
  };
  return { ports, cues, saved, values, repeated, notTaken, takenBack };
}

/** Resolves when what is under way has come to rest. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}
