import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';

export const claim = { owner: 'page-1', token: 'token-1', at: 1_700_000_000_000 };
export const tried = { epoch: 'e-1', at: 5 };

/** A call in a state, with what it has in that state. */
export function callThatIs(state: State, change: Partial<QueuedCall> = {}): QueuedCall {
  return {
    seq: 7,
    callId: 'call-7',
    generation: 1,
    operation: 'RevertOff',
    parameters: [['deliveryCode', 'D-1001']],
    lane: 'deliveryCode:D-1001',
    operator: 'u17',
    scans: [],
    enqueuedAt: 1,
    changedAt: 2,
    state,
    tries: state === 'waiting' ? 0 : 1,
    inDoubt: false,
    notBefore: 0,
    ...(state === 'sending' && { claim, tried }),
    ...(state === 'handed-over' && { handedOver: { id: 'hand-over-1', operator: 'u17', at: 3, from: 'waiting' } }),
    ...change,
  };
}

/** The change that makes a call a print. */
export const print = { operation: 'PrintCNOrder', lane: 'code:C1' } as const;
