import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { InvalidParameter } from '#contract/errors.ts';
import { refusal, replyWith } from '#gateway/http/answer.ts';
import { type Certificates, type Expiring, isEnding } from '#gateway/edge/expiry.ts';
import { clientOf, networkOf } from '#gateway/http/clientAddress.ts';
import { readForm } from '#gateway/http/form.ts';
import { isFromHere } from '#gateway/http/fromHere.ts';
import {
  type PageFacts,
  type Place,
  Refused,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  STYLE_PATH,
  VIEWER_TIME_PATH,
  pathOfPage,
  replyWithPage,
  signInPage,
} from './page.ts';
import { pageLanguage, pageWords } from './pageWords.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { createSessionTokens, createSupervisorSignIn } from './supervisorSignIn.ts';

const COOKIE = 'scanline-supervisor';

/** The one style of the gateway’s pages: what the app has too, and what is theirs. */
const PAGE_STYLE = ['../../contract/tokens.css', '../../contract/everyPage.css', './page.css'].map(textOf).join('');
const VIEWER_TIME = textOf('./viewerTime.js');

export type Supervisor = ReturnType<typeof addSupervisorRoutes>;

/** A request for a page, of somebody who may see it. */
export interface Asking {
  readonly request: FastifyRequest;
  readonly facts: PageFacts;
  /** Of a form that was posted; else of the address. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a page shows, as HTML, with what is said above it; or where to go. */
export type Made =
  | string
  | (Partial<Pick<PageFacts, 'problem' | 'unwritten' | 'isKept'>> & {
      readonly inside: string;
      readonly status?: number;
    })
  | { readonly to: string };

type Make = (asking: Asking) => Made | Promise<Made>;
type Again = (asking: Asking) => string | Promise<string>;

/** The sign-in that all the gateway's pages share, their style, and the guard before them. No body is logged. */
export function addSupervisorRoutes(
  app: FastifyInstance,
  { supervisorPassword: password, databaseUrl }: Pick<Settings, 'supervisorPassword' | 'databaseUrl'>,
  onRefused: () => void,
  certificates: Certificates,
) {
  // Gateways on one database may stand behind one address.
  const isShared = password !== undefined && databaseUrl !== undefined;
  const shared = isShared ? createSessionTokens(password, Date.now) : undefined;
  const signIn = createSupervisorSignIn(password, () => performance.now(), shared);
  const isSignedIn = (request: FastifyRequest): boolean => tokensOf(request).some((token) => signIn.isIn(token));
  const factsOf = (request: FastifyRequest): PageFacts => {
    const language = pageLanguage(request.headers['accept-language']);
    const ending = endingOf(certificates(), Date.now());
    return { language, words: pageWords(language), isSignedIn: isSignedIn(request), ending };
  };
  /** Answers who may not: with the sign-in, which leads back to the page asked for, or with a refusal. */
  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (signIn.isPossible) {
      return replyWithPage(reply.code(401), signInPage(factsOf(request), nextOf(request.url)));
    }
    const detail = 'It needs a sign-in, and SUPERVISOR_PASSWORD is not set.';
    return replyWith(reply, refusal(detail, 403));
  };
  /** The cookie of a session; an empty token ends it. */
  function withCookie(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
    const life = token === '' ? '; Max-Age=0' : '';
    const rest = `; Path=/gateway; HttpOnly; SameSite=Strict${clientOf(request).secure ? '; Secure' : ''}${life}`;
    return reply.header('set-cookie', `${COOKIE}=${token}${rest}`);
  }

  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css', PAGE_STYLE],
    [VIEWER_TIME_PATH, 'text/javascript', VIEWER_TIME],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
    );
  }

  // Under the first page's address too, where the sign-in was before there were others.
  for (const path of [SIGN_IN_PATH, `${pathOfPage('provision')}/sign-in`]) {
    app.post(path, (request, reply) => {
      const { password: entered = '', next = '' } = fieldsOf(request);
      const outcome = signIn.enter(entered, networkOf(clientOf(request).address));
      if (outcome.kind === 'in') return withCookie(request, reply, outcome.token).redirect(nextOf(next), 303);
      onRefused();
      if (!signIn.isPossible) return refuse(request, reply);
      const facts = factsOf(request);
      const texts = facts.words.shared;
      request.log.warn({ kind: outcome.kind }, 'a supervisor sign-in was refused');
      const problem = outcome.kind === 'wrong' ? texts.wrong : texts.wait({ seconds: outcome.seconds });
      if (outcome.kind === 'wait') reply.header('retry-after', String(outcome.seconds));
      const page = signInPage({ ...facts, problem }, nextOf(next));
      return replyWithPage(reply.code(outcome.kind === 'wrong' ? 401 : 429), page);
    });
  }

  for (const path of [SIGN_OUT_PATH, `${pathOfPage('provision')}/sign-out`]) {
    app.post(path, (request, reply) => {
      for (const token of tokensOf(request)) signIn.leave(token);
      return withCookie(request, reply, '').redirect(nextOf(fieldsOf(request)['next'] ?? ''), 303);
    });
  }

  /** A supervisor who is signed in; where there is no password, who is proved to be on this machine. */
  const mayOperate = (request: FastifyRequest): boolean =>
    (password === undefined && isFromHere(request)) || isSignedIn(request);
  return { mayOperate, refuse, ...pagesOf(app, mayOperate, refuse, factsOf) };
}

