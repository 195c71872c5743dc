const DAY_MS = 24 * 60 * 60 * 1000;

/** So long before its end a certificate is spoken of. */
const SOON_MS = 30 * DAY_MS;

export interface Expiring {
  /** Whose it is: the gateway's own, or the service's. */
  readonly owner: 'own' | 'service';
  /** The variable that somebody has to look at. */
  readonly setting: string;
  /** Unix ms. */
  readonly expiresAt: number;
  /** Whom it is for, as it says so. */
  readonly names?: string | undefined;
  /** A name of ALLOWED_HOSTS that it is not for. */
  readonly lacks?: string | undefined;
}

/** What is known of certificates now: the gateway's own where it has one, the service's where it was seen. */
export type Certificates = () => readonly Expiring[];

/** Whether somebody has to be told. @param now - Unix ms, here and below. */
export function isEnding({ expiresAt }: Expiring, now: number): boolean {
  return expiresAt - now < SOON_MS;
}

/** Whole days until a certificate ends; below 0: it has. */
export function daysLeft({ expiresAt }: Expiring, now: number): number {
  return Math.floor((expiresAt - now) / DAY_MS);
}

/** One sentence that names the setting; `undefined` where nobody has to be told. */
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
