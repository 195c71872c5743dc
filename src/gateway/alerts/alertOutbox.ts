import { jsonIn } from '#contract/json.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { createSharedTexts } from '#ledger/sharedText.ts';
import type { AlertKind } from './alertKinds.ts';

/** The name under which it lies beside the ledger's own texts, where gateways of before pass it over. */
const NAME = 'alerts';
/** Messages that wait, at most: of more the oldest are given up. */
const MOST_WAITING = 200;
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

export type AlertOutbox = ReturnType<typeof createAlertOutbox>;

/**
 * Makes what keeps alerts on the disk, beside the ledger's own texts, so that a gateway that is killed tells each once, and no
 * gateway of the ledger one that another has told. @param onGivenUp - told how many messages are given up, as too many wait.
 */
export function createAlertOutbox(ledger: Pick<Ledger, 'beside'>, onGivenUp: (many: number) => void) {
  const texts = createSharedTexts(ledger, 'alerts');
  return {
    read: async (): Promise<AlertsKept> => keptIn(await texts.read(NAME)),

    /** Changes it, on disk when it resolves. @param make - may be asked several times. @throws where others change it without end. */
    async change(make: (kept: AlertsKept) => AlertsKept): Promise<AlertsKept> {
      let [after, tooMany]: [AlertsKept, number] = [keptIn(undefined), 0];
      await texts.change(NAME, (before) => {
        const made = make(keptIn(before));
        tooMany = made.waiting.length - MOST_WAITING;
        after = tooMany > 0 ? { ...made, waiting: made.waiting.slice(tooMany) } : made;
        return JSON.stringify(after);
      });
      if (tooMany > 0) onGivenUp(tooMany);
      return after;
    },
  };
}

function keptIn(text: string | undefined): AlertsKept {
  const kept = jsonIn(text ?? '') as Partial<AlertsKept> | undefined;
  return { open: kept?.open ?? {}, waiting: kept?.waiting ?? [] };
}
