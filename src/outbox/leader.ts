import { DRAIN_LOCK, channelWords } from './names.ts';

/** The parts of the platform that leading needs; pages and workers have all of them. */
export interface LeaderPorts {
  readonly locks: LockManager;
  /** A channel to the other pages, opened on the same name. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
  readonly setInterval: (tick: () => void, ms: number) => unknown;
  readonly clearInterval: (timer: never) => void;
}

const BEAT_MS = 3_000;
/** Pings in a row without an answer after which the leader is taken for frozen: not a time, as this page may sleep too. */
const MISSED_BEATS = 4;

export type Leader = ReturnType<typeof lead>;

/**
 * One of the pages of a browser leads: it alone drains. Others take over when it ends, or when it has frozen.
 *
 * Competes for the drain lock for as long as the page lives. The leader answers pings; when the fourth in a row has had no
 * answer for a beat (15 s) it is taken for frozen and the lock is stolen. That is safe: a token fences claim and settle.
 *
 * @param onLead - called each time this page becomes the leader; `stolen` says that the last one may still run.
 */
export function lead(ports: LeaderPorts, onLead: (stolen: boolean) => void) {
  const { locks, channel } = ports;
  let leading = false;
  let stopped = false;
  let release: (() => void) | undefined;
  let waiting: AbortController | undefined;
  let missed = 0;

  function request(steal: boolean): void {
    waiting?.abort();
    const mine = new AbortController();
    waiting = mine;
    const options: LockOptions = steal ? { steal: true } : { signal: mine.signal };
    locks
      .request(DRAIN_LOCK, options, () => {
        if (stopped || waiting !== mine) return undefined; // granted in the moment it was given up
        leading = true;
        onLead(steal);
        return new Promise<void>((resolve) => (release = resolve));
      })
      .catch((error: unknown) => {
        if (waiting !== mine) return; // given up for a later one
        const lost = leading; // stolen from here: compete again
        leading = false;
        if (lost && !stopped && (error as Error).name === 'AbortError') {
          missed = 0;
          request(false);
        }
      });
  }

  function onMessage({ data }: MessageEvent<unknown>): void {
    if (data === channelWords.ping && leading) channel.postMessage(channelWords.pong);
    if (data === channelWords.pong) missed = 0;
  }
  channel.addEventListener('message', onMessage);
  const timer = ports.setInterval(() => {
    if (leading || stopped) return;
    if (missed >= MISSED_BEATS) {
      missed = 0;
      request(true);
      return;
    }
    missed += 1;
    channel.postMessage(channelWords.ping);
  }, BEAT_MS);
  request(false);

  return {
    isLeader: (): boolean => leading,
    stop(): void {
      stopped = true;
      leading = false;
      waiting?.abort();
      ports.clearInterval(timer as never);
      channel.removeEventListener('message', onMessage);
      release?.();
    },
  };
}
