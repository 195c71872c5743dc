import { type Call, laneOf } from '#contract/call.ts';
import { createGateway } from './gatewayRig.ts';
import { type OperatorEvent, type Drainer, type Inside, type Rules, change, decide, goOn } from './worldSteps.ts';

export type World = ReturnType<typeof createWorld>;

/** Queue, drainers, gateway, ledger and service in memory, moved on one small step at a time. */
export function createWorld(by: Rules) {
  let names = 0;
  const newName = (kind: string): string => `${kind}-${(names += 1)}`;
  const inside: Inside = {
    by,
    rows: [],
    tries: [],
    letGo: new Map(),
    askedAt: new Map(),
    drainers: ['page', 'page', 'worker'].map((kind) => ({ owner: newName(kind) })),
    gateway: createGateway(by),
    conditions: { network: true, service: true },
    newName,
    now: 1_700_000_000_000,
  };
  return {
    rows: inside.rows,
    tries: inside.tries,
    executions: inside.gateway.executions,
    serve: inside.gateway.serve,
    drainers: inside.drainers,
    letGo: inside.letGo,
    conditions: inside.conditions,
    save(call: Call, callId: string): void {
      const lane = laneOf(call);
      const asIs = {
        operator: 'u',
        scans: [],
        enqueuedAt: inside.now,
        changedAt: inside.now,
        inDoubt: false,
        notBefore: 0,
        tries: 0,
      };
      const { operation, parameters } = call;
      const seq = inside.rows.length + 1;
      inside.askedAt.set(seq, inside.now);
      inside.rows.push({ ...asIs, seq, callId, generation: 1, operation, parameters, lane, state: 'waiting' });
    },
    /** The next thing a drainer does. @param fate - 0: it goes well; 1: arrives twice; 2: is lost; 3: too late. */
    go(which: number, fate: number): void {
      goOn(inside, inside.drainers[which] as Drainer, fate);
    },
    /** A drainer dies; what it was sending stays marked, and what it had sent goes on. */
    die(which: number): void {
      inside.drainers[which] = { owner: inside.newName('page') };
    },
    /** A drainer takes over what any other has marked, dead or alive. */
    recover(which: number): void {
      const { owner } = inside.drainers[which] as Drainer;
      for (const row of inside.rows.filter(({ state, claim: held }) => state === 'sending' && held?.owner !== owner)) {
        for (const one of inside.tries) one.taken ||= one.token === row.claim?.token;
        change(inside, row, { kind: 'ownerGone' });
      }
    },
    /** The gateway dies and starts again. @param forgets - its ledger is gone too. */
    restart(forgets: boolean): void {
      inside.gateway.restart(forgets);
    },
    decide: (which: number, event: OperatorEvent): void => decide(inside, which, event),
    pass(ms: number): void {
      inside.now += ms;
    },
  };
}
