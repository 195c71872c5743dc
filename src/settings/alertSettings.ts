import { type Environment, read, wrong } from './variables.ts';

/** The receiver of alerts over https, by the rules of Standard Webhooks. */
export interface WebhookReceiver {
  readonly url: URL;
  /** The key that signs, of 24 to 64 bytes. */
  readonly key: Uint8Array;
}

/** The receivers of alerts by e-mail, and the server that takes it. */
export interface MailReceiver {
  readonly server: URL;
  readonly from: string;
  readonly to: readonly string[];
}

/** The receivers of alerts, and the times after which something is told. */
export type AlertSettings = NonNullable<ReturnType<typeof readAlerts>>;

/** Reads who is told of alerts. @returns `undefined`: nobody is. @throws CannotStart with one line that names the variable. */
export function readAlerts(env: Environment) {
  const [webhook, mail] = [readWebhook(env), readMail(env)];
  if (!webhook && !mail) return undefined;
  const minutes = (name: 'ALERT_DOUBT_MINUTES' | 'ALERT_SILENT_MINUTES'): number => read(env, name) * 60_000;
  return { webhook, mail, doubtMs: minutes('ALERT_DOUBT_MINUTES'), silentMs: minutes('ALERT_SILENT_MINUTES') };
}

function readWebhook(env: Environment): WebhookReceiver | undefined {
  const [url, key] = [read(env, 'ALERT_WEBHOOK_URL'), read(env, 'ALERT_WEBHOOK_SECRET')];
  if (url && !key) throw wrong('ALERT_WEBHOOK_SECRET', 'a secret such as whsec_…, because ALERT_WEBHOOK_URL is set');
  if (key && !url) throw wrong('ALERT_WEBHOOK_URL', 'an address, because ALERT_WEBHOOK_SECRET is set');
  return url && key && { url, key };
}

function readMail(env: Environment): MailReceiver | undefined {
  const [server, to, from] = [read(env, 'ALERT_SMTP_URL'), read(env, 'ALERT_MAIL_TO'), read(env, 'ALERT_MAIL_FROM')];
  if (!server && !to && from === undefined) return undefined;
  if (!server) throw wrong('ALERT_SMTP_URL', 'the mail server, because ALERT_MAIL_TO or ALERT_MAIL_FROM is set');
  if (!to) throw wrong('ALERT_MAIL_TO', 'addresses, because ALERT_SMTP_URL is set');
  return { server, to, from: from ?? to[0] ?? '' };
}
