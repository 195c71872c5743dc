import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { asItIs, escaped, pagePlace, pathOfPage, table, timeOf } from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import { replyWith } from '#http/answer.ts';
import type { ExportLimit } from './exportLimit.ts';
import type { Audit, AuditAction, AuditEntry } from './audit.ts';
import type { Guard } from './guard.ts';
import type { PersonPages } from './personPages.ts';
import { BUSY_S, type PersonTurns } from './personTurns.ts';
import { personOf } from '#http/rights/routeGuard.ts';

const AUDIT = pathOfPage('audit');
const SHOWN = 100;
const AT_ONCE = 1_000;
/** A line whose two times are as far apart says both: the clock may have run ahead, or the gateway may have been off. */
const DOUBTFUL_MS = 24 * 60 * 60 * 1000;
const COLUMNS = ['number', 'at', 'account', 'name', 'address', 'action', 'subject', 'unkept', 'sure', 'times'] as const;

interface AuditPageParts {
  readonly guard: Pick<Guard, 'refuseBusy'>;
  readonly turns: PersonTurns;
  readonly tooMany: ExportLimit;
}

/** Adds the page of who did what, and its exports, as CSV and as lines of JSON. */
export function addAuditPage(
  app: FastifyInstance,
  { page }: PersonPages,
  audit: Audit,
  { guard, turns, tooMany }: AuditPageParts,
): void {
  page(pagePlace('audit'), async ({ facts, fields }) => {
    const { before = '' } = fields;
    const from = /^[0-9]{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
    return auditPage(facts.words.audit, await audit.list(from, SHOWN), audit.days);
  });

  const exporting =
    (type: string, name: string, head: string, line: (entry: AuditEntry) => string) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = personOf(request);
      const inTurn = await turns.file(person, reply);
      if (!inTurn) return guard.refuseBusy(request, reply, BUSY_S);
      const refused = tooMany(person);
      if (refused) return replyWith(reply, refused);
      await audit.note('audit-exported', person, name);
      const body = Readable.from(inTurn(exported(audit, head, line)));
      const headers = { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` };
      return reply.headers(headers).type(type).send(body);
    };
  const asCsv = (entry: AuditEntry): string => toCsv(COLUMNS.map((column) => textOf(entry, column)));
  const csv = exporting('text/csv; charset=utf-8', 'scanline-audit.csv', CSV_MARK + toCsv(COLUMNS), asCsv);
  const asLine = (entry: AuditEntry): string =>
    `${JSON.stringify({ ...entry, at: textOf(entry, 'at'), ...(entry.sure !== undefined && { sure: textOf(entry, 'sure') }) })}\n`;
  app.get(`${AUDIT}/csv`, csv);
  app.get(`${AUDIT}/lines`, exporting('application/jsonl; charset=utf-8', 'scanline-audit.jsonl', '', asLine));
}

function textOf(entry: AuditEntry, column: (typeof COLUMNS)[number]): string {
  const time = column === 'at' || column === 'sure' ? entry[column] : undefined;
  return time === undefined ? String(entry[column] ?? '') : new Date(time).toISOString();
}

/** Reads the whole trail, the newest first, a part at a time: what is held at once does not grow with it. */
async function* exported(audit: Audit, head: string, line: (entry: AuditEntry) => string): AsyncGenerator<string> {
  yield head;
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const entries = await audit.list(before, AT_ONCE);
    if (entries.length === 0) return;
    yield entries.map(line).join('');
    before = entries.at(-1)?.number ?? 0;
  }
}

function auditPage(texts: PageWords['audit'], entries: readonly AuditEntry[], days: number): string {
  const actions: Readonly<Record<string, string>> = texts.actions satisfies Record<AuditAction, string>;
  const rows = entries.map(({ at, sure = at, name, account, address, action, subject, unkept, times }) => [
    at - sure < DOUBTFUL_MS
      ? timeOf(at)
      : `${timeOf(at)} <span class="hint">${texts.noEarlier({ at: timeOf(sure) })}</span>`,
    name === '' ? texts.nobody : asItIs(account === undefined ? name : `${name} (${account})`),
    actions[action] ?? asItIs(action), // a newer gateway's
    {
      html:
        (subject === '' ? '' : asItIs(subject)) +
        (times > 1 ? ` <span class="hint">${texts.times({ many: times })}</span>` : '') +
        (unkept > 0 ? ` <span class="hint">${texts.unkept({ many: unkept })}</span>` : ''),
      tag: { 'data-long': true },
    },
    escaped(address),
  ]);
  const list =
    rows.length === 0
      ? `<p>${texts.none}</p>`
      : table([texts.at, texts.who, texts.action, texts.subject, texts.address], rows);
  const last = entries.at(-1);
  const older =
    entries.length === SHOWN && last
      ? `<p><a class="button" href="${AUDIT}?before=${last.number}">${texts.older}</a></p>`
      : '';
  return `<p>${texts.hint({ days })}</p><p><a class="button" href="${AUDIT}/csv">${texts.csv}</a> <a class="button" href="${AUDIT}/lines">${texts.lines}</a></p>${list}${older}`;
}
