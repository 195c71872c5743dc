import type { FastifyInstance } from 'fastify';
import type { ReactElement } from 'react';
import { Readable } from 'node:stream';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import type { PrintJob, PrintWord } from '#contract/printJob.ts';
import { jsonMembers } from '#http/body.ts';
import { refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import { fullName } from '#http/rights/roles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { DRAWN_PATH } from '#wire/prints.ts';
import { AGAIN, type PageFacts, type PagePlace, Refused, pagePlace } from '#office/pages/page.ts';
import { dayIn, dayStart, siteZone } from '#office/pages/zoneTime.ts';
import type { Audit } from '#office/people/audit.ts';
import type { ExportLimit } from '#office/people/exportLimit.ts';
import type { Guard } from '#office/people/guard.ts';
import { type Asking, type Made, type PersonPages, textsOf } from '#office/people/personPages.ts';
import { BUSY_S, type PersonTurns } from '#office/people/personTurns.ts';
import type { KeptPrint, PrintsWanted } from '#ledger/printRows.ts';
import type { HandheldList, PrintersDesk } from '#office/ports/gatewayPorts.ts';
import { labelPictures } from './LabelPicture.tsx';
import { LabelsOfCall } from './LabelsOfCall.tsx';
import { PaperPage, PicturePage } from './PaperPage.tsx';
import {
  PAPER_PATH,
  PICTURE_PATH,
  PRINTERS,
  type PrintersShown,
  PrintersPage,
  SAY_PATH,
  soughtStates,
} from './PrintersPage.tsx';
import { type PrintersView, labelName, printerName } from './printView.tsx';

const PLACE = pagePlace('printers');
const at = (path: string): PagePlace => ({ ...PLACE, path });
/** The jobs of one page. */
const SHOWN = 50;
/** The jobs that are read for a file at once, and the most of one. */
const [AT_ONCE, MOST] = [500, 100_000];
/** The longest label that is drawn, in bytes. */
const LABEL_LIMIT_BYTES = 4 * 1024 * 1024;
/** An id of a job, as it is kept. */
const ID = /^[A-Za-z0-9._-]{8,110}$/;

/** The parts that the pages of printers are made of. */
export interface PrintersParts {
  readonly printers: PrintersDesk;
  /** Absent where no handheld is asked for a token: a job then shows an address in place of a name. */
  readonly enrolment: Pick<HandheldList, 'list'> | undefined;
  readonly site: () => SiteConfiguration;
  readonly guard: Pick<Guard, 'factsOf' | 'refuseBusy'>;
  readonly turns: PersonTurns;
  readonly audit: Pick<Audit, 'note'>;
  readonly tooMany: ExportLimit;
  /** Unix ms. */
  readonly now: () => number;
}

const COLUMNS = [
  'id',
  'call',
  'copy',
  'operation',
  'codes',
  'printer',
  'printerName',
  'state',
  'cause',
  'detail',
  'knownBy',
  'labels',
  'decided',
  'made',
  'settled',
  'handheld',
  'handheldName',
  'worker',
] as const;

type Row = { readonly [Column in (typeof COLUMNS)[number]]?: string | number | undefined };

/** Kinds of files, by the ends of their addresses. */
const fileKinds = {
  csv: {
    name: 'scanline-labels.csv',
    type: 'text/csv; charset=utf-8',
    head: CSV_MARK + toCsv(COLUMNS),
    line: (row: Row) => toCsv(COLUMNS.map((column) => String(row[column] ?? ''))),
  },
  lines: {
    name: 'scanline-labels.jsonl',
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: (row: Row) => `${JSON.stringify(row)}\n`,
  },
} as const;

/** Draws the labels of a call that went to printers, by the call's keys; nothing where there are none, or they cannot be read. */
export type LabelsOf = (keys: readonly string[], asking: Asking) => Promise<ReactElement | undefined>;

/**
 * Adds `/gateway/printers`: how the printers stand, every label, what a person says of one, and pictures of labels.
 *
 * @returns what draws the labels of a call.
 */
export function addPrintersRoutes(app: FastifyInstance, pages: PersonPages, parts: PrintersParts): LabelsOf {
  const { printers, enrolment, site, now } = parts;

  async function viewFor({ words, language }: PageFacts, mayPost: (path: string) => boolean): Promise<PrintersView> {
    // Where the names cannot be read, the page shows the numbers.
    const devices = (await enrolment?.list().catch(() => [])) ?? [];
    const zone = siteZone(site());
    return {
      texts: words.printers,
      ledger: words.ledger,
      floor: words.floor,
      language,
      printers: site().printers ?? [],
      names: new Map(devices.map(({ number, name }) => [String(number), name])),
      workers: new Map((site().workers ?? []).map(({ userId, name }) => [userId, name ?? ''])),
      today: dayStart(dayIn(now(), zone), zone),
      maySay: mayPost(SAY_PATH),
    };
  }

  const list = async ({ facts, fields, mayPost }: Asking): Promise<ReactElement> => {
    const view = await viewFor(facts, mayPost);
    return <PrintersPage shown={await shownOf(printers, view, wishIn(fields))} view={view} />;
  };
  /** Makes a page that tells that the ledger is away. */
  const reading = (make: (asking: Asking) => Promise<ReactElement>) => async (asking: Asking) => {
    try {
      const query = new URLSearchParams({ ...asking.fields, [AGAIN]: '1' }).toString();
      return { inside: await make(asking), again: `${PRINTERS}?${query}` };
    } catch (error) {
      asking.request.log.error({ err: error }, 'the print jobs cannot be read');
      return { inside: <></>, problem: asking.facts.words.printers.away, status: 503 };
    }
  };

  pages.page(PLACE, reading(list));
  pages.form(at(SAY_PATH), (asking) => say(asking, parts, viewFor), list);

  pages.page(at(PICTURE_PATH), async (asking) => {
    const { facts, fields, mayPost } = asking;
    const view = await viewFor(facts, mayPost);
    const { id = '' } = fields;
    const label = ID.test(id) ? await printers.labelOf(id) : undefined;
    if (label === undefined) return { inside: <></>, problem: view.texts.noPicture, status: 404 };
    return <PicturePage label={label} view={view} />;
  });

  pages.page(at(PAPER_PATH), async ({ facts, mayPost }) => {
    const view = await viewFor(facts, mayPost);
    return <PaperPage papers={printers.papers?.() ?? []} view={view} />;
  });

  addFiles(app, parts, viewFor);

  app.post(DRAWN_PATH, { bodyLimit: LABEL_LIMIT_BYTES }, (request, reply) => {
    const { zpl } = jsonMembers(request);
    if (typeof zpl !== 'string') return replyWith(reply, refusal('Expected JSON with zpl.'));
    return replyWithJson(reply, { pictures: labelPictures(zpl) });
  });

  return async (keys, { facts, mayPost, request }) => {
    try {
      const found = await Promise.all(keys.map((call) => printers.jobs({ call }, SHOWN)));
      const jobs = found.flat().toSorted((one, other) => one.n - other.n);
      return jobs.length === 0 ? undefined : <LabelsOfCall jobs={jobs} view={await viewFor(facts, mayPost)} />;
    } catch (error) {
      request.log.error({ err: error }, 'the print jobs cannot be read');
      return undefined;
    }
  };
}

type ViewFor = (facts: PageFacts, mayPost: (path: string) => boolean) => Promise<PrintersView>;

/** Says a person's word on a job, and shows the printers anew. @throws Refused */
async function say(asking: Asking, { printers, site }: PrintersParts, viewFor: ViewFor): Promise<Made> {
  const { facts, fields, person, note, mayPost } = asking;
  const { id = '', word, printer } = fields;
  const texts = facts.words.printers;
  if (!ID.test(id) || !isDeskWord(word)) throw new Refused(texts.tooLate);
  if (word === 'move' && !(site().printers ?? []).some(({ code }) => code === printer))
    throw new Refused(facts.words.setup.printers.unknownPrinter);
  const said = await printers.say(id, word, fullName(person), word === 'move' ? printer : undefined);
  if (!said) throw new Refused(texts.tooLate);
  await note(word === 'move' ? 'print-moved' : 'print-said', subjectOf(id, word, said), { job: id });
  const view = await viewFor(facts, mayPost);
  const [job] = await printers.jobs({ call: said.call }, 1);
  return {
    inside: (
      <>
        <p className="note said-saved" role="status">
          {texts.said[word]({ job: job ? labelName(job, view) : id })}
        </p>
        <PrintersPage shown={await shownOf(printers, view, {})} view={view} />
      </>
    ),
  };
}

/** Adds the files of what is found. */
function addFiles(
  app: FastifyInstance,
  { printers, guard, turns, audit, tooMany }: PrintersParts,
  viewFor: ViewFor,
): void {
  for (const [end, { name, type, head, line }] of Object.entries(fileKinds))
    app.get(`${PRINTERS}/${end}`, async (request, reply) => {
      const person = personOf(request);
      const facts = guard.factsOf(request, person);
      const view = await viewFor(facts, () => false);
      const inTurn = await turns.file(person, reply);
      if (!inTurn) return guard.refuseBusy(request, reply, BUSY_S);
      const refused = tooMany(person);
      if (refused) return replyWith(reply, refused);
      await audit.note('ledger-exported', person, name);
      const wish = wishIn(textsOf(request.query));
      const written = async function* (): AsyncGenerator<string, void> {
        yield head;
        for await (const some of rowsOf(printers, wish, view)) yield some.map(line).join('');
      };
      const headers = { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` };
      return reply
        .headers(headers)
        .type(type)
        .send(Readable.from(inTurn(written())));
    });
}

const isDeskWord = (word: string | undefined): word is PrintWord =>
  word === 'came-out' || word === 'again' || word === 'take-back' || word === 'move';

/** Says for the trail what was said of a job. */
function subjectOf(id: string, word: PrintWord, said: PrintJob): string {
  return word === 'move'
    ? `${id}: to ${said.printer}`
    : word === 'again'
      ? `${id}: again, as ${said.id}`
      : `${id}: ${word}`;
}

/** Reads which jobs are wanted; what is none of the choices is no matter. */
function wishIn({ printer = '', state, before = '' }: Readonly<Record<string, string>>): PrintsWanted {
  const sought = soughtStates.find((one) => one === state);
  return {
    ...(printer !== '' && { printer }),
    ...(sought && { state: sought }),
    ...(/^[0-9]{1,15}$/.test(before) && { before: Number(before) }),
  };
}

async function shownOf(printers: PrintersDesk, view: PrintersView, wish: PrintsWanted): Promise<PrintersShown> {
  const [standings, printedToday, open, queued, jobs, last] = await Promise.all([
    printers.standings(),
    printers.printedSince(view.today),
    printers.jobs({ state: 'open' }, SHOWN),
    printers.jobs({ state: 'queued' }, SHOWN),
    printers.jobs(wish, SHOWN),
    Promise.all(
      view.printers.map(
        async ({ code }) => [code, ...(await printers.jobs({ printer: code, state: 'printed' }, 1))] as const,
      ),
    ),
  ]);
  const oldest = jobs.length === SHOWN ? jobs.at(-1) : undefined;
  const query = new URLSearchParams({
    ...(wish.printer !== undefined && { printer: wish.printer }),
    ...(wish.state !== undefined && { state: wish.state }),
    before: String(oldest?.n ?? ''),
  });
  return {
    standings,
    printedToday,
    open,
    queued,
    jobs,
    wish,
    last: new Map(last.flatMap(([code, job]) => (job ? [[code, job] as const] : []))),
    older: oldest && `${PRINTERS}?${query.toString()}`,
    hasPaper: printers.papers !== undefined,
  };
}

/** Reads the jobs of a file, the newest first, some at a time. */
async function* rowsOf(
  printers: PrintersDesk,
  wish: PrintsWanted,
  view: PrintersView,
): AsyncGenerator<readonly Row[], void> {
  let { before } = wish;
  for (let many = 0; many < MOST; many += AT_ONCE) {
    const some = await printers.jobs({ ...wish, before }, AT_ONCE);
    yield some.map((job) => rowOf(job, view));
    before = some.at(-1)?.n;
    if (some.length < AT_ONCE) return;
  }
}

function rowOf(job: KeptPrint, view: PrintersView): Row {
  const {
    id,
    call,
    copy,
    operation,
    codes,
    printer,
    state,
    cause,
    detail,
    knownBy,
    labels,
    decided,
    madeAt,
    settledAt,
  } = job;
  return {
    id,
    call,
    copy,
    operation,
    codes,
    printer,
    printerName: printerName(printer, view),
    state,
    cause,
    detail,
    knownBy,
    labels,
    decided,
    made: new Date(madeAt).toISOString(),
    settled: settledAt === undefined ? undefined : new Date(settledAt).toISOString(),
    handheld: job.asker,
    handheldName: view.names.get(job.asker),
    worker: job.worker,
  };
}
