import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeCall } from '#contract/call.ts';
import { callOfKey } from '#contract/decision.ts';
import { groupPaths, operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { type Ledger, fingerprintOf } from '#ledger/ledger.ts';
import { createMistakes } from '#ledger/mistakes.ts';
import type { WireNames } from '#wire/names.ts';
import {
  type LedgerEntry,
  type LedgerLine,
  type LedgerPart,
  type LedgerReader,
  stretchesBack,
  walkBack,
} from '#ledger/ledgerReader.ts';
import { enteredOf } from '#office/pages/pageWords.ts';
import { siteZone } from '#office/pages/zoneTime.ts';
import { framed } from '#office/pages/Frame.tsx';
import { type PageFacts, Refused, enteredIn, pagePlace, replyWithPage } from '#office/pages/page.ts';
import { replyWith } from '#http/answer.ts';
import type { ExportLimit } from '#office/people/exportLimit.ts';
import type { Audit } from '#office/people/audit.ts';
import type { Guard } from '#office/people/guard.ts';
import { type Asking, type Made, type PersonPages, textsOf } from '#office/people/personPages.ts';
import { BUSY_S, type PersonTurns } from '#office/people/personTurns.ts';
import type { Person } from '#http/rights/roles.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import type { LabelsOf } from '#office/printers/printersRoutes.tsx';
import { CallPage } from './CallPage.tsx';
import { type LedgerAsking, callUnder } from './askedCall.ts';
import { type DecidingParts, decideHere, settleHere, shownPending } from './decideHere.tsx';
import type { LedgerView } from './callTable.tsx';
import {
  KEEPS_CODES,
  KEPT_KEY,
  type LedgerAsked,
  enteredAs,
  placeIn,
  placeText,
  readSearch,
  timesOf,
  wishOf,
} from './ledgerAsked.ts';
import { type FileCall, type FileKind, fileKinds, replyWithFile } from './ledgerExport.ts';
import { isSettleWord } from './mistakesPart.tsx';
import { LargePicture } from './notesPart.tsx';
import { addPictureRoute } from './pictureRoute.ts';
import { BackToStart, CodePage, LedgerPage, SearchForms } from './ledgerPage.tsx';
import { answerIn, readOnce, readsRefused, readingOf, wordsOf, refusalInWordsOf } from './reading.ts';

const LEDGER = pagePlace('ledger');
const ONE = pagePlace('ledger', '/one');
const DECIDE = pagePlace('ledger', '/decide');
const UNCONFIRMED = 100;
const AWAY = 'the ledger cannot be read';

/** The parts of the gateway that the ledger's pages are made of. */
export interface LedgerPagesParts {
  readonly ledger: Pick<Ledger, 'decide' | 'now' | 'beside'>;
  readonly reader: LedgerReader;
  /** Absent where no handheld is asked for a token: a call then shows an address in place of a name. */
  readonly enrolment: HandheldList | undefined;
  readonly site: () => SiteConfiguration;
  readonly names: WireNames;
  readonly guard: Pick<Guard, 'factsOf' | 'refuseBusy'>;
  readonly turns: PersonTurns;
  readonly audit: Pick<Audit, 'note'>;
  readonly tooMany: ExportLimit;
  readonly pending: DecidingParts['pending'];
  /** Absent: nothing goes to printers. */
  readonly labelsOf?: LabelsOf | undefined;
}

/**
 * Adds `/gateway/ledger`, where the ledger is read, with the page of each call and files of what is found. It changes nothing but what a
 * supervisor decides about an unconfirmed call.
 */
export function addLedgerRoutes(app: FastifyInstance, pages: PersonPages, parts: LedgerPagesParts): void {
  const { ledger, reader, enrolment, site, names, guard, turns, audit, tooMany, pending, labelsOf } = parts;
  const mistakes = createMistakes(ledger);

  async function viewFor({ words, language }: PageFacts, person: Person, mayDecide: boolean): Promise<LedgerView> {
    // Where the names cannot be read, the page shows the numbers.
    const devices = (await enrolment?.list().catch(() => [])) ?? [];
    const revoked = devices.filter(({ revokedAt }) => revokedAt !== null);
    return {
      now: Date.now(),
      names: new Map(devices.map(({ number, name }) => [String(number), name])),
      revoked: new Set(revoked.map(({ number }) => String(number))),
      workers: new Map((site().workers ?? []).map(({ userId, name }) => [userId, name ?? ''])),
      readingOf: readOnce((line) => readingOf(line, site(), names)),
      wordsOf: readOnce((line) => wordsOf(line, names)),
      refusalInWordsOf: readOnce((line) => refusalInWordsOf(line, site(), names, language)),
      verdicts: words.setup.verdicts,
      keepsCodes: site()[KEEPS_CODES] === true,
      off: new Set(site().operationsOff),
      mayDecide,
      pending: await shownPending(pending, person),
      language,
      zone: siteZone(site()),
      texts: words.ledger,
    };
  }

  /** Makes a page that tells of a search that cannot be read, or a ledger. */
  const reading = (make: (asking: LedgerAsking) => Promise<Made>) => async (asking: Asking) => {
    const { request, facts, person, mayPost } = asking;
    const view = await viewFor(facts, person, mayPost(DECIDE.path));
    try {
      return await make({ ...asking, reader, view, labelsOf, answerOf: (entry) => answerIn(entry, names) });
    } catch (error) {
      return saidInPlace(error, request, asking.fields, view);
    }
  };
  pages.page(LEDGER, reading(listAtAddress));
  pages.page(ONE, reading(callAtAddress));
  pages.form(LEDGER, reading(pageByCode));
  pages.form(
    DECIDE,
    reading((asking) =>
      isSettleWord(asking.fields['says']) ? settleHere(mistakes, asking) : decideHere({ ledger, pending }, asking),
    ),
  );

  const fileOf = (end: string, kind: FileKind): void => {
    const path = `${LEDGER.path}/${end}`;
    app.get(path, async (request, reply) => {
      const person = personOf(request);
      const facts = guard.factsOf(request, person);
      const view = await viewFor(facts, person, false);
      const query = textsOf(request.query);
      try {
        const asked = readSearch(query, view.texts, view.keepsCodes);
        const inTurn = await turns.file(person, reply);
        if (!inTurn) return guard.refuseBusy(request, reply, BUSY_S);
        const refused = tooMany(person);
        if (refused) return replyWith(reply, refused);
        await audit.note('ledger-exported', person, kind.name);
        const restAt = (last: LedgerLine): string =>
          `${path}?${new URLSearchParams({ ...asked, before: placeText(last) }).toString()}`;
        const every = withWords(reader, everyPart(reader, asked, query['before'], view));
        return await replyWithFile(reply, kind, every, view, restAt, inTurn);
      } catch (error) {
        const { inside, status, problem } = saidInPlace(error, request, query, view);
        return replyWithPage(reply.code(status), framed({ ...facts, problem }, LEDGER.name, inside));
      }
    });
  };
  for (const [end, kind] of Object.entries(fileKinds)) fileOf(end, kind);
  addPictureRoute(app, reader);
}

/** Makes what is shown in place of calls: why a search cannot be read, with the form, or that the ledger is away. */
function saidInPlace(
  error: unknown,
  request: FastifyRequest,
  fields: Readonly<Record<string, string>>,
  view: LedgerView,
) {
  const back = <BackToStart texts={view.texts} />;
  if (error instanceof Refused) {
    const inside = (
      <>
        <SearchForms asked={enteredAs(fields)} view={view} isOpen />
        {back}
      </>
    );
    return { inside, problem: error.message, status: 422 };
  }
  request.log.error({ err: error }, AWAY);
  return { inside: back, problem: view.texts.away, status: 503 };
}

/** Returns what tells whether a line is wanted, where no statement can ask for that: the site's rules read answers. */
function isWantedIn({ state }: LedgerAsked, { readingOf: read }: LedgerView) {
  if (state !== 'refused') return undefined;
  return (line: LedgerLine): boolean => readsRefused(read(line));
}

/** Finds the next calls that an address asks for. */
async function find(reader: LedgerReader, asked: LedgerAsked, before: string | undefined, view: LedgerView) {
  const wish = wishOf(asked, view);
  const isWanted = isWantedIn(asked, view);
  if (asked.key === undefined) return walkBack(reader, wish, placeIn(before), isWanted);
  const part = await reader.byKey(asked.key, wish);
  return { ...part, lines: isWanted ? part.lines.filter(isWanted) : part.lines };
}

/** Finds all calls that an address asks for, a part at a time. */
async function* everyPart(
  reader: LedgerReader,
  asked: LedgerAsked,
  before: string | undefined,
  view: LedgerView,
): AsyncGenerator<readonly LedgerLine[], void> {
  if (asked.key !== undefined) return yield (await find(reader, asked, before, view)).lines;
  const isWanted = isWantedIn(asked, view) ?? (() => true);
  for await (const { lines } of stretchesBack(reader, wishOf(asked, view), placeIn(before)))
    yield lines.filter(isWanted);
}

/** Gives each call of a file what was decided about it, what was said of it as a mistake, and what was added to it. */
async function* withWords(
  reader: LedgerReader,
  parts: AsyncIterable<readonly LedgerLine[]>,
): AsyncGenerator<readonly FileCall[], void> {
  for await (const lines of parts) {
    const keys = lines.map(({ key }) => key);
    const mistakes = await reader.mistakesAmong(keys);
    const noted = await reader.notesAmong(keys);
    const said = await reader.decisionsAmong(lines.filter(({ decided }) => decided).map(({ key }) => key));
    const byKey = new Map(mistakes.map((mistake) => [mistake.key, mistake]));
    yield lines.map((line) => ({
      ...line,
      mistake: byKey.get(line.key),
      said: said.get(line.key),
      added: noted.get(callOfKey(line.key).callId),
    }));
  }
}

/** Milliseconds for which calls of an operation that is off are looked for: in most ledgers to the end. */
const LOOKED_MS = 50;

/** Returns those of the operations that are off of which no call is found. */
async function offAndUnused(reader: LedgerReader, off: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const unused = new Set<string>();
  for (const operation of off) {
    const { lines } = await walkBack(reader, { operation }, undefined, undefined, LOOKED_MS);
    if (lines.length === 0) unused.add(operation);
  }
  return unused;
}

/** Shows a search, or the calls to check and the newest ones, as the address asks. */
async function listAtAddress(asking: LedgerAsking): Promise<Made> {
  const { fields: query, reader } = asking;
  const operation = operationNames.find((name) => name === query['by']);
  if (operation) return <CodePage operation={operation} entered={{}} view={asking.view} />;
  const view = { ...asking.view, off: await offAndUnused(reader, asking.view.off) };
  const asked = readSearch(query, view.texts, view.keepsCodes);
  const found: LedgerPart = await find(reader, asked, query['before'], view);
  const keys = found.lines.map(({ key }) => key);
  const noted = await reader.notesAmong(keys);
  const mistaken = new Map(
    (await reader.mistakesAmong(keys)).map(({ key, settled }) => [key, settled?.says ?? ('mistake' as const)]),
  );
  const marked = { ...view, noted, mistaken };
  const isSearch = query['before'] !== undefined || Object.keys(asked).some((name) => name !== 'asker');
  if (isSearch) return <LedgerPage asked={asked} parts={{ found }} view={marked} />;
  const { askers } = wishOf(asked, view);
  const open = await reader.unconfirmed(UNCONFIRMED + 1, askers);
  const mistakes = await reader.openMistakes(UNCONFIRMED + 1, askers);
  const isByForm = query['key'] !== undefined; // it sends each of its fields
  const parts = { found, open: open.slice(0, UNCONFIRMED), isMore: open.length > UNCONFIRMED, isByForm };
  const ofMistakes = {
    mistakes: mistakes.slice(0, UNCONFIRMED),
    isMoreMistakes: mistakes.length > UNCONFIRMED,
    settled: await settledAt(query, reader),
  };
  const said = await saidAt(query, asking);
  const undone = await undoneAt(query, reader);
  return (
    <LedgerPage
      asked={asked}
      parts={{ ...parts, ...ofMistakes, said, undone }}
      view={{ ...marked, asker: asked.asker, saidKey: said?.key }}
    />
  );
}

/** Reads the call that was decided just now, which an address names. */
async function saidAt(
  { said }: LedgerAsking['fields'],
  { reader, view }: Pick<LedgerAsking, 'reader' | 'view'>,
): Promise<LedgerEntry | undefined> {
  const entry = said !== undefined && KEPT_KEY.test(said) ? await reader.entry(said) : undefined;
  const isSaid = entry?.decided !== undefined || view.pending?.get(said ?? '')?.isOwn === true;
  return entry?.state === 'outcome-unknown' && isSaid ? entry : undefined;
}

/** Reads the call of which a word was undone just now, which an address names. */
async function undoneAt({ undone }: LedgerAsking['fields'], reader: LedgerReader): Promise<LedgerEntry | undefined> {
  return undone !== undefined && KEPT_KEY.test(undone) ? reader.entry(undone) : undefined;
}

/** Reads the mistake that was settled just now, which an address names. */
async function settledAt({ settled }: LedgerAsking['fields'], reader: LedgerReader) {
  const mistake = settled !== undefined && KEPT_KEY.test(settled) ? await reader.mistakeOf(settled) : undefined;
  return mistake?.settled && mistake;
}

/** Shows one call, or of its pictures the one that the address names. */
async function callAtAddress(asking: LedgerAsking): Promise<Made> {
  const { fields, view } = asking;
  const { key = '', picture } = fields;
  const call = await callUnder(key, asking);
  if (!call) return { inside: <BackToStart texts={view.texts} />, problem: view.texts.unknownKey, status: 404 };
  const { added } = call;
  if (picture !== undefined && added?.pictures.some(({ id }) => id === picture))
    return <LargePicture of={added} id={picture} callKey={key} view={view} />;
  const said = await saidAt(fields, asking);
  const undone = await undoneAt(fields, asking.reader);
  const isSettled = fields['settled'] !== undefined;
  return <CallPage call={{ ...call, said, undone, isSettled }} view={view} />;
}

/** Shows the calls whose codes were all entered. @throws Refused for a form that names no operation */
async function pageByCode({ fields, reader, view }: LedgerAsking): Promise<Made> {
  const { by, before, day = '', zone = '', ...rest } = fields;
  const operation = operationNames.find((name) => name === by);
  if (!operation) throw new Refused(view.texts.wrong.choice({ field: view.texts.operation }));
  const when = readSearch({ day, zone }, view.texts, false);
  const entered = { ...enteredIn(operation, rest), ...when };
  try {
    const wish = { fingerprint: fingerprintFor(operation, rest), ...timesOf(when) };
    const found = await walkBack(reader, wish, placeIn(before));
    return <CodePage operation={operation} entered={entered} found={found} view={view} />;
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    const problem = `${enteredOf(error.parameter, view.language)}: ${error.expected}`;
    return { inside: <CodePage operation={operation} entered={entered} view={view} />, problem, status: 422 };
  }
}

/** Returns the fingerprint of the call that the app makes of these fields. @throws InvalidParameter */
function fingerprintFor(operation: OperationName, fields: Readonly<Record<string, string>>): string {
  const { parameters } = makeCall(operation, enteredIn(operation, fields));
  return fingerprintOf(`${groupPaths[operationOf(operation).group]}/${operation}`, parameters);
}
