import { NO_TLS_THERE, saysNoTls } from '#http/schemeMixUp.ts';
import type { UpstreamTrust } from '#settings/settings.ts';

const IN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name was not found',
  EAI_AGAIN: 'its name was not found',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  CERT_HAS_EXPIRED: 'its certificate, or that of its authority, has expired and has to be renewed there',
  CERT_NOT_YET_VALID: 'its certificate holds from a later time on: is the clock of this machine right',
};

/** Source: OpenSSL, X509_STORE_CTX_get_error, without the prefix X509_V_ERR_. */
const UNKNOWN_AUTHORITY = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
];

/** OpenSSL's names of a version, a key, a hash or a renegotiation that is too old for it, on either side. */
const TOO_OLD =
  /^(?:ERR_SSL_)?(?:UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|UNSAFE_LEGACY_RENEGOTIATION_DISABLED|(?:DH|EE|CA)_KEY_TOO_SMALL|CA_MD_TOO_WEAK|WRONG_SIGNATURE_TYPE|LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED|(?:SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE)$/;

/** Returns why there is no connection to the service: half a sentence that names the setting where one mends it. */
export function whyNotReached(error: unknown, host: string, { caFile, allowsOld }: UpstreamTrust): string {
  const { code = '', message } = error as { code?: string; message: string };
  if (saysNoTls(error)) return NO_TLS_THERE;
  if (UNKNOWN_AUTHORITY.includes(code)) {
    return caFile === undefined
      ? 'its certificate is from an authority that is not known here: name a file with the certificate of that authority in UPSTREAM_CA_FILE'
      : `its certificate is from an authority that is not in UPSTREAM_CA_FILE (${caFile}), or the service does not send the certificates between`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is not for “${host}”, but for ${namesIn(error)}: UPSTREAM_URL has to say a name that is in it`;
  }
  if (TOO_OLD.test(code)) {
    return allowsOld
      ? 'its TLS and this one have nothing in common, also with UPSTREAM_OLD_TLS=1'
      : 'its TLS is too old to be safe (before 1.2, without secure renegotiation, or with weak keys): have it brought up to date, or allow it for the service alone by UPSTREAM_OLD_TLS=1';
  }
  return IN_WORDS[code] ?? message.replace(/\s+/g, ' ');
}

function namesIn(error: unknown): string {
  const { cert } = error as { cert?: { subjectaltname?: string } };
  const names = cert?.subjectaltname ?? 'no name';
  return names.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}
