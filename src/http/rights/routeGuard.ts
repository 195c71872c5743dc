import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { type HttpAnswer, refusal, replyWith } from '#http/answer.ts';
import { isFromHere, isSameSecret } from '#http/fromHere.ts';
import { type Person, type Role, hasRole, isRole } from './roles.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of the enrolled handheld that asks. */
    device?: number;
    /** Whoever asks for what a role may. */
    person?: Person;
    /** Ends their turn. */
    endTurn?: () => void;
  }
}

/**
 * Somebody who may use a route. `handheld`: an enrolled one, or anybody where none is asked for a token. `caller`: whoever brings the
 * access key, or such a handheld (`callRoutes.ts` asks once it has read which it is). `machine`: a program on this machine.
 * `scraper`: who shows METRICS_TOKEN. `trainee`: anybody, at the training app. A role: whoever has it, or one above it.
 */
export type Visitor = 'anyone' | 'caller' | 'handheld' | 'machine' | 'scraper' | 'trainee' | Role;

/** Each route, such as `GET /gateway/hello`, with those who may use it: one of them is enough. */
export type RouteTable = Readonly<Record<string, readonly Visitor[]>>;

/** The office's word on people. */
export interface PeopleGuard {
  readonly whoAsks: (request: FastifyRequest) => Promise<Person | undefined>;
  /** Answers who is not signed in. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
  /** Answers who is, in a role that is not enough. */
  readonly refuseRole: (
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
  ) => FastifyReply | Promise<FastifyReply>;
  /** Answers who asks for too much at once, with a time. */
  readonly refuseBusy: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
  /** Waits until a person may have a page. @returns what ends their turn; `undefined`: they ask for too much at once. */
  readonly turn: (person: Person) => Promise<(() => void) | undefined>;
}

export interface RouteGuardParts {
  /** The tables of all that is added from now on. */
  readonly tables: readonly RouteTable[];
  /** Absent: there is no office, and nobody has a role. */
  readonly people?: PeopleGuard | undefined;
  /** Refuses who is asked for a handheld's token and shows none; `undefined`: they may go on. */
  readonly stranger: (request: FastifyRequest) => Promise<HttpAnswer | undefined>;
  /** METRICS_TOKEN */
  readonly metricsToken?: string | undefined;
  /** `true`: this is the training app. */
  readonly isTraining?: boolean | undefined;
}

/**
 * Has the tables of routes decide who may use each route that is added from now on, and people have what they ask for in turn. Each has its own guard, as an address can be
 * written in more ways than one. @throws Error for a route that no table has.
 */
export function guardRoutes(app: FastifyInstance, parts: RouteGuardParts): void {
  const table: RouteTable = Object.assign({}, ...parts.tables);
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    for (const method of methods) visitorsOf(table, method, route.url);
    const visitors = visitorsOf(table, String(methods[0]), route.url);
    if (visitors.some((visitor) => visitor === 'anyone' || visitor === 'caller')) return;
    route.onRequest = [guardFor(visitors, parts), ...[route.onRequest ?? []].flat()];
    if (!parts.people || !visitors.some(isRole)) return;
    // Once the body is here: a slow one keeps nobody waiting.
    route.preHandler = [takeTurn(parts.people), ...[route.preHandler ?? []].flat()];
    route.onSend = [endTurn, ...[route.onSend ?? []].flat()];
  });
}

/**
 * Makes what tells, on a route that is anyone's, whether to tell all: to this machine, whoever shows METRICS_TOKEN, and people with any
 * role. Never throws: where nobody can be looked up it is a stranger who asks.
 */
export function createInsight({ people, metricsToken }: Pick<RouteGuardParts, 'people' | 'metricsToken'>) {
  return async (request: FastifyRequest): Promise<boolean> =>
    isFromHere(request) ||
    isBearer(request, metricsToken) ||
    (await people?.whoAsks(request).catch(() => undefined)) !== undefined;
}

/** Returns who may use a route. @throws Error where the table does not have it: a route that nobody thought of is not added. */
export function visitorsOf(table: RouteTable, method: string, url: string): readonly Visitor[] {
  const visitors = table[`${method === 'HEAD' ? 'GET' : method} ${url}`];
  if (!visitors) throw new Error(`No table of routes says who may use ${method} ${url}`);
  return visitors;
}

function guardFor(visitors: readonly Visitor[], parts: RouteGuardParts): onRequestAsyncHookHandler {
  const { people, stranger, metricsToken, isTraining } = parts;
  const forWhom = new Set(visitors);
  const needed = visitors.find(isRole);
  return async (request, reply) => {
    if (forWhom.has('trainee') && isTraining === true) return undefined;
    if (forWhom.has('machine') && isFromHere(request)) return undefined;
    if (forWhom.has('scraper') && isBearer(request, metricsToken)) return undefined;
    const strange = forWhom.has('handheld') ? await stranger(request) : undefined;
    if (forWhom.has('handheld') && !strange) return undefined;
    if (!needed || !people) return replyWith(reply, strange ?? refusal('It is for programs on this machine.', 403));
    const person = await people.whoAsks(request);
    if (person && hasRole(person.role, needed)) {
      request.person = person;
      return undefined;
    }
    if (strange) return replyWith(reply, strange);
    return person ? people.refuseRole(request, reply, person) : people.refuse(request, reply);
  };
}

/** Has a person wait for their turn; one who asks for too much at once is told so. */
function takeTurn({ turn, refuseBusy }: PeopleGuard): preHandlerAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.person) return undefined;
    const end = await turn(request.person);
    if (!end) return refuseBusy(request, reply);
    request.endTurn = end;
    endWith(reply, end);
    return undefined;
  };
}

const endTurn: onSendHookHandler = ({ endTurn: end }, _reply, _payload, done) => {
  end?.();
  done();
};

/** Calls what ends a turn once a reply is over. */
export function endWith({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}

function isBearer({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && isSameSecret(given, token);
}

/** Returns whoever asks for what a role may. @throws Error on a route that needs none. */
export function personOf({ person }: FastifyRequest): Person {
  if (!person) throw new Error('the route is not guarded');
  return person;
}
