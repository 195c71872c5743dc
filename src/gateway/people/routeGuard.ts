import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { type HttpAnswer, refusal, replyWith } from '#gateway/http/answer.ts';
import { isFromHere, isSameSecret } from '#gateway/http/fromHere.ts';
import type { Guard } from './guard.ts';
import { BUSY_S, type PersonTurns, endWith } from './personTurns.ts';
import { type Person, hasRole, isRole } from './roles.ts';
import { type Visitor, roleMayUse, visitorsOf } from './routeTable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever asks for what a role may. */
    person?: Person;
    /** Ends their turn. */
    endTurn?: () => void;
  }
}

export interface RouteGuardParts {
  readonly guard: Guard;
  readonly turns: PersonTurns;
  /** Refuses who is asked for a handheld's token and shows none; `undefined`: they may go on. */
  readonly stranger: (request: FastifyRequest) => Promise<HttpAnswer | undefined>;
  /** METRICS_TOKEN */
  readonly metricsToken: string | undefined;
  /** `true`: this is the training app. */
  readonly isTraining?: boolean;
}

/**
 * Has the table of routes decide who may use each route that is added from now on, and people have what they ask for in turn. Each has its own guard, as an address can be
 * written in more ways than one. @throws Error for a route that the table does not have.
 */
export function guardRoutes(app: FastifyInstance, parts: RouteGuardParts): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) visitorsOf(method, route.url);
    const visitors = visitorsOf(String([route.method].flat()[0]), route.url);
    if (visitors.some((visitor) => visitor === 'anyone' || visitor === 'caller')) return;
    route.onRequest = [guardFor(visitors, parts), ...[route.onRequest ?? []].flat()];
    if (!visitors.some(isRole)) return;
    // Once the body is here: a slow one keeps nobody waiting.
    route.preHandler = [takeTurn(parts), ...[route.preHandler ?? []].flat()];
    route.onSend = [endTurn, ...[route.onSend ?? []].flat()];
  });
}

function guardFor(visitors: readonly Visitor[], parts: RouteGuardParts): onRequestAsyncHookHandler {
  const { guard, stranger, metricsToken, isTraining } = parts;
  const forWhom = new Set(visitors);
  const needed = visitors.find(isRole);
  return async (request, reply) => {
    if (forWhom.has('trainee') && isTraining === true) return undefined;
    if (forWhom.has('machine') && isFromHere(request)) return undefined;
    if (forWhom.has('scraper') && isBearer(request, metricsToken)) return undefined;
    const strange = forWhom.has('handheld') ? await stranger(request) : undefined;
    if (forWhom.has('handheld') && !strange) return undefined;
    if (!needed) return replyWith(reply, strange ?? refusal('It is for programs on this machine.', 403));
    const person = await guard.whoAsks(request);
    if (person && hasRole(person.role, needed)) {
      request.person = person;
      return undefined;
    }
    if (strange) return replyWith(reply, strange);
    return person ? guard.refuseRole(request, reply, person) : guard.refuse(request, reply);
  };
}

/** Has a person wait for their turn; one who asks for too much at once is told so, with a time. */
function takeTurn({ guard, turns }: RouteGuardParts): preHandlerAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.person) return undefined;
    const end = await turns.page(request.person);
    if (!end) return guard.refuseBusy(request, reply, BUSY_S);
    request.endTurn = end;
    endWith(reply, end);
    return undefined;
  };
}

const endTurn: onSendHookHandler = ({ endTurn: end }, _reply, _payload, done) => {
  end?.();
  done();
};

function isBearer({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && isSameSecret(given, token);
}

/** Tells whether whoever asked for a page that goes on may have it still: they are signed in, and in a role for it. */
export async function mayStill({ whoAsks }: Pick<Guard, 'whoAsks'>, request: FastifyRequest): Promise<boolean> {
  const person = await whoAsks(request, false);
  return person !== undefined && roleMayUse(person.role, 'GET', request.routeOptions.url ?? '');
}

/** Returns whoever asks for what a role may. @throws Error on a route that needs none. */
export function personOf({ person }: FastifyRequest): Person {
  if (!person) throw new Error('the route is not guarded');
  return person;
}
