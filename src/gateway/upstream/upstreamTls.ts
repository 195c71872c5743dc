import { X509Certificate, constants } from 'node:crypto';
import { type ConnectionOptions, type TLSSocket, createSecureContext } from 'node:tls';
import { type Expiring, endingLine } from '#http/edge/expiry.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { type LineLog, followFiles, readOwnFile } from '#settings/files.ts';
import type { UpstreamTrust } from '#settings/settings.ts';

/**
 * The options of UPSTREAM_OLD_TLS=1: TLS 1.0 and 1.1, a server without secure renegotiation (RFC 5746), short keys and SHA-1.
 * Source: OpenSSL, SSL_CTX_set_security_level.
 */
const OLD = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;

export type UpstreamTls = ReturnType<typeof openUpstreamTls>;

/**
 * Opens the TLS of the service: its options, and the end of its certificate once seen. The file of its authorities is followed.
 *
 * @throws CannotStart where that file is wrong from the start.
 */
export function openUpstreamTls({ caFile, allowsOld }: UpstreamTrust, log: LineLog) {
  const read = () =>
    createSecureContext({ ...(caFile !== undefined && { ca: readAuthorities(caFile) }), ...(allowsOld && OLD) });
  let secureContext = caFile === undefined && !allowsOld ? undefined : read();
  let seen: Expiring | undefined;
  const readAgain = (): undefined => {
    if (caFile === undefined) return;
    secureContext = read();
    log.info('UPSTREAM_CA_FILE was read again.');
  };
  return {
    /** The settings, for whoever says what is wrong. */
    trust: { caFile, allowsOld },
    options: (): ConnectionOptions => (secureContext ? { secureContext } : {}),
    /** Takes note of the certificate that the service shows, whether it is believed or not. */
    met(socket: TLSSocket): void {
      // Not getPeerX509Certificate: after it Node 24 finds no name in the certificate, and refuses it.
      const expiresAt = Date.parse(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(expiresAt) || expiresAt === seen?.expiresAt) return;
      seen = { owner: 'service', setting: 'UPSTREAM_URL', expiresAt };
      const line = endingLine(seen, Date.now());
      if (line !== undefined) log.error(line);
    },
    /** Returns the service's certificate and its end; `undefined`: none was seen. */
    certificate: (): Expiring | undefined => seen,
    ...followFiles(caFile === undefined ? [] : [caFile], readAgain, log),
  };
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g;

/** Reads the certificates in a file: any number in PEM, or one in DER, as Windows exports it. */
function readAuthorities(file: string): string[] {
  const bytes = readOwnFile('UPSTREAM_CA_FILE', file);
  const parts = bytes.toString('latin1').match(PEM) ?? [bytes];
  try {
    return parts.map((part) => new X509Certificate(part).toString());
  } catch (error) {
    throw new CannotStart(`UPSTREAM_CA_FILE: ${file} holds no certificate (PEM or DER).`, { cause: error });
  }
}
