import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject, jsonIn } from '#contract/json.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#gateway/http/answer.ts';
import { createRateLimit } from '#gateway/edge/rateLimit.ts';
import { clientOf, networkOf } from '#gateway/http/clientAddress.ts';
import { tidied } from '#gateway/http/tidied.ts';
import { deviceCookie } from './enrolmentGate.ts';
import type { Enrolment } from './enrolment.ts';
import { MOST_HOURS } from './provisionCode.ts';
import type { Audit } from '#gateway/people/audit.ts';
import { personOf } from '#gateway/people/routeGuard.ts';

const ENROL = '/gateway/enrol';
const CODES = `${ENROL}/codes`;
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
 * Adds three routes. `POST /gateway/enrol` of JSON `{code, name, attempt}`: a handheld shows its one-time code and gets its
 * token, in a cookie alone. `POST /gateway/enrol/end`: a handheld gives its token back, as before a reset.
 * `POST /gateway/enrol/codes` of `{name, until}`: makes a code for one handheld, `null` where none is needed, for whoever
 * may see the gateway's pages.
 *
 * @param enrolment - absent where nobody is asked for a token.
 */
export function addEnrolRoutes(app: FastifyInstance, audit: Audit, enrolment: Enrolment | undefined): void {
  const wrongCodes = createRateLimit(WRONG_CODES, () => performance.now());

  app.post(ENROL, async (request, reply) => {
    if (!enrolment) return replyWith(reply, refusal('This gateway enrols nobody.', 404));
    const { address } = clientOf(request);
    const network = networkOf(address);
    const retryAfterS = wrongCodes.wait(network);
    if (retryAfterS > 0)
      return replyWith(reply, problemAnswer('busy', 'Too many wrong codes came from this address.', { retryAfterS }));
    const { code, name = '', attempt } = membersOf(request);
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
    return replyWithJson(deviceCookie.give(reply, redeemed.token), { number, name: called });
  });

  app.post(END, async (request, reply) => {
    const held = await enrolment?.standing(deviceCookie.read(request));
    const device = enrolment && held?.kind === 'enrolled' ? await enrolment.leave(held.token) : undefined;
    const { address } = clientOf(request);
    if (device) request.log.warn({ device: device.number, address }, 'a handheld has given its token back');
    return reply.code(204).header('cache-control', 'no-store').send();
  });

  app.post(CODES, async (request, reply) => {
    const { name = '', until } = membersOf(request);
    const now = Date.now();
    const latest = now + MOST_HOURS * 3_600_000;
    if (typeof name !== 'string' || typeof until !== 'number' || !(until > now && until <= latest)) {
      return replyWith(reply, refusal('Expected JSON with name and until, Unix ms.'));
    }
    if (!enrolment) return replyWithJson(reply, { code: null });
    const code = await enrolment.newCode(tidied(name), until);
    await audit.note('code-made', personOf(request), tidied(name));
    return replyWithJson(reply, { code });
  });
}

function membersOf({ body, headers }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '') || !Buffer.isBuffer(body)) return {};
  const value = jsonIn(body.toString());
  return isObject(value) ? value : {};
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{16,100}$/.test(value);
}
