import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Certificates, type Expiring, isEnding } from '#gateway/edge/expiry.ts';
import { refusal, replyWith } from '#gateway/http/answer.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';
import { isFromHere } from '#gateway/http/fromHere.ts';
import { createTokenCookie } from '#gateway/http/tokenCookie.ts';
import { type PageFacts, framed, pathOfPage, replyWithPage, signInPage } from './page.ts';
import { type PageWords, pageLanguage, pageWords } from './pageWords.ts';
import type { SupervisorSignIn } from './supervisorSignIn.ts';

/** The cookie with the token of a session. */
export const sessionCookie = createTokenCookie('scanline-supervisor', '/gateway');

/** Somebody who may see the pages, as the log names them. */
export interface Operator {
  readonly address: string;
  /** The session's name in the log; absent: there is no password, and it is this machine. */
  readonly session?: string;
}

type SharedWords = PageWords['shared'];

export type Guard = ReturnType<typeof createGuard>;

/** Makes the guard that lets in who may see the pages, and answers who may not. */
export function createGuard(signIn: SupervisorSignIn, certificates: Certificates) {
  /** The requests for which the database could not be asked. */
  const unread = new WeakSet<FastifyRequest>();
  /** The paths of the pages; a form's path lies below its page's. */
  const pages = new Set<string>();

  /** Returns where the sign-in leads: to one of our pages, as it was asked for, and never to another address. */
  function nextOf(asked: string): string {
    const [, path = '', query = ''] = /^([\w/-]+)(\?[\w.~%&=+-]*)?$/.exec(asked) ?? [];
    const page = [path, path.slice(0, path.lastIndexOf('/'))].find((one) => pages.has(one));
    return page === undefined ? pathOfPage('provision') : page + query;
  }

  function noteAway(request: FastifyRequest, error: unknown): void {
    request.log.error({ err: error }, 'sessions cannot be read and written');
    unread.add(request);
  }

  /** Returns who asks, where that is a supervisor who is signed in, or without a password somebody on this machine. */
  async function mayOperate(request: FastifyRequest): Promise<Operator | undefined> {
    const { address } = clientOf(request);
    if (!signIn.isPossible) return isFromHere(request) ? { address } : undefined;
    try {
      for (const token of sessionCookie.read(request)) {
        const session = await signIn.sessionOf(token);
        if (session !== undefined) return { address, session };
      }
    } catch (error) {
      noteAway(request, error);
    }
    return undefined;
  }

  function factsOf(request: FastifyRequest, operator?: Operator): PageFacts {
    const language = pageLanguage(request.headers['accept-language']);
    const ending = endingOf(certificates(), Date.now());
    return { language, words: pageWords(language), isSignedIn: operator?.session !== undefined, ending };
  }

  /** Answers with the sign-in, which leads to a page of ours. @param why - picks the sentence on what is wrong. */
  function askToSignIn(reply: FastifyReply, status: number, next: string, why?: (texts: SharedWords) => string) {
    const facts = factsOf(reply.request);
    const page = signInPage({ ...facts, ...(why && { problem: why(facts.words.shared) }) }, next);
    return replyWithPage(reply.code(status), page);
  }

  return {
    noteAway,
    mayOperate,
    factsOf,
    askToSignIn,
    nextOf,
    /** Notes the address of a page, which a sign-in may lead to. */
    addPage: (path: string): void => void pages.add(path),
    isUnread: (request: FastifyRequest): boolean => unread.has(request),

    /** Answers who may not see a page: with the sign-in, which leads back to it, or where there is no password with a refusal. */
    refuse(request: FastifyRequest, reply: FastifyReply, next = nextOf(request.url)): FastifyReply {
      if (!signIn.isPossible) {
        if (!request.headers.accept?.includes('text/html'))
          return replyWith(reply, refusal('It needs a sign-in, and SUPERVISOR_PASSWORD is not set.', 403));
        const facts = factsOf(request);
        const problem = facts.words.shared.noPassword({ variable: 'SUPERVISOR_PASSWORD' });
        return replyWithPage(reply.code(403), framed({ ...facts, problem }, undefined, ''));
      }
      return unread.has(request) ? askToSignIn(reply, 503, next, ({ away }) => away) : askToSignIn(reply, 401, next);
    },
  };
}

function endingOf(certificates: readonly Expiring[], now: number): PageFacts['ending'] {
  return certificates.filter((one) => isEnding(one, now)).map((one) => ({ ...one, isOver: one.expiresAt <= now }));
}
