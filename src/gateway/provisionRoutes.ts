import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidParameter } from '#contract/errors.ts';
import { problemAnswer } from '#gateway/answer.ts';
import { readForm } from '#gateway/form.ts';
import { isForThisMachine, isLocal } from '#gateway/fromHere.ts';
import { makeProvisionCode } from '#gateway/provisionCode.ts';
import { type PageFacts, PROVISION, PROVISION_STYLE, codePage, signInPage, wishPage } from '#gateway/provisionPage.ts';
import { pageLanguage, textsOf } from '#gateway/provisionTexts.ts';
import { replyWith } from '#gateway/replyWith.ts';
import { createSupervisorSignIn } from '#gateway/supervisorSignIn.ts';

export interface ProvisionParts {
  /** SUPERVISOR_PASSWORD; absent: the page is for this machine only. */
  readonly password?: string;
  readonly keyThere: boolean;
  /** Over TLS. */
  readonly secure: boolean;
  /** Unix ms. */
  readonly now: () => number;
}

const COOKIE = 'scanline-supervisor';

export function isProvisioning(request: FastifyRequest): boolean {
  return (
    request.url === PROVISION || request.url.startsWith(`${PROVISION}/`) || request.url.startsWith(`${PROVISION}?`)
  );
}

/**
 * A page that makes set-up codes: for a browser on this machine, or for a supervisor who is signed in. It needs no
 * script. Neither the key nor the password is ever sent back, and no body is logged.
 */
export function addProvisionRoutes(app: FastifyInstance, { password, keyThere, secure, now }: ProvisionParts): void {
  const signIn = createSupervisorSignIn(password, () => performance.now());
  const isSignedIn = (request: FastifyRequest): boolean => signIn.isIn(tokenOf(request));
  const isHere = (request: FastifyRequest): boolean => isLocal(request) && isForThisMachine(request);
  const factsOf = (request: FastifyRequest, problem?: string): PageFacts => ({
    language: pageLanguage(request.headers['accept-language']),
    isSignedIn: isSignedIn(request),
    ...(problem !== undefined && { problem }),
  });

  /** The cookie of a session; an empty token ends it. */
  function withCookie(reply: FastifyReply, token: string): FastifyReply {
    const life = token === '' ? '; Max-Age=0' : '';
    const rest = `; Path=${PROVISION}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${life}`;
    return reply.header('set-cookie', `${COOKIE}=${token}${rest}`);
  }
  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (signIn.isPossible) return html(reply.code(401), signInPage(factsOf(request)));
    const detail = 'It is for a browser on this machine, as SUPERVISOR_PASSWORD is not set.';
    return replyWith(reply, problemAnswer('refused', detail, { status: 403 }));
  }

  app.get(`${PROVISION}/style.css`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(PROVISION_STYLE),
  );

  app.get(PROVISION, (request, reply) => {
    if (!isHere(request) && !isSignedIn(request)) return refuse(request, reply);
    const url = `${secure ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
    return html(reply, wishPage(factsOf(request), { url }, keyThere));
  });

  app.post(PROVISION, async (request, reply) => {
    if (!isHere(request) && !isSignedIn(request)) return refuse(request, reply);
    const { key, ...wish } = fieldsOf(request);
    try {
      const all = { url: '', ...wish, ...(!keyThere && { key: key ?? '' }) };
      if (!keyThere && !key?.trim()) throw new InvalidParameter('key', 'enter the access key of the service.');
      return html(reply, codePage(factsOf(request), await makeProvisionCode(all, now())));
    } catch (error) {
      if (!(error instanceof InvalidParameter)) throw error;
      return html(reply.code(422), wishPage(factsOf(request, error.message), { url: '', ...wish }, keyThere));
    }
  });

  app.post(`${PROVISION}/sign-in`, (request, reply) => {
    const outcome = signIn.enter(fieldsOf(request)['password'] ?? '', request.socket.remoteAddress ?? '');
    if (outcome.kind === 'in') return withCookie(reply, outcome.token).redirect(PROVISION, 303);
    if (!signIn.isPossible) return refuse(request, reply);
    const texts = textsOf(pageLanguage(request.headers['accept-language']));
    request.log.warn({ kind: outcome.kind }, 'a supervisor sign-in was refused');
    if (outcome.kind === 'wrong') return html(reply.code(401), signInPage(factsOf(request, texts.wrong)));
    const limited = reply.code(429).header('retry-after', String(outcome.seconds));
    return html(limited, signInPage(factsOf(request, texts.wait(outcome.seconds))));
  });

  app.post(`${PROVISION}/sign-out`, (request, reply) => {
    signIn.leave(tokenOf(request));
    return withCookie(reply, '').redirect(PROVISION, 303);
  });
}

/** With a referrer for this site: without one a browser keeps the origin of a form to itself, and it would be refused. */
function html(reply: FastifyReply, page: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
  return reply.headers(headers).type('text/html; charset=utf-8').send(page);
}

function fieldsOf({ body }: FastifyRequest): Record<string, string> {
  return Object.fromEntries((Buffer.isBuffer(body) ? readForm(body) : undefined) ?? []);
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]+)`).exec(headers.cookie ?? '')?.[1];
}
