import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DECISION_TEXTS } from '#contract/decision.ts';
import { jsonIn } from '#contract/json.ts';
import { printCauses, printWordsSaid } from '#contract/printJob.ts';
import { type SchemaOf, among, list, named, object, readBy, text, wholeNumber, yesOrNo } from '#contract/schema.ts';
import { askerOf } from '#gateway/calls/callRoutes.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { networkOf } from '#http/clientAddress.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { oneLine } from '#http/tidied.ts';
import type { Holders } from '#ledger/holders.ts';
import { IDEMPOTENCY_KEY } from '#ledger/ledger.ts';
import { toldPrint } from '#ledger/printRows.ts';
import {
  ASKED_PATH,
  GRANT_PATH,
  type GrantWord,
  PRINTED_PATH,
  PRINTERS_PATH,
  PRINTS_ASKED,
  PRINTS_PATH,
  PRINT_STATUS,
  WORD_PATH,
} from '#wire/prints.ts';
import type { Printing } from './printing.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
/** Questions of one handheld: a batch of labels at once, then as many as come out of a printer. */
const QUESTIONS = { perSecond: 4, burst: 200 };
/** Questions of one network, where no handheld is asked for a token. */
const OF_A_NETWORK = { perSecond: 50, burst: 1_000 };
const MOST_COPIES = 99;

const line = (maxLength: number): SchemaOf<string> => ({ ...named, maxLength });
const key: SchemaOf<string> = { type: 'string', pattern: IDEMPOTENCY_KEY.source };
const id: SchemaOf<string> = { type: 'string', pattern: String.raw`^[A-Za-z0-9._-]{8,100}\.c[0-9]{1,3}$` };
const ticket: SchemaOf<string> = { type: 'string', pattern: '^[0-9a-f]{32}$' };
const by: SchemaOf<string> = { ...text, maxLength: DECISION_TEXTS.by };
const code = line(60);
const cause = among(printCauses);

const tried = object({ epoch: line(64), at: { ...wholeNumber, minimum: 0 } }, ['epoch', 'at']);
const asked = object(
  { call: key, copy: { ...wholeNumber, minimum: 1, maximum: MOST_COPIES }, printer: code, by, tried },
  ['call', 'copy', 'printer', 'by'],
);
const known = object(
  {
    jobs: list(
      object(
        { id, state: among(['queued', 'sending', 'printed', 'unknown', 'refused']), cause, decided: among(['lost']) },
        ['id', 'state'],
      ),
    ),
    waitMs: { ...wholeNumber, minimum: 0, maximum: PRINTS_ASKED.waitMs },
  },
  ['jobs', 'waitMs'],
);
const said = object({ id, word: among(printWordsSaid), by, printer: code }, ['id', 'word', 'by']);
const granted = object({ id }, ['id']);
const word = object(
  {
    is: among(['leaves', 'waits', 'kept-back', 'unknown', 'printed']),
    again: yesOrNo,
    cause,
    detail: line(200),
    knownBy: among(['count', 'taken']),
  },
  ['is'],
);
const told = object({ id, ticket, word }, ['id', 'ticket', 'word']);

export interface PrintRouteParts {
  readonly holders: Pick<Holders, 'standing'>;
  readonly printing: Printing;
}

