import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { InvalidParameter } from '#contract/errors.ts';
import type { Certificates } from '#gateway/edge/expiry.ts';
import { clientOf, networkOf } from '#gateway/http/clientAddress.ts';
import { UnreadBody, readForm } from '#gateway/http/body.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import {
  type PageFacts,
  type PagePlace,
  Refused,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  STYLE_PATH,
  VIEWER_TIME_PATH,
  pathOfPage,
  replyWithPage,
} from './page.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { type Guard, type Operator, createGuard, sessionCookie } from './supervisorGuard.ts';
import { type SupervisorSignIn, createSupervisorSignIn } from './supervisorSignIn.ts';

/** The one style of the gateway’s pages: the app’s, and their own. */
const PAGE_STYLE = ['../../contract/tokens.css', '../../contract/everyPage.css', './page.css'].map(textOf).join('');
const VIEWER_TIME = textOf('./viewerTime.js');

export type SupervisorPages = ReturnType<typeof addSupervisorRoutes>;

/** A request for a page, of somebody who may see it. */
export interface Asking {
  readonly request: FastifyRequest;
  readonly operator: Operator;
  readonly facts: PageFacts;
  /** The fields of the posted form; for a GET those of the address. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page's content: HTML, or that with a status and what is said above it, or a path to go to. */
export type Made =
  | string
  | (Partial<Pick<PageFacts, 'problem' | 'unwritten' | 'isKept'>> & {
      readonly inside: string;
      readonly status?: number;
    })
  | { readonly to: string };

type Make = (asking: Asking) => Made | Promise<Made>;
type Again = (asking: Asking) => string | Promise<string>;

/** The parts of the sign-in. */
export interface SignInParts extends Pick<Settings, 'supervisorPassword'> {
  /** The ledger, which keeps the sessions. */
  readonly ledger: Pick<Ledger, 'epoch' | 'tell' | 'sessions'>;
  readonly onRefused: () => void;
  readonly certificates: Certificates;
}

/** Adds the sign-in that the gateway's pages share, their style, and the guard before them. No body is logged. */
export function addSupervisorRoutes(app: FastifyInstance, parts: SignInParts) {
  const signIn = createSupervisorSignIn(parts.supervisorPassword, () => performance.now(), parts.ledger);
  const guard = createGuard(signIn, parts.certificates);
  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css', PAGE_STYLE],
    [VIEWER_TIME_PATH, 'text/javascript', VIEWER_TIME],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
    );
  }
  addSignInRoutes(app, signIn, guard, parts.onRefused);
  return { mayOperate: guard.mayOperate, refuse: guard.refuse, ...pagesOf(app, guard) };
}

function addSignInRoutes(app: FastifyInstance, signIn: SupervisorSignIn, guard: Guard, onRefused: () => void): void {
  // For whoever opens the form's address, such as by a reload.
  app.get(SIGN_IN_PATH, async (request, reply) =>
    (await guard.mayOperate(request)) ? reply.redirect(guard.nextOf(''), 303) : guard.refuse(request, reply),
  );

  // Also below the provision page: a page of an older build posts there.
  for (const path of [SIGN_IN_PATH, `${pathOfPage('provision')}/sign-in`]) {
    app.post(path, async (request, reply) => {
      const { password = '', next: asked = '' } = fieldsOf(request);
      const next = guard.nextOf(asked);
      const { address } = clientOf(request);
      const came = await signIn.enter(password, networkOf(address)).catch((error: unknown) => {
        guard.noteAway(request, error);
        return undefined;
      });
      if (came?.kind === 'in') {
        request.log.info({ address, session: came.session }, 'a supervisor signed in');
        return sessionCookie.give(reply, came.token).redirect(next, 303);
      }
      if (came) onRefused();
      if (!came || !signIn.isPossible) return guard.refuse(request, reply, next);
      request.log.warn({ kind: came.kind, address }, 'a supervisor sign-in was refused');
      if (came.kind === 'wrong') return guard.askToSignIn(reply, 401, next, ({ wrong }) => wrong);
      const { seconds } = came;
      return guard.askToSignIn(reply.header('retry-after', String(seconds)), 429, next, ({ wait }) =>
        wait({ seconds }),
      );
    });
  }

  for (const path of [SIGN_OUT_PATH, `${pathOfPage('provision')}/sign-out`]) {
    app.post(path, async (request, reply) => {
      const next = guard.nextOf(fieldsOf(request)['next'] ?? '');
      const operator = await guard.mayOperate(request);
      await Promise.all(sessionCookie.read(request).map(signIn.leave)).catch((error: unknown) =>
        guard.noteAway(request, error),
      );
      // They are still signed in: the cookie stays, to sign out with.
      if (guard.isUnread(request)) return guard.refuse(request, reply, next);
      if (operator) request.log.info({ ...operator }, 'a supervisor signed out');
      return sessionCookie.give(reply, '').redirect(next, 303);
    });
  }
}

function pagesOf(app: FastifyInstance, { mayOperate, refuse, factsOf, addPage }: Guard) {
  const answer =
    ({ frame }: PagePlace, make: Make, again?: Again) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const operator = await mayOperate(request);
      if (!operator) return refuse(request, reply);
      const fields = request.method === 'POST' ? fieldsOf(request) : textsOf(request.query);
      const facts = factsOf(request, operator);
      const made = await madeOf({ request, operator, facts, fields }, make, again);
      if (typeof made === 'string') return replyWithPage(reply, frame(facts, made));
      if ('to' in made) return reply.redirect(made.to, 303);
      return replyWithPage(reply.code(made.status ?? 200), frame({ ...facts, ...made }, made.inside));
    };
  return {
    /** Adds a page for those who may see it. */
    page(place: PagePlace, make: Make): void {
      addPage(place.path);
      app.get(place.path, answer(place, make));
    },
    /** Adds a form that they post. @param again - makes the form's page anew where `act` throws why it cannot be taken. */
    form: (place: PagePlace, act: Make, again?: Again): void => void app.post(place.path, answer(place, act, again)),
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

/** Reads the fields of a form; of a name that comes twice the last. @throws UnreadBody */
function fieldsOf({ body }: FastifyRequest): Record<string, string> {
  const fields = Buffer.isBuffer(body) ? readForm(body) : [];
  if (typeof fields === 'string') throw new UnreadBody(fields);
  return Object.fromEntries(fields);
}
