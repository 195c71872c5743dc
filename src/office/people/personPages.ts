import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ReactElement, isValidElement } from 'react';
import { InvalidParameter } from '#contract/errors.ts';
import { UnreadBody, readForm } from '#http/body.ts';
import {
  COPY_SCRIPT_PATH,
  LIVE_SCRIPT_PATH,
  SCAN_FIELD_SCRIPT_PATH,
  type PageFacts,
  type PagePlace,
  Refused,
  STYLE_PATH,
  VIEWER_TIME_PATH,
  replyWithPage,
} from '#office/pages/page.ts';
import { COPY_SCRIPT, LIVE_SCRIPT, PAGE_STYLE, SCAN_FIELD, VIEWER_TIME } from '#office/pages/pageFiles.ts';
import { framed } from '#office/pages/Frame.tsx';
import type { Audit, AuditAction } from './audit.ts';
import type { Guard } from './guard.ts';
import type { Person } from '#http/rights/roles.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import { roleMayUse } from './routeTable.ts';

export type PersonPages = ReturnType<typeof addPersonPages>;

/** A request for a page, of somebody who may see it. */
export interface Asking {
  readonly request: FastifyRequest;
  readonly person: Person;
  readonly facts: PageFacts;
  /** The fields of the posted form; for a GET those of the address. */
  readonly fields: Readonly<Record<string, string>>;
  /** Tells whether they may post a form. */
  readonly mayPost: (path: string) => boolean;
  /** Keeps in the audit trail what they did. */
  readonly note: (action: AuditAction, subject?: string, facts?: object) => Promise<void>;
}

/** A page's content, or that with a status and what is said above it, or a path to go to. */
export type Made =
  | ReactElement
  | (Partial<Pick<PageFacts, 'problem' | 'unwritten' | 'isKept' | 'again'>> & {
      readonly inside: ReactElement;
      readonly status?: number;
    })
  | { readonly to: string };

type Make = (asking: Asking) => Made | Promise<Made>;
type Again = (asking: Asking) => ReactElement | Promise<ReactElement>;

/** Makes what adds pages and forms for people, whom the table of routes has let in, and adds the pages' style. No body is logged. */
export function addPersonPages(app: FastifyInstance, guard: Guard, audit: Audit) {
  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css', PAGE_STYLE],
    [VIEWER_TIME_PATH, 'text/javascript', VIEWER_TIME],
    [LIVE_SCRIPT_PATH, 'text/javascript', LIVE_SCRIPT],
    [COPY_SCRIPT_PATH, 'text/javascript', COPY_SCRIPT],
    [SCAN_FIELD_SCRIPT_PATH, 'text/javascript', SCAN_FIELD],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
    );
  }
  const answer =
    (place: PagePlace, make: Make, again?: Again) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = personOf(request);
      const fields = request.method === 'POST' ? formFields(request) : textsOf(request.query);
      const facts = guard.factsOf(request, person);
      const asking: Asking = {
        request,
        person,
        facts,
        fields,
        mayPost: (path) => roleMayUse(person.role, 'POST', path),
        note: (action, subject, more) => audit.note(action, person, subject, more),
      };
      const frame = place.frame ?? ((all: PageFacts, inside: ReactElement) => framed(all, place.name, inside));
      const made = await madeOf(asking, make, again);
      if (isValidElement(made)) return replyWithPage(reply, frame(facts, made));
      if ('to' in made) return reply.redirect(made.to, 303);
      return replyWithPage(reply.code(made.status ?? 200), frame({ ...facts, ...made }, made.inside));
    };
  return {
    /** Adds a page. */
    page: (place: PagePlace, make: Make): void => void app.get(place.path, answer(place, make)),
    /** Adds a form that is posted. @param again - makes the form's page anew where `act` throws why it cannot be taken. */
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

/** Reads the texts of an address's query. */
export function textsOf(query: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

/** Reads the fields of a form; of a name that comes twice the last. @throws UnreadBody */
export function formFields({ body }: FastifyRequest): Record<string, string> {
  const fields = Buffer.isBuffer(body) ? readForm(body) : [];
  if (typeof fields === 'string') throw new UnreadBody(fields);
  return Object.fromEntries(fields);
}
