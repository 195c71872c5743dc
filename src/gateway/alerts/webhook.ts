import { createHmac } from 'node:crypto';
import type { WebhookReceiver } from '#settings/alertSettings.ts';
import type { AlertMessage } from './alertOutbox.ts';

/** Milliseconds in which a receiver has to have answered. Source: Standard Webhooks, “Operational considerations”: 15 to 30 s. */
const LIMIT_MS = 15_000;

/**
 * Sends a message to a receiver, signed by the rules of Standard Webhooks (`v1`: HMAC-SHA256). Nothing of its reply but the status is read,
 * and no redirect is followed.
 *
 * @param signal - ends it. @throws Error with a few words on why it is not taken; the address is not among them.
 */
export async function postAlert(
  { url, key }: WebhookReceiver,
  message: AlertMessage,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<void> {
  const body = JSON.stringify(message);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${message.id}.${seconds}.${body}`).digest('base64');
  let reply: Response;
  try {
    reply = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Scanline',
        'webhook-id': message.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
  } catch (error) {
    throw new Error(whyNot(error, limitMs), { cause: error });
  }
  await reply.body?.cancel().catch(() => {});
  if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
}

function whyNot(error: unknown, limitMs: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${limitMs / 1_000} s`;
  return cause?.code ?? cause?.message ?? name ?? 'no connection';
}
