import type { FastifyBaseLogger } from 'fastify';
import type { Ledger } from '#ledger/ledger.ts';
import { within } from '#ledger/within.ts';
import type { AlertSettings } from '#settings/alertSettings.ts';
import { type Condition, alertKeyOf, alertKinds } from './alertKinds.ts';
import {
  type AlertMessage,
  type AlertsKept,
  type AlertChannel,
  type OpenAlert,
  createAlertOutbox,
} from './alertOutbox.ts';
import { type AlertSenderPorts, createAlertSender } from './alertSender.ts';
import { type SightPorts, createAlertSight } from './alertSight.ts';
import { type Turns, createAlertTurns } from './alertTurns.ts';
import { type Tell, messageOf, receiversOf } from './receivers.ts';

export interface AlertPorts extends SightPorts, Pick<AlertSenderPorts, 'againMs'> {
  readonly settings: AlertSettings;
  readonly ledger: Pick<Ledger, 'beside' | 'leads'>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** The ways to tell somebody. @defaultValue those of the settings */
  readonly receivers?: ReadonlyMap<AlertChannel, Tell>;
  /** Milliseconds of a clock that does not jump. @defaultValue `performance.now` */
  readonly now?: () => number;
  /** Milliseconds before the first look, and between two. @defaultValue 2 s, 15 s */
  readonly everyMs?: readonly [first: number, then: number];
}

const EVERY_MS = [2_000, 15_000] as const;
/** Milliseconds after which a message is given up: nobody needs to be told any more. */
const GIVEN_UP_MS = 3 * 24 * 60 * 60 * 1000;
/** Milliseconds for which the end waits for what is under way. */
const CLOSE_MS = 2_000;

/**
 * Tells whoever the settings name when something needs a person, and when it is over: each once, whatever fails meanwhile. Of the gateways of
 * one ledger one tells.
 */
export function startAlerts(ports: AlertPorts) {
  const { settings, ledger, log, everyMs: [firstMs, thenMs] = EVERY_MS } = ports;
  const now = ports.now ?? (() => performance.now());
  const receivers = ports.receivers ?? receiversOf(settings);
  const outbox = createAlertOutbox(ledger, (many) => log.error({ many }, 'alerts are given up, as too many wait'));
  const turns = createAlertTurns(now);
  const see = createAlertSight(ports);
  const ending = new AbortController();
  let standing = { open: 0, waiting: 0 };
  const sender = createAlertSender({
    ...ports,
    outbox,
    receivers,
    leads: ledger.leads,
    now,
    ending: ending.signal,
    onWaiting: (waiting) => void (standing = { ...standing, waiting }),
  });

  /** Sees what holds now, puts what begins or is over into the outbox, and sends what waits. */
  async function look(): Promise<void> {
    if (!ledger.leads()) return turns.rest();
    const [seen, { open }] = [await see(), await outbox.read()];
    const turned = turns.look(seen, new Map(Object.entries(open).map(([key, { kind }]) => [key, kind])));
    const kept = await outbox.change((before) => afterTurns(before, turned, [...receivers.keys()]));
    for (const condition of turned.begun) log.warn({ alert: alertKeyOf(condition) }, condition.line);
    for (const key of turned.over) log.info({ alert: key }, 'an alert is over');
    standing = { open: Object.keys(kept.open).length, waiting: kept.waiting.length };
    sender.send();
  }

  let looking: Promise<void> = Promise.resolve();
  const lookAgain = (): void => {
    looking = look()
      .catch((error: unknown) => log.error({ err: error }, 'alerts cannot be read or written'))
      .then(() => void (timer = setTimeout(lookAgain, thenMs).unref()));
  };
  let timer = setTimeout(lookAgain, firstMs).unref();

  return {
    /** Counts the alerts that are open and the messages that wait, as this gateway saw last. */
    standing: () => standing,
    lines: sender.lines,
    /** Ends it. What waits is told by the gateway that comes up. */
    async close(): Promise<void> {
      ending.abort();
      await within(Promise.all([looking, sender.rest()]), CLOSE_MS); // a mail server may take its time
      clearTimeout(timer);
    },
  };
}

/** Returns what is kept once alerts have begun and ended, each with its message. */
function afterTurns(before: AlertsKept, { begun, over }: Turns, channels: readonly AlertChannel[]): AlertsKept {
  const opened = begun.filter((condition) => before.open[alertKeyOf(condition)] === undefined).map(toOpen);
  const ended = over.flatMap((key) => before.open[key] ?? []);
  const messages = [
    ...opened.map((alert) => toMessage('began', alert)),
    ...ended.map((alert) => toMessage('over', alert)),
  ];
  const left = Object.entries(before.open).filter(([key]) => !over.includes(key));
  return {
    open: Object.fromEntries([...left, ...opened.map((alert) => [alertKeyOf(alert), alert] as const)]),
    waiting: [
      ...before.waiting.flatMap((one) => stillFor(one, channels)),
      ...messages.map((message) => ({ message, to: channels })),
    ],
  };
}

/** Keeps a message for those of its receivers that there are, as long as somebody needs to be told. */
function stillFor(
  { message, to }: AlertsKept['waiting'][number],
  channels: readonly AlertChannel[],
): AlertsKept['waiting'] {
  const left = to.filter((channel) => channels.includes(channel));
  const isOld = Date.now() - Date.parse(message.timestamp) > GIVEN_UP_MS;
  return left.length === 0 || isOld ? [] : [{ message, to: left }];
}

function toOpen({ kind, subject, line }: Condition): OpenAlert {
  return { kind, ...(subject !== undefined && { subject }), since: new Date().toISOString(), text: line };
}

function toMessage(turn: 'began' | 'over', { kind, subject, since, text }: OpenAlert): AlertMessage {
  const about = { alert: kind, ...(subject !== undefined && { subject }), severity: alertKinds[kind].severity, since };
  return messageOf(`scanline.alert.${turn}`, { ...about, text: turn === 'began' ? text : `Over: ${text}` });
}
