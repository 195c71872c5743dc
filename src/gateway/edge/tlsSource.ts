import { constants } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { type SecureContextOptions, createSecureContext } from 'node:tls';
import { CannotStart, readOwnFile } from '#gateway/settings/cannotStart.ts';
import type { LineLog } from '#gateway/http/lineLog.ts';

const LOOK_EVERY_MS = 1_000;

/** Forward secrecy and authenticated encryption alone. */
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

/** Certificate and private key, PEM, and how TLS is spoken with them. */
export type TlsOptions = SecureContextOptions & { readonly cert: Buffer; readonly key: Buffer };

export type TlsSource = ReturnType<typeof openTlsSource>;

/**
 * Reads certificate and key and follows their files, so that a renewed certificate is served without a restart.
 *
 * @throws CannotStart where they are wrong from the start.
 */
export function openTlsSource(files: { readonly certFile: string; readonly keyFile: string }, log: LineLog) {
  const { certFile, keyFile } = files;
  const first = readPair(certFile, keyFile);
  let current = first;
  let tell: ((pair: TlsOptions) => void) | undefined;
  /** Reads the files again; a wrong pair is logged, and the last good one stays. */
  const reload = (): void => {
    try {
      const next = readPair(certFile, keyFile);
      if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
      tell?.(next);
      current = next;
      log.info('The certificate was read again.');
    } catch (error) {
      // Between the two files of a renewal this is seen for a second: the pair is looked at again with the next change.
      const why = error instanceof Error ? error.message : String(error);
      log.error(`${why} The last good one stays.`);
    }
  };
  for (const file of [certFile, keyFile]) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return {
    /** What a server is started with. */
    first,
    /** Tells of each new pair that is a good one. */
    follow(take: (pair: TlsOptions) => void): void {
      tell = take;
    },
    reload,
    close(): void {
      for (const file of [certFile, keyFile]) unwatchFile(file, reload);
    },
  };
}

function readPair(certFile: string, keyFile: string): TlsOptions {
  const pair: TlsOptions = {
    cert: readOwnFile('TLS_CERT_FILE', certFile),
    key: readOwnFile('TLS_KEY_FILE', keyFile),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    ecdhCurve: 'X25519:P-256:P-384',
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`TLS_CERT_FILE, TLS_KEY_FILE: not a certificate and its key: ${why}.`, { cause: error });
  }
  return pair;
}
