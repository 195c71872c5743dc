/** A handheld that was enrolled. Its token is known to it alone: here is only what tells whether one is right. */
export interface Device {
  /** Counts the handhelds of this site, from 1; never given twice. */
  readonly number: number;
  readonly name: string;
  /** Unix ms. */
  readonly enrolledAt: number;
  /** Unix ms of about its last request. */
  readonly seenAt: number;
  /** Unix ms; `null`: its token holds. */
  readonly revokedAt: number | null;
}

/** A code that enrols one handheld. */
export interface EnrolmentCode {
  /** SHA-256 of the code, hexadecimal. */
  readonly hash: string;
  /** What the supervisor calls the handheld; may be empty. */
  readonly name: string;
  /** Unix ms until which it is good. */
  readonly until: number;
}

/** A handheld that shows a code. */
export interface Redemption {
  /** SHA-256 of the code, hexadecimal. */
  readonly codeHash: string;
  /**
   * SHA-256 of what the handheld has drawn for this set-up, hexadecimal: the same again is the same handheld, whose first
   * answer was lost on the way.
   */
  readonly attemptHash: string;
  /** SHA-256 of the token that it gets, hexadecimal. */
  readonly tokenHash: string;
  /** SHA-256 of the token that it had, which this one takes the place of. */
  readonly beforeHash?: string;
  /** What the handheld is called there; may be empty: then it has the code's name. */
  readonly name: string;
}

/** What came of showing a code. */
export type Redeemed =
  | { readonly kind: 'enrolled'; readonly device: Device }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'used' }
  | { readonly kind: 'expired' };

/**
 * The enrolled handhelds and the codes that enrol. It survives restarts, and gateways on one PostgreSQL share it. No
 * token and no code is in it, only their hashes: 256 and 128 random bits need no salt and no slow hash.
 */
export interface Devices {
  addCode(code: EnrolmentCode, now: number): Promise<void>;
  /** Redeems a code once: of two handhelds that show it at the same time one is enrolled. @param now - Unix ms */
  redeem(redemption: Redemption, now: number): Promise<Redeemed>;
  /** The device whose token has this hash, revoked or not. */
  find(tokenHash: string): Promise<Device | undefined>;
  /** Notes that it was there. @param at - Unix ms */
  saw(number: number, at: number): Promise<void>;
  /** All of them, the youngest first. */
  list(): Promise<readonly Device[]>;
  /** Its token holds no more. @returns whether there was one to revoke. @param at - Unix ms */
  revoke(number: number, at: number): Promise<boolean>;
  /**
   * No token holds any more, and no code that was given out enrols: what a restored back-up has brought back is ended.
   *
   * @returns how many handhelds. @param at - Unix ms.
   */
  revokeAll(at: number): Promise<number>;
  close(): Promise<void>;
}

/** What a device is called that nobody has named. */
export function nameOf(number: number, ...names: readonly string[]): string {
  return names.find((name) => name !== '') ?? `Handheld ${number}`;
}

/** Codes are kept this long after they have expired, so that whoever shows an old one is told so. */
export const CODES_KEPT_MS = 40 * 24 * 60 * 60 * 1000;