/** Adds the paths at which handhelds ask for labels on paper. A label itself goes to the handheld alone that has its printer. Source: docs/gateway.md. */
export function addPrintRoutes(app: FastifyInstance, { holders, printing }: PrintRouteParts): void {
  const limit = createRateLimit(QUESTIONS, () => performance.now());
  const ofNetwork = createRateLimit(OF_A_NETWORK, () => performance.now());

  /** Adds a path: reads the body, and answers where the ledger is away. */
  function post<T>(
    path: string,
    schema: SchemaOf<T>,
    answer: (read: T, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    app.post(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const read = readBody(schema, request);
      if ('why' in read) return replyWith(reply, refusal(read.why));
      const asker = askerOf(request);
      const retryAfterS = request.device === undefined ? ofNetwork.take(networkOf(asker)) : limit.take(asker);
      if (retryAfterS > 0)
        return replyWith(reply, problemAnswer('busy', 'Too many questions at once.', { retryAfterS }));
      try {
        return await answer(read.value, request, reply);
      } catch (error) {
        request.log.error({ err: error }, 'what is printed cannot be read or written');
        const away = problemAnswer('not-forwarded', 'The gateway cannot read or write its ledger.', { retryAfterS: 5 });
        return replyWith(reply, away);
      }
    });
  }

  const holds = (call: string, request: FastifyRequest) => holders.standing(call, askerOf(request));

  post(PRINTS_PATH, asked, async (wanted, request, reply) => {
    const asker = askerOf(request);
    const standing = await holds(wanted.call, request);
    if (standing === 'unknown') return replyWith(reply, NO_CALL);
    if (standing === 'stranger') return replyWith(reply, NOT_YOURS);
    const result = await printing.want({ ...wanted, worker: oneLine(wanted.by, DECISION_TEXTS.by), asker });
    if (typeof result === 'object') return replyWithJson(reply, { job: result.job });
    return replyWith(reply, { 'no-call': NO_CALL, 'no-printer': NO_PRINTER, 'not-decided': NOT_DECIDED }[result]);
  });

  post(WORD_PATH, said, async ({ id: of, word: says, by: who, printer }, request, reply) => {
    const job = await printing.one(of);
    if (!job) return replyWith(reply, LATE);
    if ((await holds(job.call, request)) !== 'holder') return replyWith(reply, NOT_YOURS);
    const worker = oneLine(who, DECISION_TEXTS.by);
    const result = await printing.say(of, says, worker, printer, { asker: askerOf(request), worker });
    if (result === 'no-printer') return replyWith(reply, NO_PRINTER);
    return result ? replyWithJson(reply, { job: toldPrint(result) }) : replyWith(reply, LATE);
  });

  post(ASKED_PATH, known, async ({ jobs, waitMs }, _request, reply) => {
    if (jobs.length > PRINTS_ASKED.jobs)
      return replyWith(reply, refusal(`jobs: expected ${PRINTS_ASKED.jobs} at most.`));
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return replyWithJson(reply, await printing.heard(jobs, waitMs, gone.signal));
  });

  post(PRINTERS_PATH, object({}), async (_none, _request, reply) =>
    replyWithJson(reply, { printers: await printing.standings() }),
  );

  post(GRANT_PATH, granted, async ({ id: of }, request, reply) => {
    const job = await printing.one(of);
    if (!job) return replyWith(reply, LATE);
    if ((await holds(job.call, request)) !== 'holder') return replyWith(reply, NOT_YOURS);
    const grant = await printing.grant(of);
    return grant ? replyWithJson(reply, grant) : replyWith(reply, LATE);
  });

  post(PRINTED_PATH, told, async (value, _request, reply) => {
    const wordOf = grantWordOf(value.word);
    if (!wordOf) return replyWith(reply, refusal('word: what belongs to it is missing.'));
    const isTaken = await printing.told({ id: value.id, ticket: value.ticket, word: wordOf });
    if (!isTaken) return replyWith(reply, LATE);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

const NO_CALL = refusal('The ledger does not have the answer of this call.', PRINT_STATUS['no-call']);
const NOT_YOURS = refusal('This call is another handheld’s.', PRINT_STATUS.refused);
const NO_PRINTER = refusal('The site has no printer of this code.', PRINT_STATUS.refused);
const NOT_DECIDED = refusal('Nobody has said what became of the copy before it.', PRINT_STATUS.refused);
const LATE = refusal('It is too late for that.', PRINT_STATUS.late);

function grantWordOf(one: (typeof word)['x-type'] & object): GrantWord | undefined {
  const { is, again = false, cause: why, detail, knownBy } = one;
  if (is === 'leaves') return { is, again };
  if (is === 'waits') return { is, cause: why };
  if (is === 'printed') return knownBy && { is, knownBy };
  return why && { is, cause: why, ...(detail !== undefined && { detail }) };
}

function readBody<T>(schema: SchemaOf<T>, { body }: FastifyRequest): { readonly value: T } | { readonly why: string } {
  const value = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined;
  try {
    return { value: readBy(schema, value, 'print') };
  } catch (error) {
    return { why: (error as TypeError).message };
  }
}
