import type { FastifyBaseLogger } from 'fastify';
import type { AlertMessage, AlertOutbox, AlertChannel } from './alertOutbox.ts';
import type { Tell } from './receivers.ts';

export interface AlertSenderPorts {
  readonly outbox: AlertOutbox;
  readonly receivers: ReadonlyMap<AlertChannel, Tell>;
  /** Tells whether it is this gateway that sends. */
  readonly leads: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  /** Milliseconds before each next try at one receiver; the last one for all that follow. @defaultValue 15 s to an hour */
  readonly againMs?: readonly number[] | undefined;
  /** Ends it. */
  readonly ending: AbortSignal;
  /** Told how many messages wait. */
  readonly onWaiting: (many: number) => void;
}

const AGAIN_MS = [15_000, 60_000, 300_000, 900_000, 3_600_000];
/** Tries after which `/gateway/health` says that a receiver takes nothing. */
const TOLD_AFTER = 3;

/** The standing of a receiver that takes nothing: the tries of its oldest message, why the last one failed, when the next one is due. */
interface Failing {
  readonly tries: number;
  readonly why: string;
  readonly againAt: number;
}

/** Makes what sends the messages that wait: to each receiver one after the other, the oldest first, again and again until it is taken. */
export function createAlertSender(ports: AlertSenderPorts) {
  const { outbox, receivers, leads, log, now, againMs = AGAIN_MS, ending, onWaiting } = ports;
  const failing = new Map<AlertChannel, Failing>();
  const busy = new Map<AlertChannel, Promise<void>>();

  async function sendAll(channel: AlertChannel): Promise<void> {
    while (!ending.aborted && leads()) {
      const first = (await outbox.read()).waiting.find(({ to }) => to.includes(channel));
      if (!first || !(await sendOne(channel, first.message))) return;
      const kept = await outbox.change((before) => ({
        ...before,
        waiting: before.waiting.flatMap(({ message, to }) => {
          const left = message.id === first.message.id ? to.filter((one) => one !== channel) : to;
          return left.length === 0 ? [] : [{ message, to: left }];
        }),
      }));
      onWaiting(kept.waiting.length);
      log.info({ channel, id: first.message.id, alert: first.message.data.alert }, 'an alert was told');
    }
  }

  /** Sends one message. @returns whether it was taken. */
  async function sendOne(channel: AlertChannel, message: AlertMessage): Promise<boolean> {
    try {
      await receivers.get(channel)?.(message, ending);
      failing.delete(channel);
      return true;
    } catch (error) {
      if (ending.aborted) return false;
      const why = error instanceof Error ? error.message : String(error);
      const tries = (failing.get(channel)?.tries ?? 0) + 1;
      const waitMs = (againMs[Math.min(tries, againMs.length) - 1] ?? 0) * (0.8 + Math.random() * 0.4);
      failing.set(channel, { tries, why, againAt: now() + waitMs });
      log.warn({ channel, id: message.id, tries, why }, 'an alert was not taken, and is tried again');
      return false;
    }
  }

  return {
    /** Sends what waits, where that is not under way and a receiver's next try is due. */
    send(): void {
      for (const channel of receivers.keys()) {
        if (busy.has(channel) || now() < (failing.get(channel)?.againAt ?? 0)) continue;
        const work = sendAll(channel)
          .catch((error: unknown) => log.error({ err: error }, 'alerts cannot be read or written'))
          .finally(() => busy.delete(channel));
        busy.set(channel, work);
      }
    },
    /** Returns a sentence for each receiver that has taken nothing for some tries. */
    lines: (): readonly string[] =>
      [...failing].flatMap(([channel, { tries, why }]) =>
        tries < TOLD_AFTER ? [] : [`Alerts by ${channel} are not taken (${why}), and are tried again.`],
      ),
    /** Resolves when nothing is under way. */
    async rest(): Promise<void> {
      await Promise.all(busy.values());
    },
  };
}
