import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Certificates, type Expiring, isEnding } from '#http/edge/expiry.ts';
import { problemAnswer, refusal, replyWith } from '#http/answer.ts';
import { clientOf } from '#http/clientAddress.ts';
import { isFromHere } from '#http/fromHere.ts';
import { createTokenCookie } from '#http/tokenCookie.ts';
import { framed } from '#office/pages/Frame.tsx';
import { AGAIN, type PageFacts, pageNames, pathOfPage, replyWithPage } from '#office/pages/page.ts';
import { signInPage } from '#office/pages/signInPages.tsx';
import { type PageWords, pageLanguage, pageWords } from '#office/pages/pageWords.ts';
import type { PeopleParts } from './people.ts';
import { THIS_MACHINE } from '#contract/decision.ts';
import type { Person } from '#http/rights/roles.ts';
import { officeRoutes, roleMayUse } from './routeTable.ts';

/** The cookie with the token of a session. */
export const sessionCookie = createTokenCookie('scanline-supervisor', '/gateway');

type SharedWords = PageWords['shared'];

export type Guard = ReturnType<typeof createGuard>;

export interface GuardParts extends Pick<PeopleParts, 'signIn' | 'audit' | 'accounts' | 'provider'> {
  readonly certificates: Certificates;
}

/** Makes the guard that knows who asks, and answers who may not. */
export function createGuard({ signIn, audit, accounts, provider, certificates }: GuardParts) {
  /** The requests for which the database could not be asked. */
  const unread = new WeakSet<FastifyRequest>();

  /** Returns where the sign-in leads: to the page that was asked for, where it is one of ours, and never to another address. */
  function nextOf(asked: string, person?: Person): string {
    const [, path = '', query = ''] = /^([\w/-]+)(\?[\w.~%&=+-]*)?$/.exec(asked) ?? [];
    const page = [path, path.slice(0, path.lastIndexOf('/'))].find((one) => isPage(one));
    if (page !== undefined && (!person || roleMayUse(person.role, 'GET', page))) return page + query;
    return pathOfPage('floor');
  }

  function noteAway(request: FastifyRequest, error: unknown): void {
    request.log.error({ err: error }, 'sessions cannot be read and written');
    unread.add(request);
  }

  /**
   * Returns who asks: whoever is signed in, or without SUPERVISOR_PASSWORD somebody on this machine. A request that a page makes by
   * itself keeps no session alive.
   */
  async function whoAsks(request: FastifyRequest, isUse = !isByItself(request)): Promise<Person | undefined> {
    const { address } = clientOf(request);
    try {
      for (const token of sessionCookie.read(request)) {
        const found = await signIn.whose(token, isUse);
        if (found) return { ...found, address };
      }
    } catch (error) {
      noteAway(request, error);
    }
    return !signIn.hasFirst && isFromHere(request) ? { role: 'it', name: THIS_MACHINE, address } : undefined;
  }

  function factsOf(request: FastifyRequest, person?: Person): PageFacts {
    const language = pageLanguage(request.headers['accept-language']);
    const ending = endingOf(certificates(), Date.now());
    const words = pageWords(language);
    const pages = pageNames.filter((name) => person && roleMayUse(person.role, 'GET', pathOfPage(name)));
    const signedIn = person?.session === undefined ? undefined : `${person.name} · ${words.people.roles[person.role]}`;
    return { language, words, pages, signedIn, ending };
  }

  /** Answers with the sign-in, which leads to a page of ours. @param why - picks the sentence on what is wrong. */
  function askToSignIn(reply: FastifyReply, status: number, next: string, why?: (texts: SharedWords) => string) {
    const facts = factsOf(reply.request);
    const page = signInPage({ ...facts, ...(why && { problem: why(facts.words.shared) }) }, next, provider?.host);
    return replyWithPage(reply.code(status), page);
  }

  /** Tells whether anybody can sign in here. Where that cannot be asked, they can: the sign-in then says so. */
  async function isPossible(): Promise<boolean> {
    return signIn.hasFirst || provider !== undefined || (await accounts.hasAny().catch(() => true));
  }

  return {
    noteAway,
    whoAsks,
    factsOf,
    askToSignIn,
    nextOf,

    /** Answers whoever has set their password with the sign-in, which says so and has their name. */
    welcomeToSignIn: (reply: FastifyReply, name: string): FastifyReply =>
      replyWithPage(reply, signInPage(factsOf(reply.request), nextOf(''), provider?.host, name)),

    isPossible,
    isUnread: (request: FastifyRequest): boolean => unread.has(request),

    /** Answers whoever is signed in and may not: it is not for their role. */
    async refuseRole(request: FastifyRequest, reply: FastifyReply, person: Person): Promise<FastifyReply> {
      const { method, routeOptions } = request;
      await audit.note('page-refused', person, `${method} ${routeOptions.url ?? ''}`);
      if (isProgram(request)) return replyWith(reply, refusal('It is not for this role.', 403));
      const facts = factsOf(request, person);
      return replyRefused(reply.code(403), facts, facts.words.people.notYours);
    },

    /** Answers somebody who asks for too much at once, or while too many others ask. */
    refuseBusy: (request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply =>
      replyBusy(reply, factsOf(request, request.person), seconds),
    /** Answers who may not see a page: with the sign-in, which leads back to it, or where nobody can sign in with a refusal. */
    async refuse(request: FastifyRequest, reply: FastifyReply, next = nextOf(request.url)): Promise<FastifyReply> {
      if (isProgram(request)) return replyWith(reply, refusal('It is for this machine, or for who is signed in.', 403));
      if (!(await isPossible())) {
        if (!request.headers.accept?.includes('text/html'))
          return replyWith(reply, refusal('It needs a sign-in, and SUPERVISOR_PASSWORD is not set.', 403));
        const facts = factsOf(request);
        const problem = facts.words.shared.noPassword({ variable: 'SUPERVISOR_PASSWORD' });
        return replyRefused(reply.code(403), facts, problem);
      }
      if (unread.has(request)) return askToSignIn(reply, 503, next, ({ away }) => away);
      const wasSignedIn = sessionCookie.read(request).length > 0;
      return askToSignIn(reply, 401, next, wasSignedIn ? ({ ended }) => ended : undefined);
    },
  };
}

/** Answers that too much is asked, with the seconds after which to ask again. */
function replyBusy(reply: FastifyReply, facts: PageFacts, seconds: number): FastifyReply {
  const { request } = reply;
  if (isProgram(request) || !request.headers.accept?.includes('text/html'))
    return replyWith(reply, problemAnswer('busy', 'Too much is asked at once.', { retryAfterS: seconds }));
  const problem = facts.words.shared.busy({ seconds });
  return replyRefused(reply.code(429).header('retry-after', String(seconds)), facts, problem);
}

/** Answers by a page that says why there is no other. */
function replyRefused(reply: FastifyReply, facts: PageFacts, problem: string): FastifyReply {
  return replyWithPage(reply, framed({ ...facts, problem }, undefined, null, facts.words.shared.refused));
}

/** Tells whether a path is one of our pages: not one that anybody sees, and nothing that is kept as a file. */
function isPage(path: string): boolean {
  const visitors = officeRoutes[`GET ${path}`];
  const isOurs = pageNames.some((name) => path === pathOfPage(name) || path.startsWith(`${pathOfPage(name)}/`));
  return visitors !== undefined && isOurs;
}

/** Tells whether a page asks by itself: it comes anew, or listens. */
function isByItself({ query, headers }: FastifyRequest): boolean {
  return Object.hasOwn(query ?? {}, AGAIN) || headers.accept === 'text/event-stream';
}

/** Tells whether a program posts JSON, which wants no page in return. */
function isProgram({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

function endingOf(certificates: readonly Expiring[], now: number): PageFacts['ending'] {
  return certificates.filter((one) => isEnding(one, now)).map((one) => ({ ...one, isOver: one.expiresAt <= now }));
}

/** Tells whether whoever asked for a page that goes on may have it still: they are signed in, and in a role for it. */
export async function mayStill({ whoAsks }: Pick<Guard, 'whoAsks'>, request: FastifyRequest): Promise<boolean> {
  const person = await whoAsks(request, false);
  return person !== undefined && roleMayUse(person.role, 'GET', request.routeOptions.url ?? '');
}
