import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import type { HandheldReport } from '#wire/report.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { tidied } from '#gateway/http/tidied.ts';
import type { Enrolment } from '#gateway/devices/enrolment.ts';
import { refusal, replyWith } from '#gateway/http/answer.ts';
import { Refused, pagePlace } from '#gateway/pages/page.ts';
import type { Asking, PersonPages } from '#gateway/people/personPages.ts';
import { type BoardEntry, boardOf, readBoardAsked } from './board.ts';
import { boardPage, handheldPage } from './boardPage.ts';
import { browserOf } from './browserOf.ts';
import type { Floor } from './floor.ts';

const FLOOR = pagePlace('floor');
const ONE = pagePlace('floor', '/one');
const RENAME = pagePlace('floor', '/rename');
const HOLD = pagePlace('floor', '/hold');
const LIVE = '/gateway/floor/live';

/** The pages that may be kept up to date at once; the others ask by themselves. */
const MOST_STREAMS = 50;
/** Milliseconds between two signs of life of a stream: the edge cuts whoever takes nothing for six seconds. */
const SIGN_EVERY_MS = 3_000;
/** Milliseconds after which a stream ends, and its page signs in anew: sooner than the edge cuts it. */
const STREAM_MS = 100_000;

/** The board's knowledge beside what handhelds tell. */
export interface FloorParts {
  /** Absent where nobody is asked for a token. */
  readonly enrolment: Enrolment | undefined;
  readonly site: () => SiteConfiguration;
  /** Counts the ledger's calls that a person has to decide about, by the number of their handheld. */
  readonly toCheck: () => Promise<ReadonlyMap<string, number>>;
  /** The ledger's time, Unix ms. */
  readonly now: () => Promise<number>;
}

/** Makes what notes for the board that a handheld said hello. Who is at work is left out where the site does not show it. */
export function sawOn(floor: Pick<Floor, 'saw'>, site: () => SiteConfiguration) {
  return (
    request: Pick<FastifyRequest, 'device' | 'headers'>,
    at: number,
    report: HandheldReport | undefined,
  ): void => {
    const { worker: _worker, ...nameless } = report ?? {};
    const kept = site().floorShowsWorkers ? report : report && (nameless as HandheldReport);
    floor.saw({ device: request.device, at, browser: browserOf(request.headers['user-agent'] ?? ''), report: kept });
  };
}

/** Adds `/gateway/floor`: the board of all handhelds, a page for each, and what supervisors change there. */
export function addFloorRoutes(app: FastifyInstance, pages: PersonPages, floor: Floor, parts: FloorParts): void {
  const { enrolment, site, toCheck, now } = parts;
  const entries = async (): Promise<readonly BoardEntry[]> => {
    const [words, devices, counts] = await Promise.all([floor.list(), enrolment?.list(), toCheck()]);
    return boardOf(words, devices, site(), counts);
  };
  const entryOf = async ({ id }: Asking['fields']) => (await entries()).find((entry) => entry.id === id);

  pages.page(FLOOR, async ({ facts, fields }) =>
    boardPage(await entries(), readBoardAsked(fields), { texts: facts.words.floor, now: await now() }),
  );

  const one = async ({ facts, fields, mayPost }: Asking) => {
    const entry = await entryOf(fields);
    if (!entry) return { inside: '', problem: facts.words.floor.unknown, status: 404 };
    const view = { texts: facts.words.floor, now: await now() };
    return {
      inside: handheldPage(entry, view, {
        rename: mayPost(RENAME.path),
        hold: mayPost(HOLD.path) && site().floorShowsWorkers === true,
      }),
    };
  };
  pages.page(ONE, one);

  pages.form(
    RENAME,
    async ({ note, facts, fields }) => {
      const entry = await entryOf(fields);
      const name = tidied(fields['name'] ?? '');
      if (!entry || name === '') throw new Refused(facts.words.floor.nameNeeded);
      if (entry.device === 0) await floor.rename(entry.id, 0, name);
      else await enrolment?.rename(entry.device, name);
      await note('handheld-renamed', `${entry.id}: ${entry.name} → ${name}`, { handheld: entry.id });
      return { to: `${ONE.path}?id=${entry.id}` };
    },
    async (asking) => (await one(asking)).inside,
  );

  pages.form(
    HOLD,
    async ({ note, facts, fields }) => {
      const { floorShowsWorkers, workers } = site();
      const entry = await entryOf(fields);
      if (!entry || !floorShowsWorkers) throw new Refused(facts.words.floor.unknown);
      const badge = (fields['badge'] ?? '').trim();
      const worker = workers?.find((known) => known.badge === badge) ?? workers?.find(({ userId }) => userId === badge);
      const isBack = fields['back'] !== undefined;
      // Where the site lists no workers any id is one.
      const holder = isBack ? '' : (worker?.userId ?? (workers ? '' : tidied(badge)));
      if (!isBack && holder === '') throw new Refused(facts.words.floor.noWorker);
      await floor.hold(entry.id, entry.device, holder, await now());
      const subject = `${entry.id}: ${entry.name}, ${isBack ? entry.holder : holder}`;
      await note(isBack ? 'handheld-back' : 'handheld-checked-out', subject, { handheld: entry.id });
      return { to: `${ONE.path}?id=${entry.id}` };
    },
    async (asking) => (await one(asking)).inside,
  );

  addStream(app, floor);
}

/** Adds the stream that tells a page, by server-sent events, that something on the board is new. It says no more than that. */
function addStream(app: FastifyInstance, floor: Floor): void {
  const streams = new Set<PassThrough>();
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  app.get(LIVE, async (_request, reply) => {
    if (streams.size >= MOST_STREAMS) return replyWith(reply, refusal('Too many pages are kept up to date.', 503));
    const stream = new PassThrough();
    streams.add(stream);
    const end = floor.watch(() => stream.write('data: changed\n\n'));
    const signs = setInterval(() => stream.write(':\n\n'), SIGN_EVERY_MS);
    const life = setTimeout(() => stream.end(), STREAM_MS);
    stream.once('close', () => {
      streams.delete(stream);
      end();
      clearInterval(signs);
      clearTimeout(life);
    });
    stream.write(':\n\n'); // a proxy passes the head on with the first bytes
    // nginx and others that buffer replies pass this one on as it comes
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream')
      .send(stream);
  });
}
