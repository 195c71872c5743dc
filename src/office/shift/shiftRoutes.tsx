import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { replyWith } from '#http/answer.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import { framed } from '#office/pages/Frame.tsx';
import { type PageFacts, pagePlace, replyWithPage } from '#office/pages/page.ts';
import type { Audit } from '#office/people/audit.ts';
import type { ExportLimit } from '#office/people/exportLimit.ts';
import type { Guard } from '#office/people/guard.ts';
import { type PersonPages, textsOf } from '#office/people/personPages.ts';
import { BUSY_S, type PersonTurns, personKeyOf } from '#office/people/personTurns.ts';
import type { WireNames } from '#wire/names.ts';
import { type CountedShift, countingShift, createShiftCounter } from './countShift.ts';
import {
  type ShiftPreset,
  type ShiftTime,
  type WrongTime,
  MOST_DAYS,
  offeredPresets,
  presetTime,
  readShiftTime,
} from './shiftAsked.ts';
import { ShiftPage } from './ShiftPage.tsx';
import { SHIFT_COLUMNS, type ShiftRow, shiftRows } from './shiftRows.ts';
import type { ShiftView } from './shiftView.ts';

const SHIFT = pagePlace('shift');

interface ShiftParts {
  readonly reader: LedgerReader;
  readonly site: () => SiteConfiguration;
  readonly names: WireNames;
  readonly guard: Pick<Guard, 'factsOf' | 'refuseBusy'>;
  readonly turns: PersonTurns;
  readonly audit: Pick<Audit, 'note'>;
  readonly tooMany: ExportLimit;
  /** Returns the time, Unix ms, by which today is known. */
  readonly now: () => number;
}

/** Kinds of files, by the ends of their addresses. */
const fileKinds = {
  csv: {
    name: 'scanline-shift.csv',
    type: 'text/csv; charset=utf-8',
    head: CSV_MARK + toCsv(SHIFT_COLUMNS),
    line: (row: ShiftRow) => toCsv(SHIFT_COLUMNS.map((column) => String(row[column] ?? ''))),
  },
  lines: {
    name: 'scanline-shift.jsonl',
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: (row: ShiftRow) => `${JSON.stringify(row)}\n`,
  },
} as const;

/** Adds `/gateway/shift`: the sums of a time, as a page and as files. It only reads. */
export function addShiftRoutes(app: FastifyInstance, pages: PersonPages, parts: ShiftParts): void {
  const { site, guard, turns, audit, tooMany, now } = parts;
  const count = createShiftCounter(parts);

  const viewFor = ({ words, language }: PageFacts): ShiftView => {
    const { floorShowsWorkers, workers = [], weightUnits = [] } = site();
    return {
      language,
      texts: words.shift,
      ledger: words.ledger,
      workers: floorShowsWorkers ? new Map(workers.map(({ userId, name }) => [userId, name ?? ''])) : undefined,
      unit: weightUnits[0]?.name ?? '',
    };
  };
  const today = (): ShiftTime => presetTime('today', site(), now());
  const offered = (): readonly ShiftPreset[] => offeredPresets(site());

  pages.page(SHIFT, async ({ facts, fields, person, request }) => {
    const view = viewFor(facts);
    const at = now();
    const time = readShiftTime(fields, site(), at);
    const choice = (shown: ShiftTime) => <ShiftPage time={shown} presets={offered()} view={view} />;
    if (typeof time === 'string') return { inside: choice(today()), problem: wrongTimeText(time, view), status: 422 };
    try {
      const shift = await count(personKeyOf(person), time, at);
      if (shift) return <ShiftPage shift={shift} time={time} presets={offered()} view={view} />;
      return { inside: choice(time), problem: facts.words.shared.busy({ seconds: BUSY_S }), status: 429 };
    } catch (error) {
      request.log.error({ err: error }, 'the ledger cannot be read');
      return { inside: choice(time), problem: view.ledger.away, status: 503 };
    }
  });

  for (const [end, { name, type, head, line }] of Object.entries(fileKinds))
    app.get(`${SHIFT.path}/${end}`, async (request, reply) => {
      const person = personOf(request);
      const facts = guard.factsOf(request, person);
      const view = viewFor(facts);
      const at = now();
      const time = readShiftTime(textsOf(request.query), site(), at);
      const choice = (problem: string, shown: ShiftTime, status: number) =>
        replyWithPage(
          reply.code(status),
          framed({ ...facts, problem }, 'shift', <ShiftPage time={shown} presets={offered()} view={view} />),
        );
      if (typeof time === 'string') return choice(wrongTimeText(time, view), today(), 422);
      const inTurn = await turns.file(person, reply);
      if (!inTurn) return guard.refuseBusy(request, reply, BUSY_S);
      const refused = tooMany(person);
      if (refused) return replyWith(reply, refused);
      await audit.note('ledger-exported', person, name);
      const written = inTurn(writtenIn(countingShift(parts, time, at), head, (shift) => shiftRows(shift, view), line));
      try {
        const first = await written.next();
        const whole = async function* (): AsyncGenerator<string> {
          yield first.value ?? '';
          yield* written;
        };
        const headers = { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` };
        return await reply.headers(headers).type(type).send(Readable.from(whole()));
      } catch (error) {
        request.log.error({ err: error }, 'the ledger cannot be read');
        return choice(view.ledger.away, time, 503);
      }
    });
}

/** Says why a time that was entered is not counted. */
function wrongTimeText(why: WrongTime, { texts: { wrongTime } }: ShiftView): string {
  return why === 'too-long' ? wrongTime[why]({ days: MOST_DAYS }) : wrongTime[why];
}

/** Writes the file of a count: its head at once, a piece that is empty after each part that is read, and at its end the lines. */
async function* writtenIn(
  counting: AsyncIterable<CountedShift>,
  head: string,
  rowsOf: (shift: CountedShift) => readonly ShiftRow[],
  line: (row: ShiftRow) => string,
): AsyncGenerator<string, void> {
  let last: CountedShift | undefined;
  for await (const shift of counting) {
    const isFirst = last === undefined;
    last = shift;
    yield isFirst ? head : '';
  }
  if (last) yield rowsOf(last).map(line).join('');
}
