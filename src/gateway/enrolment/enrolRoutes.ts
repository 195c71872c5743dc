import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { jsonMembers } from '#http/body.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { clientOf, networkOf } from '#http/clientAddress.ts';
import { tidied } from '#http/tidied.ts';
import { deviceCookie } from './enrolmentGate.ts';
import type { Device } from './devices.ts';
import type { Enrolment, EnrolmentChange } from './enrolment.ts';

const ENROL = '/gateway/enrol';
const END = `${ENROL}/end`;
const AGAIN = `${ENROL}/again`;
/** The wrong codes that one network may show: ten, then one a minute. A flood of them is not looked up. */
const WRONG_CODES = { perSecond: 1 / 60, burst: 10 };

/** The refusals of a code by kind; the handheld knows the kind by its status. */
const REFUSED = {
  unknown: { status: 404, detail: 'This code is not known here.' },
  used: { status: 409, detail: 'This code has enrolled another handheld.' },
  expired: { status: 410, detail: 'This code has expired.' },
} as const;

/** The same of a return code. */
const NOT_RETURNED = {
  unknown: { status: 404, detail: 'This return code is not known here.' },
  expired: { status: 410, detail: 'This return code has ended.' },
  'not-meant': { status: 403, detail: 'The return code is not for this handheld: “Revoke all” did not end it.' },
} as const;

/** Told that a handheld came back by the return code, or was refused with it: `device` is absent of one that nobody knows. */
export type OnReturn = (request: FastifyRequest, isBack: boolean, device: Device | undefined) => Promise<void>;

/**
 * Adds three routes. `POST /gateway/enrol` of JSON `{code, name, attempt}`: a handheld shows its one-time code and gets its
 * token, in a cookie alone. `POST /gateway/enrol/end`: a handheld gives its token back, as before a reset. `POST /gateway/enrol/again` of JSON `{code,
 * attempt}`: one that “Revoke all” has ended comes back by the return code.
 *
 * @param enrolment - absent where nobody is asked for a token. @param told - told of each that was made or given back.
 */
export function addEnrolRoutes(
  app: FastifyInstance,
  enrolment: Enrolment | undefined,
  onReturn: OnReturn,
  told: (change: EnrolmentChange) => Promise<void> = async () => {},
): void {
  const wrongCodes = createRateLimit(WRONG_CODES, () => performance.now());

  app.post(ENROL, async (request, reply) => {
    if (!enrolment) return replyWith(reply, refusal('This gateway enrols nobody.', 404));
    const { address } = clientOf(request);
    const network = networkOf(address);
    const retryAfterS = wrongCodes.wait(network);
    if (retryAfterS > 0) return tooMany(reply, retryAfterS);
    const { code, name = '', attempt } = jsonMembers(request);
    if (!isSecret(code) || !isSecret(attempt) || typeof name !== 'string') {
      return replyWith(reply, refusal('Expected JSON with code, name and attempt.'));
    }
    const held = await enrolment.standing(deviceCookie.read(request));
    const before = held.kind === 'enrolled' ? held.token : undefined;
    const wish = { code, attempt, name: tidied(name), ...(before !== undefined && { before }) };
    const redeemed = await enrolment.redeem(wish);
    if (redeemed.kind !== 'enrolled') {
      wrongCodes.take(network);
      request.log.warn({ kind: redeemed.kind, address }, 'an enrolment was refused');
      const { status, detail } = REFUSED[redeemed.kind];
      return replyWith(reply, refusal(detail, status));
    }
    const { number, name: called } = redeemed.device;
    request.log.info({ device: number, address }, 'a handheld was enrolled');
    const moved = held.kind !== 'unknown' && { before: held.device.number };
    const change = { kind: moved ? 'moved' : 'enrolled', number, name: called, address, ...moved } as const;
    if (!redeemed.isAgain) await told(change);
    return replyWithJson(deviceCookie.give(reply, redeemed.token), { number, name: called });
  });

  app.post(END, async (request, reply) => {
    const held = await enrolment?.standing(deviceCookie.read(request));
    const device = enrolment && held?.kind === 'enrolled' ? await enrolment.leave(held.token) : undefined;
    const { address } = clientOf(request);
    if (device) {
      request.log.warn({ device: device.number, address }, 'a handheld has given its token back');
      await told({ kind: 'left', number: device.number, name: device.name, address });
    }
    return reply.code(204).header('cache-control', 'no-store').send();
  });

  addReturn(app, enrolment, onReturn);
}

/** Adds the way back. The wrong codes are counted apart: a floor that scans a code that has ended can still be set up by others. */
function addReturn(app: FastifyInstance, enrolment: Enrolment | undefined, onReturn: OnReturn): void {
  const refused = createRateLimit(WRONG_CODES, () => performance.now());
  app.post(AGAIN, async (request, reply) => {
    if (!enrolment) return replyWith(reply, refusal('This gateway enrols nobody.', 404));
    const { address } = clientOf(request);
    const network = networkOf(address);
    const retryAfterS = refused.wait(network);
    if (retryAfterS > 0) return tooMany(reply, retryAfterS);
    const { code, attempt } = jsonMembers(request);
    if (!isSecret(code) || !isSecret(attempt)) return replyWith(reply, refusal('Expected JSON with code and attempt.'));
    const came = await enrolment.comeBack({ code, attempt, tokens: deviceCookie.read(request) });
    if (came.kind !== 'enrolled') {
      if (came.kind !== 'expired') refused.take(network); // one that has ended was known: nobody has guessed
      if (came.kind === 'not-meant') await onReturn(request, false, came.device);
      request.log.warn({ kind: came.kind, address }, 'a return code was refused');
      const { status, detail } = NOT_RETURNED[came.kind];
      return replyWith(reply, refusal(detail, status));
    }
    const { number, name } = came.device;
    request.log.info({ device: number, address }, 'a handheld came back by the return code');
    await onReturn(request, true, came.device);
    return replyWithJson(deviceCookie.give(reply, came.token), { number, name });
  });
}

function tooMany(reply: FastifyReply, retryAfterS: number): FastifyReply {
  return replyWith(reply, problemAnswer('busy', 'Too many wrong codes came from this address.', { retryAfterS }));
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{16,100}$/.test(value);
}
