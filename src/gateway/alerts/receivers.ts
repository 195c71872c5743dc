import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AlertSettings } from '#settings/alertSettings.ts';
import type { AlertMessage, AlertChannel } from './alertOutbox.ts';
import { mailAlert } from './mail.ts';
import { postAlert } from './webhook.ts';

/** A way to tell somebody. @throws Error with a few words on why it was not taken. */
export type Tell = (message: AlertMessage, signal: AbortSignal) => Promise<void>;

/** Returns the ways to tell somebody that the settings name. */
export function receiversOf({
  webhook,
  mail,
}: Pick<AlertSettings, 'webhook' | 'mail'>): ReadonlyMap<AlertChannel, Tell> {
  return new Map<AlertChannel, Tell>([
    ...(webhook ? [['webhook', (message, signal) => postAlert(webhook, message, signal)] as [AlertChannel, Tell]] : []),
    ...(mail ? [['mail', (message) => mailAlert(mail, message)] as [AlertChannel, Tell]] : []),
  ]);
}

/** Makes a message with a name of its own. */
export function messageOf(
  type: AlertMessage['type'],
  data: Omit<AlertMessage['data'], 'gateway' | 'since'> & { readonly since?: string },
): AlertMessage {
  const timestamp = new Date().toISOString();
  return { id: `msg_${randomUUID()}`, type, timestamp, data: { since: timestamp, ...data, gateway: hostname() } };
}

/** Makes the message that tries whether alerts reach somebody. */
export function tryMessage(): AlertMessage {
  const text = 'This is a try: alerts of this gateway reach you.';
  return messageOf('scanline.alert.try', { alert: 'try', severity: 'ticket', text });
}
