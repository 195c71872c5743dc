import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReactNode } from 'react';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { pagePlace, pathOfPage } from '#office/pages/page.ts';
import { ButtonLink, AsItIs, Table, Time, filled } from '#office/pages/parts.tsx';
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
    return <Trail texts={facts.words.audit} entries={await audit.list(from, SHOWN)} days={audit.days} />;
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

interface TrailProps {
  readonly texts: PageWords['audit'];
  readonly entries: readonly AuditEntry[];
  /** Those for which it is kept. */
  readonly days: number;
}

function Trail({ texts, entries, days }: TrailProps) {
  const actions: Readonly<Record<string, string>> = texts.actions satisfies Record<AuditAction, string>;
  const rows = entries.map((entry) => {
    const { name, account, address, action, subject, unkept, times } = entry;
    const isMore = subject !== '' || times > 1 || unkept > 0;
    return [
      <At entry={entry} texts={texts} key="at" />,
      name === '' ? texts.nobody : <AsItIs text={account === undefined ? name : `${name} (${account})`} key="who" />,
      actions[action] ?? <AsItIs text={action} key="action" />, // a newer gateway's
      { shown: isMore && <Subject entry={entry} texts={texts} />, tag: { 'data-long': true as const } },
      address,
    ];
  });
  const last = entries.at(-1);
  return (
    <>
      <p>{texts.hint({ days })}</p>
      <p>
        <ButtonLink to={`${AUDIT}/csv`}>{texts.csv}</ButtonLink>{' '}
        <ButtonLink to={`${AUDIT}/lines`}>{texts.lines}</ButtonLink>
      </p>
      <Table names={[texts.at, texts.who, texts.action, texts.subject, texts.address]} rows={rows} none={texts.none} />
      {entries.length === SHOWN && last && (
        <p>
          <ButtonLink to={`${AUDIT}?before=${last.number}`}>{texts.older}</ButtonLink>
        </p>
      )}
    </>
  );
}

interface EntryProps {
  readonly texts: PageWords['audit'];
  readonly entry: AuditEntry;
}

/** Shows when something was done, and where its two times are far apart the earlier one too. */
function At({ texts, entry: { at, sure = at } }: EntryProps) {
  if (at - sure < DOUBTFUL_MS) return <Time at={at} />;
  return (
    <>
      <Time at={at} />
      <Hint said={filled(texts.noEarlier, { at: <Time at={sure} /> })} />
    </>
  );
}

/** Shows what it was done to, how often, and how many lines before it were not kept. */
function Subject({ texts, entry: { subject, times, unkept } }: EntryProps) {
  return (
    <>
      {subject !== '' && <AsItIs text={subject} />}
      {times > 1 && <Hint said={texts.times({ many: times })} />}
      {unkept > 0 && <Hint said={texts.unkept({ many: unkept })} />}
    </>
  );
}

function Hint({ said }: { readonly said: ReactNode }) {
  return (
    <>
      {' '}
      <span className="hint">{said}</span>
    </>
  );
}
