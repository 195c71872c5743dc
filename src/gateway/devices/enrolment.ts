import { createHash, randomBytes } from 'node:crypto';
import type { Device, Devices, Redeemed } from './devices.ts';

/** How a handheld stands with this gateway. */
export type Standing =
  | { readonly kind: 'enrolled'; readonly device: Device; readonly token: string }
  | { readonly kind: 'revoked'; readonly device: Device }
  | { readonly kind: 'unknown' };

/** What enrolling needs. */
export interface EnrolmentPorts {
  readonly devices: Devices;
  /** Unix ms. */
  readonly now: () => number;
  /** Told of what could not be written. */
  readonly log: (line: string) => void;
}

/** A handheld's request to be enrolled. */
export interface EnrolmentWish {
  readonly code: string;
  readonly name: string;
  /** Drawn by the handheld for this set-up: the same again is the same handheld. */
  readonly attempt: string;
  /** The token that it has already. */
  readonly before?: string;
}

export type Enrolled = Exclude<Redeemed, { kind: 'enrolled' }> | (Redeemed & { kind: 'enrolled'; token: string });

const SEEN_EVERY_MS = 60_000;

export type Enrolment = ReturnType<typeof createEnrolment>;

/** Enrols handhelds by one-time codes and knows them again by their tokens. Both are given out once, and not kept. */
export function createEnrolment({ devices, now, log }: EnrolmentPorts) {
  /** By device, when that it was seen was last written, Unix ms: a list asked for twice a second is not. */
  const seen = new Map<number, number>();

  function note({ number, seenAt }: Device): void {
    const at = now();
    const last = Math.max(seenAt, seen.get(number) ?? 0);
    if (at - last < SEEN_EVERY_MS && at >= last) return;
    seen.set(number, at);
    devices
      .saw(number, at)
      .catch((error: unknown) => log(`that a handheld was there cannot be noted: ${String(error)}`));
  }

  return {
    /** A code of 128 random bits that enrols one handheld. @param until - Unix ms */
    async newCode(name: string, until: number): Promise<string> {
      const code = randomBytes(16).toString('base64url');
      await devices.addCode({ hash: hashOf(code), name, until }, now());
      return code;
    },

    /** Redeems a code: the token is 256 random bits. */
    async redeem({ code, name, attempt, before }: EnrolmentWish): Promise<Enrolled> {
      const token = randomBytes(32).toString('base64url');
      const redemption = {
        codeHash: hashOf(code),
        attemptHash: hashOf(attempt),
        tokenHash: hashOf(token),
        ...(before !== undefined && { beforeHash: hashOf(before) }),
        name,
      };
      const redeemed = await devices.redeem(redemption, now());
      return redeemed.kind === 'enrolled' ? { ...redeemed, token } : redeemed;
    },

    /**
     * Whose token it is, of several the first that holds. They are looked up each time: what was revoked anywhere holds
     * nowhere.
     */
    async standing(tokens: readonly string[]): Promise<Standing> {
      let standing: Standing = { kind: 'unknown' };
      for (const token of tokens) {
        const device = await devices.find(hashOf(token));
        if (device?.revokedAt === null) {
          note(device);
          return { kind: 'enrolled', device, token };
        }
        if (device) standing = { kind: 'revoked', device };
      }
      return standing;
    },

    /** Whoever has a token gives it back: it holds no more. @returns the handheld whose it was, where it held. */
    async leave(token: string): Promise<Device | undefined> {
      const device = await devices.find(hashOf(token));
      return device && (await devices.revoke(device.number, now())) ? device : undefined;
    },

    list: devices.list,
    revoke: (number: number) => devices.revoke(number, now()),
    revokeAll: () => devices.revokeAll(now()),
  };
}

/** Of 128 bits and more at random: nothing can be tried out, so no slow hash is needed. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
