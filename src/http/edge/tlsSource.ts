import { type X509Certificate, constants } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { duplexPair } from 'node:stream';
import { type SecureContextOptions, TLSSocket, connect, createSecureContext } from 'node:tls';
import { type Expiring, endingLine } from './expiry.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { type LineLog, followFiles, readOwnFile } from '#settings/files.ts';
import type { OwnTls } from '#settings/settings.ts';

const SHOWN_WITHIN_MS = 5_000;

/** The ciphers with forward secrecy and authenticated encryption. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** The rules of TLS, whatever the certificate. */
const SPOKEN: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  honorCipherOrder: true,
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};

export type TlsSource = Awaited<ReturnType<typeof openTlsSource>>;

/**
 * Reads certificate and key, or the PFX that holds both, and follows their files, so that a renewed certificate is served
 * without a restart.
 *
 * @throws CannotStart where they are wrong from the start.
 * @param hosts - the names that handhelds use, where they are known.
 */
export async function openTlsSource(files: OwnTls, log: LineLog, hosts: readonly string[] = []) {
  const first = await readIdentity(files);
  let current = first;
  let tell: ((options: SecureContextOptions) => void) | undefined;
  const setting = files.TLS_PFX_FILE === undefined ? 'TLS_CERT_FILE' : 'TLS_PFX_FILE';
  const certificate = (): Expiring => {
    const { validToDate, subjectAltName: names } = current.shown;
    const lacks = hosts.find(
      (host) => (isIP(host) ? current.shown.checkIP(host) : current.shown.checkHost(host)) === undefined,
    );
    return { owner: 'own', setting, expiresAt: validToDate.getTime(), names, lacks };
  };
  const warning = (): string | undefined => endingLine(certificate(), Date.now());
  // While a renewal writes its two files they are no pair for a moment: the next change is read again.
  const readAgain = async (): Promise<void> => {
    const next = await readIdentity(files);
    if (next.bytes.equals(current.bytes)) return;
    tell?.(next.options);
    current = next;
    log.info('The certificate was read again.');
    const line = warning();
    if (line !== undefined) log.error(line);
  };
  return {
    /** The options that a server is started with. */
    first: first.options,
    /** Returns the certificate in use. */
    certificate,
    /** Returns one sentence where it ends soon, has ended, or lacks a name; else `undefined`. */
    warning,
    /** Calls back with each new one that is good. */
    follow(take: (options: SecureContextOptions) => void): void {
      tell = take;
    },
    /** `reload` reads the files again; a wrong one is logged, and the last good one stays. */
    ...followFiles(Object.values(files), readAgain, log),
  };
}

/** Reads certificate and key as a server takes them, with the bytes of their files and the certificate that is shown. */
async function readIdentity(files: OwnTls) {
  const read = (name: keyof OwnTls): Buffer | undefined =>
    files[name] === undefined ? undefined : readOwnFile(name, files[name]);
  const [cert, key, pfx] = [read('TLS_CERT_FILE'), read('TLS_KEY_FILE'), read('TLS_PFX_FILE')];
  const passphrase = read('TLS_PASSPHRASE_FILE')
    ?.toString()
    .replace(/\r?\n$/, '');
  const options: SecureContextOptions = {
    ...SPOKEN,
    ...(pfx ? { pfx } : { cert, key }),
    ...(passphrase !== undefined && { passphrase }),
  };
  try {
    const shown = await shownWith(options);
    const bytes = Buffer.concat([cert, key, pfx, Buffer.from(passphrase ?? '')].filter((part) => part !== undefined));
    return { options, bytes, shown };
  } catch (error) {
    throw new CannotStart(whyWrong(files, error), { cause: error });
  }
}

/** Returns the certificate that a server shows. A server is asked for it, as Node does not tell what is in a PFX. */
async function shownWith(options: SecureContextOptions): Promise<X509Certificate> {
  const secureContext = createSecureContext(options);
  const [near, far] = duplexPair();
  const server = new TLSSocket(near, { isServer: true, secureContext });
  const client = connect({ socket: far, rejectUnauthorized: false });
  for (const socket of [server, client]) socket.on('error', () => {}); // `once` below throws the client's error
  try {
    await once(client, 'secureConnect', { signal: AbortSignal.timeout(SHOWN_WITHIN_MS) });
    const shown = client.getPeerX509Certificate();
    if (!shown) throw new Error('it shows no certificate');
    return shown;
  } finally {
    client.destroy();
    server.destroy();
  }
}

function whyWrong({ TLS_PFX_FILE: pfx, TLS_PASSPHRASE_FILE: passphrase }: OwnTls, error: unknown): string {
  const { message = String(error) } = error as { message?: string };
  const secret = passphrase === undefined ? 'TLS_PASSPHRASE_FILE is not set' : `that in TLS_PASSPHRASE_FILE is another`;
  if (pfx === undefined) {
    return /bad decrypt|passphrase|interrupted or cancelled/i.test(message)
      ? `TLS_KEY_FILE: the key has a passphrase, and ${secret}.`
      : `TLS_CERT_FILE, TLS_KEY_FILE: not a certificate and its key: ${message}.`;
  }
  if (/mac verify/i.test(message)) return `TLS_PFX_FILE: ${pfx} has a passphrase, and ${secret}.`;
  if (/unsupported/i.test(message)) {
    return `TLS_PFX_FILE: ${pfx} is encrypted in an old way (RC2): export it again with AES256-SHA256.`;
  }
  return `TLS_PFX_FILE: ${pfx} is not a PFX with a certificate and its key (${message}).`;
}
