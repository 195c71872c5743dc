const DAY_MS = 24 * 60 * 60 * 1000;

/** The time before its end from which a certificate is spoken of. */
const SOON_MS = 30 * DAY_MS;

export interface Expiring {
  /** The owner: this gateway, or the service. */
  readonly owner: 'own' | 'service';
  /** The variable that somebody has to look at. */
  readonly setting: string;
  /** Unix ms. */
  readonly expiresAt: number;
  /** The names that it is for, as it says them. */
  readonly names?: string | undefined;
  /** A name of ALLOWED_HOSTS that it is not for. */
  readonly lacks?: string | undefined;
}

/** Returns the certificates that are known now: the gateway's own where it has one, the service's where it was seen. */
export type Certificates = () => readonly Expiring[];

/** Tells whether a certificate ends soon or has ended. @param now - Unix ms, here and below. */
export function isEnding({ expiresAt }: Expiring, now: number): boolean {
  return expiresAt - now < SOON_MS;
}

/** Returns the whole days until a certificate ends; below 0: it has. */
export function daysLeft({ expiresAt }: Expiring, now: number): number {
  return Math.floor((expiresAt - now) / DAY_MS);
}

/** Returns one sentence that names the setting, where a certificate ends soon or lacks a name; else `undefined`. */
export function endingLine(certificate: Expiring, now: number): string | undefined {
  const { owner, setting, expiresAt, names = 'nobody', lacks } = certificate;
  if (!isEnding(certificate, now)) {
    if (lacks === undefined) return undefined;
    return `${setting}: the certificate is for ${names} and not for ${lacks}, which ALLOWED_HOSTS names: no handheld reaches the gateway by that name.`;
  }
  const left = daysLeft(certificate, now);
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  const ends = left < 0 ? `has expired on ${day}` : `expires on ${day}, in ${left} days`;
  const then = left < 0 ? '' : 'from then on ';
  return owner === 'own'
    ? `${setting}: the certificate ${ends}: ${then}no handheld reaches the gateway until it is renewed.`
    : `${setting}: the service's certificate ${ends}: ${then}no call reaches it until it is renewed there.`;
}
