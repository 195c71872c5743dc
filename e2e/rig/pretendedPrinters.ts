import type { Page } from '@playwright/test';
import type { PrintJob, PrinterStanding } from '#contract/printJob.ts';
import { ASKED_PATH, GRANT_PATH, PRINTED_PATH, PRINTERS_PATH, PRINTS_PATH, WORD_PATH } from '#wire/prints.ts';

type Stands = Pick<PrintJob, 'state'> & Partial<Pick<PrintJob, 'cause' | 'detail' | 'knownBy'>>;

/** All that is told in these questions. */
interface Body {
  readonly id: string;
  readonly call: string;
  readonly copy: number;
  readonly printer: string;
  readonly word: never;
  readonly jobs: readonly PrintJob[];
  readonly waitMs: number;
}

export const printed = { state: 'printed', knownBy: 'count' } as const;

/** The printers of a gateway, as a test speaks for them: what is asked of them, and how each job stands. */
export interface PretendedPrinters {
  /** Ids of the jobs in the order in which they were asked for, each as often as it was. */
  readonly asked: readonly string[];
  /** The words that persons said: the id and the word. */
  readonly said: readonly string[];
  /** The words told of grants. */
  readonly told: readonly string[];
  /** Has a job stand so from now on. @param at - its place among the jobs, from 0; the last one where it is absent */
  set(stands: Stands, at?: number): void;
  /** Has jobs stand so that are asked for from now on. */
  next(stands: Stands): void;
  /** Has the printer stand so. */
  stand(standing: Partial<PrinterStanding>): void;
  /** Answers nothing, from now on or no more. */
  away(isAway: boolean): void;
}

/** Answers in the gateway's place what a page asks of printers. @param label - given out with a grant */
export async function pretendPrinters(
  page: Page,
  { printer: code = 'PRN-DEMO', label = '^XA^FO20,20^A0N,30,30^FDlabel^FS^XZ' } = {},
): Promise<PretendedPrinters> {
  const jobs: PrintJob[] = [];
  const [asked, said, told]: [string[], string[], string[]] = [[], [], []];
  let first: Stands = printed;
  let isAway = false;
  let standing: PrinterStanding = { printer: code, is: 'ready', queued: 0, unknown: 0 };

  function make(call: string, copy: number, printer: string): PrintJob {
    const job: PrintJob = {
      id: `${call}.c${copy}`,
      call,
      copy,
      printer,
      operation: 'PrintKJYOrder',
      madeAt: 1,
      ...first,
    };
    jobs.push(job);
    return job;
  }
  function set(stands: Stands, at = jobs.length - 1): void {
    const before = jobs[at];
    if (!before) throw new Error(`there is no job ${at}`);
    const { cause: _cause, knownBy: _knownBy, detail: _detail, ...job } = before;
    jobs[at] = { ...job, ...stands };
  }
  const answer = (path: string, does: (body: Body) => object | number | Promise<object | number>) =>
    page.route(`**${path}`, async (route) => {
      if (isAway) return route.abort();
      const came = await does(route.request().postDataJSON() as Body);
      return typeof came === 'number'
        ? route.fulfill({ status: came, contentType: 'application/problem+json', body: '{"title":"t","detail":"no"}' })
        : route.fulfill({ json: came }).catch(() => undefined); // the page has given it up
    });

  await answer(PRINTS_PATH, async ({ call, copy, printer }) => {
    asked.push(`${call}.c${copy}`);
    return { job: jobs.find((job) => job.id === asked.at(-1)) ?? make(call, copy, printer) };
  });
  await answer(ASKED_PATH, async ({ jobs: known, waitMs }) => {
    const of = known.map(({ id }) => id);
    const standOf = (): string =>
      JSON.stringify(
        jobs.filter(({ id }) => of.includes(id)).map(({ state, cause, decided }) => [state, cause, decided]),
      );
    const before = JSON.stringify(known.map(({ state, cause, decided }) => [state, cause, decided]));
    for (let left = waitMs; left > 0 && standOf() === before; left -= 50)
      await new Promise((resolve) => void setTimeout(resolve, 50));
    return {
      jobs: jobs.filter(({ id }) => of.includes(id)),
      gone: of.filter((id) => !jobs.some((job) => job.id === id)),
    };
  });
  await answer(WORD_PATH, async ({ id, word, printer }) => {
    said.push(`${id} ${String(word)}`);
    const at = jobs.findIndex((job) => job.id === id);
    const job = jobs[at];
    if (!job) return 410;
    if (word === 'came-out') set({ state: 'printed', knownBy: 'person' }, at);
    if (word === 'take-back') set({ state: 'refused', cause: 'taken-back' }, at);
    if (word === 'move') jobs[at] = { ...job, printer };
    if (word !== 'again') return { job: jobs[at] ?? job };
    jobs[at] = { ...job, decided: 'lost' };
    return { job: make(job.call, job.copy + 1, job.printer) };
  });
  await answer(PRINTERS_PATH, async () => ({ printers: [standing] }));
  await answer(GRANT_PATH, async ({ id }) => {
    const at = jobs.findIndex((job) => job.id === id && job.state === 'queued');
    if (at < 0) return 410;
    set({ state: 'sending' }, at);
    return { id, ticket: 'ticket', text: label, labels: 1, number: '4711' };
  });
  await answer(PRINTED_PATH, async ({ id, word }) => {
    const { is, cause, knownBy } = word as { is: string; cause?: PrintJob['cause']; knownBy?: PrintJob['knownBy'] };
    told.push(is);
    const at = jobs.findIndex((job) => job.id === id);
    if (is === 'printed' && knownBy) set({ state: 'printed', knownBy }, at);
    if (is === 'unknown' && cause) set({ state: 'unknown', cause }, at);
    if (is === 'kept-back' && cause) set({ state: 'queued', cause }, at);
    return 204;
  });
  return {
    asked,
    said,
    told,
    set,
    next: (stands) => void (first = stands),
    stand: (change) => void (standing = { ...standing, ...change }),
    away: (is) => void (isAway = is),
  };
}
