import type { FastifyInstance } from 'fastify';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { jsonMembers } from '#http/body.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { clientOf, networkOf } from '#http/clientAddress.ts';
import { tidied } from '#http/tidied.ts';
import { deviceCookie } from './enrolmentGate.ts';
import type { Enrolment, EnrolmentChange } from './enrolment.ts';

const ENROL = '/gateway/enrol';
const END = `${ENROL}/end`;
/** The wrong codes that one network may show: ten, then one a minute. A flood of them is not looked up. */
const WRONG_CODES = { perSecond: 1 / 60, burst: 10 };

/** The refusals of a code by kind; the handheld knows the kind by its status. */
const REFUSED = {
  unknown: { status: 404, detail: 'This code is not known here.' },
  used: { status: 409, detail: 'This code has enrolled another handheld.' },
  expired: { status: 410, detail: 'This code has expired.' },
} as const;

/**
 * Adds two routes. `POST /gateway/enrol` of JSON `{code, name, attempt}`: a handheld shows its one-time code and gets its
 * token, in a cookie alone. `POST /gateway/enrol/end`: a handheld gives its token back, as before a reset.
 *
 * @param enrolment - absent where nobody is asked for a token. @param told - told of each that was made or given back.
 */
export function addEnrolRoutes(
  app: FastifyInstance,
  enrolment: Enrolment | undefined,
  told: (change: EnrolmentChange) => Promise<void> = async () => {},
): void {
  const wrongCodes = createRateLimit(WRONG_CODES, () => performance.now());

  app.post(ENROL, async (request, reply) => {
    if (!enrolment) return replyWith(reply, refusal('This gateway enrols nobody.', 404));
    const { address } = clientOf(request);
    const network = networkOf(address);
    const retryAfterS = wrongCodes.wait(network);
    if (retryAfterS > 0)
      return replyWith(reply, problemAnswer('busy', 'Too many wrong codes came from this address.', { retryAfterS }));
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
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{16,100}$/.test(value);
}
