import { jsonIn } from '#contract/json.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { AlertKind } from './alertKinds.ts';

/** The name under which it lies beside the ledger's own texts, where gateways of before pass it over. */
const NAME = 'alerts';
/** Messages that wait, at most: of more the oldest are given up. */
const MOST_WAITING = 200;
/** Tries to change it before another gateway's change: two of them at once are seldom, and three are none. */
const MOST_TRIES = 10;

export type AlertChannel = 'webhook' | 'mail';

/** A message that somebody is told, the same at each try. Source: Standard Webhooks, “Payload structure”. */
export interface AlertMessage {
  /** The `webhook-id`. */
  readonly id: string;
  readonly type: 'scanline.alert.began' | 'scanline.alert.over' | 'scanline.alert.try';
  /** The time of what it tells, ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly alert: AlertKind | 'try';
    readonly subject?: string | undefined;
    readonly severity: 'page' | 'ticket';
    /** Since when the alert is open, ISO 8601. */
    readonly since: string;
    readonly text: string;
    /** The machine whose gateway tells it. */
    readonly gateway: string;
  };
}

/** An alert that has begun and is not over. */
export interface OpenAlert {
  readonly kind: AlertKind;
  readonly subject?: string | undefined;
  readonly since: string;
  readonly text: string;
}

/** The state of alerts: those that are open, by their names, and the messages that wait, the oldest first. */
export interface AlertsKept {
  readonly open: Readonly<Record<string, OpenAlert>>;
  readonly waiting: readonly { readonly message: AlertMessage; readonly to: readonly AlertChannel[] }[];
}

function statements(table: (name: string) => string) {
  const meta = table('meta');
  return {
    read: `select value from ${meta} where name = $1`,
    add: `insert into ${meta} (name, value) values ($1, $2) on conflict (name) do nothing`,
    swap: `update ${meta} set value = $3 where name = $1 and value = $2`,
  };
}

export type AlertOutbox = ReturnType<typeof createAlertOutbox>;

/**
 * Makes what keeps alerts on the disk, beside the ledger's own texts, so that a gateway that is killed tells each once, and no
 * gateway of the ledger one that another has told. @param onGivenUp - told how many messages are given up, as too many wait.
 */
export function createAlertOutbox({ beside }: Pick<Ledger, 'beside'>, onGivenUp: (many: number) => void) {
  const { run } = beside('alerts', statements);

  async function text(): Promise<string | undefined> {
    const value = (await run('read', NAME)).rows[0]?.['value'];
    return value as string | undefined;
  }

  return {
    read: async (): Promise<AlertsKept> => keptIn(await text()),

    /** Changes it, on disk when it resolves. @param make - may be asked several times. @throws where others change it without end. */
    async change(make: (kept: AlertsKept) => AlertsKept): Promise<AlertsKept> {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const before = await text();
        const kept = keptIn(before);
        const made = make(kept);
        const tooMany = made.waiting.length - MOST_WAITING;
        const after = tooMany > 0 ? { ...made, waiting: made.waiting.slice(tooMany) } : made;
        const value = JSON.stringify(after);
        if (value === before) return after;
        const { count } = before === undefined ? await run('add', NAME, value) : await run('swap', NAME, before, value);
        if (count === 0) continue;
        if (tooMany > 0) onGivenUp(tooMany);
        return after;
      }
      throw new Error('alerts are changed by another gateway again and again');
    },
  };
}

function keptIn(text: string | undefined): AlertsKept {
  const kept = jsonIn(text ?? '') as Partial<AlertsKept> | undefined;
  return { open: kept?.open ?? {}, waiting: kept?.waiting ?? [] };
}