function pagesOf(
  app: FastifyInstance,
  mayOperate: (request: FastifyRequest) => boolean,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  factsOf: (request: FastifyRequest) => PageFacts,
) {
  const answer =
    ({ frame }: Place, make: Make, again?: Again) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!mayOperate(request)) return refuse(request, reply);
      const fields = request.method === 'POST' ? fieldsOf(request) : textsOf(request.query);
      const facts = factsOf(request);
      const made = await madeOf({ request, facts, fields }, make, again);
      if (typeof made === 'string') return replyWithPage(reply, frame(facts, made));
      if ('to' in made) return reply.redirect(made.to, 303);
      return replyWithPage(reply.code(made.status ?? 200), frame({ ...facts, ...made }, made.inside));
    };
  return {
    /** A page for those who may see it. */
    page: (place: Place, make: Make): void => void app.get(place.path, answer(place, make)),
    /** A form that they post. @param again - the page of the form, for what cannot be taken: `act` throws why. */
    form: (place: Place, act: Make, again?: Again): void => void app.post(place.path, answer(place, act, again)),
  };
}

async function madeOf(asking: Asking, make: Make, again: Again | undefined): Promise<Made> {
  try {
    return await make(asking);
  } catch (error) {
    if (!again || !(error instanceof Refused || error instanceof InvalidParameter)) throw error;
    const unwritten = error instanceof Refused ? error.text : undefined;
    return { inside: await again(asking), status: 422, problem: error.message, unwritten };
  }
}

function textsOf(query: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

function endingOf(certificates: readonly Expiring[], now: number): PageFacts['ending'] {
  return certificates.filter((one) => isEnding(one, now)).map((one) => ({ ...one, isOver: one.expiresAt <= now }));
}

/** The fields of a form; of a name that comes twice the last. */
function fieldsOf({ body }: FastifyRequest): Record<string, string> {
  return Object.fromEntries((Buffer.isBuffer(body) ? readForm(body) : undefined) ?? []);
}

/** Where to after the sign-in: one of our pages as it was asked for, and no other address whatever it says. */
function nextOf(asked: string): string {
  const [, path = pathOfPage('provision'), query = ''] =
    /^(\/gateway\/(?:provision|devices|ledger|setup(?:\/(?:read|answers|codes|units|workers|warehouses|file)\b)?))(?:\/[\w-]+)?(\?[\w.~%&=+-]*)?$/.exec(
      asked,
    ) ?? [];
  return path + query;
}

/** All of them: a browser may still send one for a narrower path first. */
function tokensOf({ headers }: FastifyRequest): readonly string[] {
  const found = (headers.cookie ?? '').matchAll(new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]+)`, 'g'));
  return [...found].map(([, token]) => token ?? '');
}
