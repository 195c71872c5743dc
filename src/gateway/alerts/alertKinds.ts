import type { WarningKind } from '#gateway/metrics/warnings.ts';

const MINUTE_MS = 60_000;

/** The way in which a kind of alert is told. */
interface AlertRule {
  /** Milliseconds for which it has to hold before anybody is told. The rule of Prometheus of this name says the same. */
  readonly holdsMs: number;
  /** `page`: somebody has to look at once. `ticket`: within days. */
  readonly severity: 'page' | 'ticket';
  /** The rule for Prometheus in `deploy/prometheus`; absent: there is no metric of it. */
  readonly rule?: string;
}

/** Every kind of alert. */
export const alertKinds = {
  'service-away': { holdsMs: 2 * MINUTE_MS, severity: 'page', rule: 'ScanlineServiceAway' },
  'service-held': { holdsMs: 5 * MINUTE_MS, severity: 'page', rule: 'ScanlineServiceHeld' },
  'old-doubts': { holdsMs: 0, severity: 'page' },
  'printer-needs-person': { holdsMs: 5 * MINUTE_MS, severity: 'ticket' },
  'handhelds-silent': { holdsMs: 0, severity: 'ticket' },
  'storage-not-kept': { holdsMs: 10 * MINUTE_MS, severity: 'ticket' },
  'disk-full': { holdsMs: 0, severity: 'page' },
  'certificate-ends': { holdsMs: 0, severity: 'ticket', rule: 'ScanlineCertificateEnds' },
  'clocks-apart': { holdsMs: 15 * MINUTE_MS, severity: 'ticket', rule: 'ScanlineClocksApart' },
  'connections-short': { holdsMs: 5 * MINUTE_MS, severity: 'ticket', rule: 'ScanlineConnectionsShort' },
  'lines-lost': { holdsMs: 0, severity: 'ticket', rule: 'ScanlineLinesLost' },
} as const satisfies Readonly<
  Record<WarningKind | 'old-doubts' | 'printer-needs-person' | 'handhelds-silent' | 'storage-not-kept', AlertRule>
>;

export type AlertKind = keyof typeof alertKinds;

/** Milliseconds for which an alert must not hold any more before it is over: what comes and goes is one alert. */
export const OVER_MS = 5 * MINUTE_MS;

/** A thing that somebody has to be told, as it is now. */
export interface Condition {
  readonly kind: AlertKind;
  readonly subject?: string;
  readonly line: string;
}

/** Names an alert: of one name one is open at a time. */
export function alertKeyOf({
  kind,
  subject,
}: {
  readonly kind: AlertKind;
  readonly subject?: string | undefined;
}): string {
  return subject === undefined ? kind : `${kind} ${subject}`;
}
