import type { MailReceiver } from '#settings/alertSettings.ts';
import type { AlertMessage } from './alertOutbox.ts';

/** Milliseconds for a connection, a greeting, and between two words of a mail server. */
const LIMIT_MS = 15_000;

/**
 * Sends a message by e-mail. TLS is checked: `smtps://` begins with it, and where the address has a password `smtp://` goes on to it before
 * that is shown.
 *
 * @throws Error with a few words on why it is not taken; no password is among them.
 */
export async function mailAlert(
  { server, from, to }: MailReceiver,
  message: AlertMessage,
  limitMs = LIMIT_MS,
): Promise<void> {
  const { createTransport } = await import('nodemailer'); // where nobody is told by mail it is not loaded
  const secure = server.protocol === 'smtps:';
  const user = decodeURIComponent(server.username);
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (secure ? 465 : 25),
    secure,
    requireTLS: user !== '' && !secure,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(server.password) } }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { id, timestamp, data } = message;
  try {
    await transport.sendMail({
      from,
      to: [...to],
      subject: `Scanline: ${subjectOf(message)}`,
      text: `${data.text}\n\nSince ${data.since}, told by the gateway on ${data.gateway}.\n`,
      date: new Date(timestamp),
      messageId: `<${id}@scanline>`, // the same at each try: a mailbox may tell by it
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Scanline-Alert': data.alert },
    });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    throw new Error([code ?? 'no connection', responseCode].filter((part) => part !== undefined).join(' '), {
      cause: error,
    });
  } finally {
    transport.close();
  }
}

function subjectOf({ type, data: { alert, subject } }: AlertMessage): string {
  const about = subject === undefined ? alert : `${alert} (${subject})`;
  return type === 'scanline.alert.over' ? `over: ${about}` : about;
}
