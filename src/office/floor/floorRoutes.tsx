import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import type { ReactElement } from 'react';
import { secondsApart } from '#contract/clocks.ts';
import type { HandheldReport } from '#wire/report.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { tidied } from '#http/tidied.ts';
import { refusal, replyWith } from '#http/answer.ts';
import { clientOf, networkOf } from '#http/clientAddress.ts';
import { AGAIN, type PagePlace, Refused, pagePlace } from '#office/pages/page.ts';
import { type Guard, mayStill } from '#office/people/guard.ts';
import type { Asking, PersonPages } from '#office/people/personPages.ts';
import { type BoardEntry, holderBy, readBoardAsked } from './board.ts';
import { type BoardParts, boardNow } from './boardNow.ts';
import { addressAgain, boardPage } from './boardPage.tsx';
import { personKeyOf } from '#office/people/personTurns.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import type { HandheldList, HandheldsDesk, PrintersDesk, ServedVersion } from '#office/ports/gatewayPorts.ts';
import { browserOf } from './browserOf.ts';
import { HOLD_PATH } from './checkOut.tsx';
import type { Floor } from './floor.ts';
import type { FloorView } from './floorCells.tsx';
import { UPDATE_PATH } from './updatesBehind.tsx';
import { ASK_PATH, addAsk, deskViewOf } from './deskPart.tsx';
import { HandheldPage } from './HandheldPage.tsx';
import { TAKE_OFF_PATH, withRevokers } from './takeOff.tsx';
import type { Audit } from '#office/people/audit.ts';

const FLOOR = pagePlace('floor');
const ONE = pagePlace('floor', '/one');
const RENAME = pagePlace('floor', '/rename');
const HOLD: PagePlace = { ...FLOOR, path: HOLD_PATH };
const TAKE_OFF: PagePlace = { ...FLOOR, path: TAKE_OFF_PATH };
const UPDATE: PagePlace = { ...FLOOR, path: UPDATE_PATH };
const LIVE = '/gateway/floor/live';

/** The pages that may be kept up to date at once, and those of one person; the others ask by themselves. */
const MOST_STREAMS = 50;
const MOST_OF_ONE = 4;
/** Milliseconds between two signs of life of a stream: the edge cuts whoever takes nothing for six seconds. */
const SIGN_EVERY_MS = 3_000;
/** Milliseconds after which a stream ends, and its page asks for another: sooner than the edge cuts it. */
const STREAM_MS = 100_000;

/** The knowledge of the board's pages beside what handhelds tell. */
export interface FloorParts extends BoardParts {
  /** Absent where nobody is asked for a token. */
  readonly enrolment: Pick<HandheldList, 'list' | 'rename'> | undefined;
  readonly site: () => SiteConfiguration;
  /** Tells whether the ledger has an answer of a handheld, by its number, that is read as refused. */
  readonly hasRefused: (asker: string) => Promise<boolean>;
  /** The ledger's time, Unix ms. */
  readonly now: () => Promise<number>;
  readonly updates: ServedVersion;
  readonly desk: HandheldsDesk;
  readonly printers?: Pick<PrintersDesk, 'standings'> | undefined;
  readonly reader: Pick<LedgerReader, 'unconfirmed'>;
  /** Returns the service's clock less this machine's, in milliseconds; `undefined`: nobody knows. */
  readonly clockAheadMs: () => number | undefined;
  readonly guard: Pick<Guard, 'whoAsks'>;
  /** The trail that says who revoked a handheld. */
  readonly audit: Pick<Audit, 'newestOf'>;
}

/** Makes what notes for the board that a handheld said hello. Who is at work is left out where the site does not show it. */
export function sawOn(floor: Pick<Floor, 'saw'>, site: () => SiteConfiguration) {
  return (request: FastifyRequest, at: number, report: HandheldReport | undefined): void => {
    const { worker: _worker, ...nameless } = report ?? {};
    const kept = site().floorShowsWorkers ? report : report && (nameless as HandheldReport);
    const network = networkOf(clientOf(request).address);
    const browser = browserOf(request.headers['user-agent'] ?? '');
    floor.saw({ device: request.device, network, at, browser, report: kept });
  };
}

