import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReactNode } from 'react';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { pagePlace, pathOfPage } from '#office/pages/page.ts';
import {
  AsItIs,
  ButtonLink,
  DayInput,
  FormChoice,
  FormInput,
  Table,
  Time,
  ZoneInput,
  filled,
} from '#office/pages/parts.tsx';
import type { PageWords } from '#office/pages/pageWords.ts';
import { replyWith } from '#http/answer.ts';
import type { ExportLimit } from './exportLimit.ts';
import type { Audit, AuditAction, AuditEntry } from './audit.ts';
import type { Guard } from './guard.ts';
import type { Accounts } from './accounts.ts';
import { type AuditAsked, type FoundEntries, findEntries, isAskedBy, readAuditAsked } from './auditAsked.ts';
import { Doer, LinkedSubject, type SubjectPlaces } from './auditSubject.tsx';
import { type PersonPages, textsOf } from './personPages.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { BUSY_S, type PersonTurns } from './personTurns.ts';
import { personOf } from '#http/rights/routeGuard.ts';

const AUDIT = pathOfPage('audit');
const SHOWN = 100;
const AT_ONCE = 1_000;
/** A line whose two times are as far apart says both: the clock may have run ahead, or the gateway may have been off. */
const DOUBTFUL_MS = 24 * 60 * 60 * 1000;
const COLUMNS = ['number', 'at', 'account', 'name', 'address', 'action', 'subject', 'unkept', 'sure', 'times'] as const;

interface AuditPageParts {
  readonly guard: Pick<Guard, 'refuseBusy' | 'factsOf'>;
  readonly turns: PersonTurns;
  readonly tooMany: ExportLimit;
  readonly accounts: Pick<Accounts, 'list'>;
  /** Absent where no handheld is asked for a token. */
  readonly enrolment: Pick<HandheldList, 'list'> | undefined;
}

/** Adds the page of who did what, and its exports, as CSV and as lines of JSON. */
export function addAuditPage(
  app: FastifyInstance,
  { page }: PersonPages,
  audit: Audit,
  { guard, turns, tooMany, accounts, enrolment }: AuditPageParts,
): void {
  page(pagePlace('audit'), async ({ facts, fields }) => {
    const { before = '' } = fields;
    const texts = facts.words.audit;
    const from = /^[0-9]{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
    const asked = readAuditAsked(fields, Object.keys(texts.actions));
    const found = await findEntries(audit, from, SHOWN, isAskedBy(asked));
    return <Trail texts={texts} found={found} asked={asked} days={audit.days} places={await placesNow()} />;
  });

  /** Lists where names can lead; where the lists cannot be read, nowhere. */
  async function placesNow(): Promise<SubjectPlaces> {
    const there = await accounts.list().catch(() => []);
    const devices = (await enrolment?.list().catch(() => [])) ?? [];
    return {
      accounts: new Map(there.map(({ name, number }) => [name, number])),
      numbers: new Set(there.map(({ number }) => number)),
      handhelds: new Set(devices.map(({ number }) => number)),
    };
  }

  const exporting =
    (type: string, name: string, head: string, line: (entry: AuditEntry) => string) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = personOf(request);
      const inTurn = await turns.file(person, reply);
      if (!inTurn) return guard.refuseBusy(request, reply, BUSY_S);
      const refused = tooMany(person);
      if (refused) return replyWith(reply, refused);
      await audit.note('audit-exported', person, name);
      const query = textsOf(request.query);
      const asked = readAuditAsked(query, Object.keys(guard.factsOf(request, person).words.audit.actions));
      const body = Readable.from(inTurn(exported(audit, isAskedBy(asked), head, line)));
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

/** Reads what is wanted of the whole trail, the newest first, a part at a time: what is held at once does not grow with it. */
async function* exported(
  audit: Audit,
  isWanted: (entry: AuditEntry) => boolean,
  head: string,
  line: (entry: AuditEntry) => string,
): AsyncGenerator<string> {
  yield head;
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const entries = await audit.list(before, AT_ONCE);
    if (entries.length === 0) return;
    yield entries.filter(isWanted).map(line).join('');
    before = entries.at(-1)?.number ?? 0;
  }
}

interface TrailProps {
  readonly texts: PageWords['audit'];
  readonly found: FoundEntries;
  readonly asked: AuditAsked;
  /** Those for which it is kept. */
  readonly days: number;
  readonly places: SubjectPlaces;
}

/** Returns an address with what is asked for. */
function addressOf(path: string, asked: AuditAsked, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...asked, ...more }).toString();
  return query === '' ? path : `${path}?${query}`;
}

function Trail({ texts, found: { entries, next, isCut }, asked, days, places }: TrailProps) {
  const actions: Readonly<Record<string, string>> = texts.actions satisfies Record<AuditAction, string>;
  const isSearch = Object.keys(asked).length > 0;
  const rows = entries.map((entry) => {
    const { name, address, action, subject, unkept, times } = entry;
    const isMore = subject !== '' || times > 1 || unkept > 0;
    return [
      <At entry={entry} texts={texts} key="at" />,
      name === '' ? texts.nobody : <Doer entry={entry} places={places} key="who" />,
      actions[action] ?? <AsItIs text={action} key="action" />, // a newer gateway's
      {
        shown: isMore && <Subject entry={entry} texts={texts} places={places} />,
        tag: { 'data-long': true as const },
      },
      address,
    ];
  });
  return (
    <>
      <p>{texts.hint({ days })}</p>
      <Filters texts={texts} asked={asked} />
      <p>
        <ButtonLink to={addressOf(`${AUDIT}/csv`, asked)}>{isSearch ? texts.csvFound : texts.csv}</ButtonLink>{' '}
        <ButtonLink to={addressOf(`${AUDIT}/lines`, asked)}>{isSearch ? texts.linesFound : texts.lines}</ButtonLink>
      </p>
      <Table
        names={[texts.at, texts.who, texts.action, texts.subject, texts.address]}
        rows={rows}
        none={isSearch ? texts.noneFound : texts.none}
      />
      {isCut && <p>{texts.cut}</p>}
      {next !== undefined && (
        <p>
          <ButtonLink to={addressOf(AUDIT, asked, { before: String(next) })}>{texts.older}</ButtonLink>
        </p>
      )}
      {isSearch && (
        <p>
          <ButtonLink to={AUDIT}>{texts.all}</ButtonLink>
        </p>
      )}
    </>
  );
}

/** The form that finds in the trail: by who, by what, and by days. */
function Filters({ texts, asked }: Pick<TrailProps, 'texts' | 'asked'>) {
  const { who, kind, from, until } = asked;
  return (
    <details className="panel" open={Object.keys(asked).length > 0}>
      <summary className="button">{texts.find}</summary>
      <form method="get" action={AUDIT}>
        <div className="fields">
          <FormInput caption={texts.whoSought} name="who" autoComplete="off" maxLength={100} value={who} />
          <FormChoice caption={texts.kind} name="kind" choices={texts.actions} chosen={kind} none={texts.any} />
          <DayInput caption={texts.fromDay} name="from" day={from} />
          <DayInput caption={texts.untilDay} name="until" day={until} />
          <ZoneInput />
        </div>
        <button className="button button-primary">{texts.doFind}</button>
      </form>
    </details>
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
function Subject({ texts, entry, places }: EntryProps & { readonly places: SubjectPlaces }) {
  const { subject, times, unkept } = entry;
  return (
    <>
      {subject !== '' && <LinkedSubject entry={entry} places={places} />}
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
