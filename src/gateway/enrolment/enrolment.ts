import type { Database } from '#ledger/connections.ts';
import { randomBytes } from 'node:crypto';
import { createReturning } from './comeBack.ts';
import {
  type Device,
  type Devices,
  type DeviceStatement,
  type Standing,
  hashOf,
  openPostgresDevices,
  openSqliteDevices,
  toDevice,
} from './devices.ts';
import type { Steps } from '#ledger/statements.ts';
import type { Settings } from '#settings/settings.ts';
import type { Notes } from '#ledger/ledger.ts';
import { createReturnCodes } from './returnCode.ts';

export interface EnrolmentPorts {
  readonly devices: Devices;
  /** Shared by the gateways of the ledger. */
  readonly notes: Notes;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface EnrolmentWish {
  readonly code: string;
  /** The handheld's name; empty: it gets the code's. */
  readonly name: string;
  /** The handheld's own random text for this set-up: the same again is the same handheld, whose first answer was lost. */
  readonly attempt: string;
  /** The token that it has already; it is revoked. */
  readonly before?: string;
}

export type Enrolled =
  /** `isAgain`: it was enrolled already by this code, and had not heard of it. */
  | { readonly kind: 'enrolled'; readonly device: Device; readonly token: string; readonly isAgain?: true }
  | { readonly kind: 'unknown' | 'used' | 'expired' };

/** An enrolment that was made or given back, as whoever keeps a trail is told of it. */
export interface EnrolmentChange {
  /** `moved`: it was enrolled already, and goes on under another number. */
  readonly kind: 'enrolled' | 'moved' | 'left';
  readonly number: number;
  readonly name: string;
  /** The number that it had; present where it moved. */
  readonly before?: number;
  readonly address: string;
}

const SEEN_EVERY_MS = 60_000;
/** Milliseconds for which an expired code is kept, so that whoever shows it is told so. */
export const CODES_KEPT_MS = 40 * 24 * 60 * 60 * 1000;

/** A time at which nobody was revoked. */
const NEVER = -1;

/** The most codes that are forgotten in one go. */
const CODES_AT_ONCE = 200;

export type Enrolment = ReturnType<typeof createEnrolment>;

/** Makes what enrols handhelds by one-time codes and knows them again by their tokens. Both are given out once, and not kept. */
export function createEnrolment({ devices, notes, now, log }: EnrolmentPorts) {
  const returns = createReturnCodes(notes, now);
  /** Unix ms, by the device's number, of the last time that `seenAt` was written: it is written once a minute. */
  const seen = new Map<number, number>();

  function note({ number, seenAt }: Device): void {
    const at = now();
    const last = Math.max(seenAt, seen.get(number) ?? 0);
    if (at - last < SEEN_EVERY_MS && at >= last) return;
    seen.set(number, at);
    devices
      .run('saw', number, at)
      .catch((error: unknown) => log(`that a handheld was there cannot be noted: ${String(error)}`));
  }

  /** Returns the device of a token, revoked or not. */
  async function find(token: string): Promise<Device | undefined> {
    const [row] = (await devices.run('find', hashOf(token))).rows;
    return row && toDevice(row);
  }

  /** Ends a handheld's token, and its right to come back by the return code. @returns `true` where it had either until now. */
  async function revoke(number: number): Promise<boolean> {
    const { revokedAt = NEVER } = (await returns.last().catch(() => undefined)) ?? {}; // a ledger that is away keeps nobody in
    return (await devices.run('revoke', number, Math.max(now(), revokedAt + 1), revokedAt)).count === 1;
  }

  /** Returns whose token it is; of several, the first that holds. */
  async function standing(tokens: readonly string[]): Promise<Standing> {
    let found: Standing = { kind: 'unknown' };
    for (const token of tokens) {
      const device = await find(token);
      if (device?.revokedAt === null) {
        note(device);
        return { kind: 'enrolled', device, token };
      }
      if (device) found = { kind: 'revoked', device };
    }
    return found;
  }

  return {
    /** Makes a code of 128 random bits that enrols one handheld. @param until - Unix ms */
    async newCode(name: string, until: number): Promise<string> {
      const code = randomBytes(16).toString('base64url');
      await devices.run('addCode', hashOf(code), name, until);
      return code;
    },

    /** Forgets a slice of the codes that expired long ago. @param sure - sure time, Unix ms. */
    forget: async (sure: number): Promise<number> =>
      (await devices.run('prune', sure - CODES_KEPT_MS, CODES_AT_ONCE)).count,

    /** Redeems a code for a token of 256 random bits. Of two handhelds that show it at the same time one is enrolled. */
    redeem: (wish: EnrolmentWish): Promise<Enrolled> =>
      devices.inTransaction(() => redeem(wish, randomBytes(32).toString('base64url'), now())),

    /** As above. Tokens are looked up each time: what was revoked anywhere holds nowhere. */
    standing,

    ...createReturning({ devices, returns, standing, now }),

    /** Ends a token that its holder gives back. @returns the handheld whose it was, where it held. */
    async leave(token: string): Promise<Device | undefined> {
      const device = await find(token);
      return device && (await revoke(device.number)) ? device : undefined;
    },

    /** Lists all handhelds, the youngest first. */
    list: async (): Promise<readonly Device[]> => (await devices.run('list')).rows.map(toDevice),
    revoke,
    /** Gives a handheld another name. */
    rename: async (number: number, name: string): Promise<void> => void (await devices.run('rename', number, name)),
    /**
     * Ends every token and every unused code, as after a restore: a back-up brings back what was revoked.
     *
     * @param returnForMs - milliseconds for which they may come back by a return code; 0: there is none.
     * @returns the number of handhelds whose token held.
     */
    async revokeAll(returnForMs: number): Promise<number> {
      const { many, at } = await devices.inTransaction(() => revokeAll(now()));
      await returns
        .make(at, returnForMs)
        .catch((error: unknown) => log(`the return code of the handhelds cannot be kept: ${String(error)}`));
      return many;
    },
  };
}

function* redeem(
  { code, attempt, name, before }: EnrolmentWish,
  token: string,
  now: number,
): Steps<DeviceStatement, Enrolled> {
  const [found] = (yield ['code', hashOf(code)]).rows; // whoever shows it at the same time waits here
  if (!found) return { kind: 'unknown' };
  if (Number(found['until']) <= now) return { kind: 'expired' };
  if (found['device'] !== null) {
    // The handheld that redeemed it, and never got the answer, gets another token.
    const isSame = found['attempt_hash'] === hashOf(attempt);
    const [renewed] = isSame ? (yield ['renew', Number(found['device']), hashOf(token), now]).rows : [];
    return renewed ? { kind: 'enrolled', device: toDevice(renewed), token, isAgain: true } : { kind: 'used' };
  }
  if (before !== undefined) yield ['replaced', hashOf(before), now];
  const [added] = (yield ['add', hashOf(token), now]).rows;
  const number = Number(added?.['number']);
  const called = name || String(found['name']) || `Handheld ${number}`;
  const [device] = (yield ['rename', number, called]).rows;
  yield ['use', hashOf(code), hashOf(attempt), number];
  return device ? { kind: 'enrolled', device: toDevice(device), token } : { kind: 'unknown' };
}

/** @returns `at` - Unix ms at which they were revoked, and nobody before. */
function* revokeAll(now: number): Steps<DeviceStatement, { readonly many: number; readonly at: number }> {
  yield ['endCodes', now]; // first: it waits for a handheld that is enrolling, which is then revoked too
  const [newest] = (yield ['newestRevoked']).rows;
  const at = Math.max(now, Number(newest?.['at'] ?? NEVER) + 1);
  return { many: (yield ['revokeAll', at]).count, at };
}

/** Opens the enrolment; `undefined` where the gateway holds no access key, or asks for no token before it uses it. */
export function openEnrolment(
  { upstreamApiKey, enrolment: mode, dataDir }: Settings,
  database: Database | undefined,
  notes: Notes,
  log: (line: string) => void,
) {
  if (upstreamApiKey === undefined || mode === 'off') return undefined;
  const devices = database === undefined ? openSqliteDevices(dataDir, log) : openPostgresDevices(database);
  return { ...createEnrolment({ devices, notes, now: Date.now, log }), close: devices.close };
}
