import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PageFacts, replyWithPage } from './page.ts';
import { type Supervisor, fieldsOf } from './supervisorRoutes.ts';

/** A request for a page, of somebody who may see it. */
export interface Asking {
  readonly request: FastifyRequest;
  readonly facts: PageFacts;
  /** Of a form that was posted; else of the address. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page, or where to go. */
export type Made = string | { readonly page: string; readonly status: number } | { readonly to: string };

/** A handler for those who may see the page. */
export function forSupervisor(supervisor: Supervisor, make: (asking: Asking) => Made | Promise<Made>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const fields = request.method === 'POST' ? fieldsOf(request) : textsOf(request.query);
    const made = await make({ request, facts: supervisor.factsOf(request), fields });
    if (typeof made === 'string') return replyWithPage(reply, made);
    if ('to' in made) return reply.redirect(made.to, 303);
    return replyWithPage(reply.code(made.status), made.page);
  };
}

/** A page with one sentence on what is wrong. */
export function refused(facts: PageFacts, problem: string, page: (facts: PageFacts) => string): Made {
  return { page: page({ ...facts, problem }), status: 422 };
}

function textsOf(query: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
