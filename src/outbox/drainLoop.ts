import type { DrainChange, DrainMemory, Gateway } from './drainPorts.ts';
import { type Leader, lead } from './leader.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import type { Shown } from './shown.ts';

const RECOVERY_RETRY_MS = 2_000;

/** Told what a drain changes, and what a look for the gateway has found. */
interface GatewayNews {
  onChange(change: DrainChange): void;
  heard(gateway: Gateway): void;
}

/** Drains in this page while it leads: one drain at a time, again while one is wanted, and by a timer after a failure. */
export function createDrainLoop(ports: OutboxPorts, shown: Shown, memory: DrainMemory, news: GatewayNews) {
  const claimant = createClaimant(ports);
  let leader: Leader | undefined;
  let timer: unknown;
  let draining: Promise<void> | undefined;
  let wanted = false;
  /** Whether the gateway was to be looked for while a drain or a look was under way. */
  let asked = false;
  let isQuiet = false;
  const maySend = (): boolean => leader?.isLeader() === true && !isQuiet;

  async function drainWhileWanted(): Promise<void> {
    let pauseMs: number | undefined;
    try {
      while (wanted && maySend()) {
        wanted = false;
        if ((await claimant.recover()) > 0) shown.changed();
        const { drain } = await import('#outbox/drainer.ts'); // a chunk of its own: nothing of it is needed to scan
        const drained = await drain({ ...ports, onChange: news.onChange }, memory, claimant.name(), maySend);
        pauseMs = drained.kind === 'wait' ? drained.ms : undefined;
      }
    } catch (error) {
      ports.onTrouble(error);
      claimant.renew();
      pauseMs = RECOVERY_RETRY_MS;
    }
    if (pauseMs !== undefined) timer = ports.setTimeout(wake, pauseMs);
    ended();
  }

  /** What was wanted while a drain or a look was under way is done now. */
  function ended(): void {
    draining = undefined;
    if (wanted) wake();
    if (asked) ask();
  }

  function ask(): void {
    const { totals, pause, revision } = shown.view();
    if (revision === 0) return; // what waits is not known yet: the drain asks, after it has freed what nobody sends
    asked = draining !== undefined;
    if (asked || (pause === undefined && totals.waiting + totals.sending > 0)) return;
    draining = import('#outbox/drainer.ts')
      .then(({ lookAtRest }) => lookAtRest(ports, memory))
      .then((gateway) => news.heard(gateway), ports.onTrouble)
      .then(ended);
  }

  function wake(): void {
    wanted = true;
    ports.clearTimeout(timer as never);
    if (maySend()) draining ??= drainWhileWanted();
  }

  function start(): void {
    leader ??= lead(ports, () => {
      claimant.mayHaveLeft();
      wake();
    });
  }

  function stop(): void {
    leader?.stop();
    leader = undefined;
    ports.clearTimeout(timer as never);
  }

  async function quiet(): Promise<void> {
    isQuiet = true;
    await draining;
  }

  function goOn(): void {
    isQuiet = false;
    wake();
  }

  return { start, stop, quiet, goOn, wake, ask };
}

/** Who claims calls here. */
function createClaimant({ store, now, newId }: OutboxPorts) {
  /** Another one after a drain that broke, so that what it was sending is found again. */
  let name = newId();
  /** Whether rows may be marked as being sent by nobody: before the first drain as the leader, and after one that broke. */
  let mayBeOrphans = true;
  return {
    name: (): string => name,
    renew(): void {
      name = newId();
      mayBeOrphans = true;
    },
    /** Whoever led before may have left calls marked as being sent. */
    mayHaveLeft: (): void => void (mayBeOrphans = true),
    /** Frees what nobody sends, where there may be any. @returns how many. */
    async recover(): Promise<number> {
      const freed = mayBeOrphans ? await store.recover(name, now()) : 0;
      mayBeOrphans = false;
      return freed;
    },
  };
}