/** Adds `/gateway/floor`: the board of all handhelds, a page for each, and what supervisors change there. */
export function addFloorRoutes(app: FastifyInstance, pages: PersonPages, floor: Floor, parts: FloorParts): void {
  const { enrolment, site, toCheck, now, updates, guard, audit } = parts;
  const entries = async (counts?: ReadonlyMap<string, number>): Promise<readonly BoardEntry[]> =>
    withRevokers(await boardNow(floor, parts, counts), audit);
  const viewFor = async ({ facts, mayPost }: Asking): Promise<FloorView> => {
    const showsWorkers = site().floorShowsWorkers === true;
    const { floor: texts, ledger } = facts.words;
    return {
      texts,
      ledger,
      now: await now(),
      showsWorkers,
      mayHold: showsWorkers && mayPost(HOLD.path),
      isUpdateAsked: await updates.isAsked(),
      mayAskUpdate: mayPost(UPDATE.path),
      secondsApart: secondsApart(parts.clockAheadMs()),
      printersSeen: {
        standings: (await parts.printers?.standings().catch(() => [])) ?? [],
        printers: site().printers ?? [],
        language: facts.language,
        texts: facts.words.printers,
      },
    };
  };
  const entryOf = async ({ id }: Asking['fields']) => (await entries()).find((entry) => entry.id === id);

  pages.page(FLOOR, async (asking) => {
    const asked = readBoardAsked(asking.fields);
    const counts = await toCheck();
    const [all, view] = [await entries(counts), await viewFor(asking)];
    const holder = view.showsWorkers ? holderBy(asked.q, site()) : undefined;
    const named = asked.q === '' ? [] : all.filter((entry) => hasName(entry, asked.q));
    // The label of a handheld that is scanned leads to it, where the next scan is a badge.
    const isBoardsOwn = asking.fields[AGAIN] !== undefined; // nobody has scanned a thing
    if (view.mayHold && named.length === 1 && !holder?.byBadge && !isBoardsOwn)
      return { to: `${ONE.path}?id=${named[0]?.id}` };
    const inside = await boardPage(all, asked, {
      ...view,
      holder,
      changed: asking.fields['changed'],
      takenOff: asking.fields['off'],
      unplaced: unplacedIn(counts),
    });
    return { inside, again: addressAgain(asked) };
  });

  const one = async (asking: Asking) => {
    const { request, facts, fields, mayPost } = asking;
    const all = await entries();
    const entry = all.find(({ id }) => id === fields['id']);
    if (!entry) return { inside: <></>, problem: facts.words.floor.unknown, status: 404 };
    const view = await viewFor(asking);
    const may = { rename: mayPost(RENAME.path), hold: view.mayHold === true, takeOff: mayPost(TAKE_OFF.path), all };
    const { device, person } = entry;
    const hasRefused = device !== 0 && person > 0 && (await parts.hasRefused(String(device)).catch(() => false));
    const typedName = request.method === 'POST' ? fields['name'] : undefined;
    const mayAsk = mayPost(ASK_PATH) && entry.revokedAt === 0;
    const desk = mayAsk ? await deskViewOf(entry, parts.desk, parts.reader) : undefined;
    const more = { ...may, hasRefused, desk, typedName, isRenamed: fields['said'] === 'renamed' };
    return { inside: <HandheldPage entry={entry} view={view} more={more} /> };
  };
  pages.page(ONE, one);

  pages.form(
    RENAME,
    async ({ note, facts, fields }) => {
      const entry = await entryOf(fields);
      const name = tidied(fields['name'] ?? '');
      if (!entry || name === '') throw new Refused(facts.words.floor.nameNeeded);
      const taken = (await entries()).find((other) => other.id !== entry.id && hasName(other, name));
      if (taken) throw new Refused(facts.words.floor.nameTaken({ name: taken.name, number: taken.device }));
      if (entry.device === 0) await floor.rename(entry.id, 0, name);
      else await enrolment?.rename(entry.device, name);
      await note('handheld-renamed', `${entry.id}: ${entry.name} → ${name}`, { handheld: entry.id });
      return { to: `${ONE.path}?id=${entry.id}&said=renamed` };
    },
    async (asking) => (await one(asking)).inside,
  );

  addHold(pages, floor, { entryOf, now, one, site });
  addTakeOff(pages, floor, { entryOf, now, one });
  addAsk(pages, { desk: parts.desk, entryOf, one });

  pages.form(UPDATE, async ({ note }) => {
    await updates.ask();
    await note('update-asked', updates.version);
    return { to: FLOOR.path };
  });

  addStream(app, floor, guard);
}

/** The parts of a form that changes one handheld. */
interface ChangeParts extends Pick<FloorParts, 'now'> {
  readonly entryOf: (fields: Asking['fields']) => Promise<BoardEntry | undefined>;
  /** Makes the page of one handheld. */
  readonly one: (asking: Asking) => Promise<{ readonly inside: ReactElement }>;
}

