import { randomBytes } from 'node:crypto';
import type { Steps } from '#ledger/statements.ts';
import { type Device, type Devices, type DeviceStatement, type Standing, hashOf, toDevice } from './devices.ts';
import type { ReturnCode, ReturnCodes } from './returnCode.ts';

/** A handheld's wish to come back after all were revoked. */
export interface ReturnWish {
  readonly code: string;
  /** The handheld's own random text: the same again is the same handheld, whose first answer was lost. */
  readonly attempt: string;
  /** The tokens that it holds still. */
  readonly tokens: readonly string[];
}

/** `unknown`, `expired`: the code is no return code, or was one. `not-meant`: no “Revoke all” that the code is for has ended it. */
export type Returned =
  | { readonly kind: 'enrolled'; readonly device: Device; readonly token: string }
  | { readonly kind: 'unknown' | 'expired' }
  | { readonly kind: 'not-meant'; readonly device?: Device };

interface ReturningPorts {
  readonly devices: Devices;
  readonly returns: ReturnCodes;
  /** Returns whose token it is; of several, the first that holds. */
  readonly standing: (tokens: readonly string[]) => Promise<Standing>;
  /** Unix ms. */
  readonly now: () => number;
}

/** Makes what brings handhelds back that one “Revoke all” has ended. */
export function createReturning({ devices, returns, standing, now }: ReturningPorts) {
  return {
    /**
     * Gives a handheld that “Revoke all” has ended a new token under its own number and name. The code alone brings nobody back, and
     * neither does the token of one that was revoked by itself.
     */
    async comeBack({ code, attempt, tokens }: ReturnWish): Promise<Returned> {
      const held = await standing(tokens);
      if (held.kind === 'enrolled') return held; // scanned twice
      const made = await returns.judge(code);
      if (typeof made === 'string') return { kind: made };
      for (const before of tokens) {
        const token = randomBytes(32).toString('base64url');
        const device = await devices.inTransaction(() => comeBack({ ...made, attempt, before }, token, now()));
        if (device) return { kind: 'enrolled', device, token };
      }
      return { kind: 'not-meant', ...(held.kind === 'revoked' && { device: held.device }) };
    },

    /** Returns the return code of the last “Revoke all”, over or not; `undefined`: nobody has revoked all. */
    returnCode: returns.last,
    /** Makes a new return code for who was revoked last, in place of the one before. @param forMs - milliseconds; 0 ends that one. */
    async renewReturnCode(forMs: number): Promise<void> {
      const last = await returns.last();
      if (last && forMs > 0) await returns.make(last.revokedAt, forMs);
      else await returns.end();
    },
  };
}

/**
 * Enrols a handheld anew whose token “Revoke all” has ended. What it brings is used up as a one-time code is: that code and that token
 * together, once, and again by the handheld that never got the answer.
 */
function* comeBack(
  { code, revokedAt, until, attempt, before }: ReturnCode & { readonly attempt: string; readonly before: string },
  token: string,
  now: number,
): Steps<DeviceStatement, Device | undefined> {
  const used = hashOf(`${code} ${before}`);
  const [found] = (yield ['find', hashOf(before)]).rows;
  if (found) {
    const number = Number(found['number']);
    const [back] = (yield ['comeBack', number, hashOf(token), now, revokedAt]).rows;
    if (back) {
      yield ['addCode', used, String(found['name']), until];
      yield ['use', used, hashOf(attempt), number];
      return toDevice(back);
    }
  }
  const [again] = (yield ['used', used]).rows;
  if (again?.['attempt_hash'] !== hashOf(attempt)) return undefined;
  const [renewed] = (yield ['renew', Number(again['device']), hashOf(token), now]).rows;
  return renewed && toDevice(renewed);
}