/** Adds the form by which a handheld is given, and is back. */
function addHold(
  pages: PersonPages,
  floor: Pick<Floor, 'hold'>,
  { entryOf, now, one, site }: ChangeParts & Pick<FloorParts, 'site'>,
): void {
  pages.form(
    HOLD,
    async ({ note, facts, fields }) => {
      const entry = await entryOf(fields);
      if (!entry || !site().floorShowsWorkers) throw new Refused(facts.words.floor.unknown);
      const holder = nextHolder(entry, fields, site());
      if (holder === undefined) throw new Refused(facts.words.floor.noWorker);
      const isNew = holder !== entry.holder;
      if (isNew && holder !== '' && entry.revokedAt !== 0) throw new Refused(facts.words.floor.givenToNobody);
      if (isNew && (await floor.hold(entry.id, entry.device, entry.holder, holder, await now()))) {
        const subject = `${entry.id}: ${entry.name}, ${holder || entry.holder}`;
        await note(holder === '' ? 'handheld-back' : 'handheld-checked-out', subject, { handheld: entry.id });
      }
      return { to: `${FLOOR.path}?changed=${entry.id}` };
    },
    async (asking) => (await one(asking)).inside,
  );
}

/** Adds the form by which a revoked handheld leaves the floor. It says which last word was read, so that none is passed over. */
function addTakeOff(pages: PersonPages, floor: Pick<Floor, 'takeOff'>, { entryOf, now, one }: ChangeParts): void {
  pages.form(
    TAKE_OFF,
    async ({ note, facts, fields }) => {
      const { floor: texts } = facts.words;
      const entry = await entryOf(fields);
      if (!entry) throw new Refused(texts.unknown);
      const { id, device, name, toldAt, person, report } = entry;
      if (entry.revokedAt === 0) throw new Refused(texts.notRevoked);
      if (entry.toCheck > 0) throw new Refused(texts.takeOffFirst);
      if (fields['told'] !== String(toldAt) || !(await floor.takeOff(id, device, toldAt, await now())))
        throw new Refused(texts.toldSince);
      const open = `${report?.waiting ?? 0} waiting, ${person} in need of a person`;
      await note('handheld-taken-off', `${device}: ${name}, ${open}`, { device });
      return { to: `${FLOOR.path}?off=${id}` };
    },
    async (asking) => (await one(asking)).inside,
  );
}

/** Counts the calls to check whose handheld has an address in place of a number. */
function unplacedIn(counts: ReadonlyMap<string, number>): number {
  return [...counts].filter(([asker]) => !/^[0-9]+$/.test(asker)).reduce((sum, [, many]) => sum + many, 0);
}

/**
 * Returns who has a handheld after what was posted; empty: it is back. A badge of whoever had it when the page was made, which `was` says,
 * gives it back, and another's hands it on. A page of before changes nothing for whoever has got it since.
 *
 * @returns `undefined`: nobody is known by the badge.
 */
function nextHolder(
  { holder }: BoardEntry,
  { badge = '', back, was = holder }: Asking['fields'],
  site: SiteConfiguration,
): string | undefined {
  const next = back === undefined ? holderBy(badge, site)?.userId : was;
  if (next !== undefined && holder !== was) return holder;
  return next === was ? '' : next;
}

/** Tells whether a handheld that may call has a name, by whatever letters it is written in. */
function hasName(entry: BoardEntry, name: string): boolean {
  return entry.revokedAt === 0 && entry.name.toLowerCase() === name.toLowerCase();
}

/**
 * Adds the stream that tells a page, by server-sent events, that something on the board is new. It says no more than that, and ends
 * with the session: a stream that ends is asked for anew, and refused then.
 */
function addStream(app: FastifyInstance, floor: Floor, guard: FloorParts['guard']): void {
  const streams = new Map<PassThrough, string>();
  app.addHook('preClose', (done) => {
    for (const stream of streams.keys()) stream.end();
    done();
  });
  app.get(LIVE, async (request, reply) => {
    const whose = personKeyOf(personOf(request));
    const isTooMany = [...streams.values()].filter((other) => other === whose).length >= MOST_OF_ONE;
    if (isTooMany || streams.size >= MOST_STREAMS)
      return replyWith(reply, refusal('Too many pages are kept up to date.', 503));
    const stream = new PassThrough();
    streams.set(stream, whose);
    const say = (text: string): void => {
      if (!stream.writableEnded) stream.write(text);
    };
    const end = floor.watch(() => say('data: changed\n\n'));
    const sign = async (): Promise<void> => {
      if (await mayStill(guard, request)) say(':\n\n');
      else stream.end();
    };
    const signs = setInterval(() => void sign(), SIGN_EVERY_MS);
    const life = setTimeout(() => stream.end(), STREAM_MS);
    stream.once('close', () => {
      streams.delete(stream);
      end();
      clearInterval(signs);
      clearTimeout(life);
    });
    say(':\n\n'); // a proxy passes the head on with the first bytes
    // nginx and others that buffer replies pass this one on as it comes
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream')
      .send(stream);
  });
}
