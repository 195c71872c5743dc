import { type PrintState, printIdOf } from '#contract/printJob.ts';
import type { Finding } from './evidence.ts';
import { groupBy } from './oracle.ts';

/** A print call as the handheld has it. */
export interface PrintRow {
  readonly seq: number;
  /** The order's code. */
  readonly code: string;
  /** Its idempotency key. */
  readonly call: string;
  readonly state: string;
  /** The code of the printer that the worker had chosen. */
  readonly printer?: string | undefined;
  /** The text of its label; absent: no label has come. */
  readonly label?: string | undefined;
  /** The standing of its label, as the handheld shows it. */
  readonly stands?: string | undefined;
  /** The copy whose job the handheld follows. */
  readonly copy?: number | undefined;
}

/** A job of the ledger. */
export interface JobRow {
  readonly id: string;
  readonly call: string;
  readonly copy: number;
  readonly state: PrintState;
  readonly decided?: 'lost' | undefined;
  /** The worker or the supervisor who said something of it. */
  readonly decidedBy?: string | undefined;
}

/** Everything that is known of labels after a run. */
export interface LabelEvidence {
  readonly rows: readonly PrintRow[];
  readonly jobs: readonly JobRow[];
  /** The texts of the labels that lie at the printer, in the order in which they came out. */
  readonly papers: readonly string[];
  /** Ids of the jobs that a person saw on no paper, and of which another copy was asked for. */
  readonly again: ReadonlySet<string>;
  /** Ids of the jobs that the printers' page of the office asks about. */
  readonly asked: readonly string[];
}

/** Figures of the labels of a run. */
export interface LabelFigures {
  readonly calls: number;
  /** Print calls with a printer and a label. */
  readonly labels: number;
  readonly jobs: Readonly<Partial<Record<PrintState, number>>>;
  readonly papers: number;
  /** Jobs of which nobody knew and a person has said. */
  readonly said: number;
  readonly twice: number;
  readonly lost: number;
}

/** Judges the labels of a run: each on paper once at most for each copy, none of them out of everybody's sight. Pure. */
export function judgeLabels({ rows, jobs, papers, again, asked }: LabelEvidence): {
  readonly findings: readonly Finding[];
  readonly figures: LabelFigures;
} {
  const findings: Finding[] = [];
  const say = (text: string): void => void findings.push({ law: 'label', text });
  const byCall = groupBy(jobs, ({ call }) => call);
  const out = groupBy(papers, (label) => label);
  const labelled = rows.filter(({ label, printer }) => label !== undefined && printer !== undefined);
  const wanted = new Set(labelled.map(({ label }) => label));
  let [twice, lost] = [0, 0];

  for (const { code, call, label = '', stands } of labelled) {
    const own = byCall.get(call) ?? [];
    const many = out.get(label)?.length ?? 0;
    const may = Math.max(1, own.filter(({ id }) => !again.has(id)).length);
    if (many > may) {
      twice += 1;
      say(`${label} (${code}) is on paper ${many} times, and may be there ${may} times`);
    }
    if (many > 0 && own.length === 0) say(`${label} (${code}) is on paper, and there is no job of it`);
    const printed = own.filter(({ state, decidedBy }) => state === 'printed' && decidedBy === undefined);
    if (printed.length > many) say(`${label} (${code}) is called printed, and is on paper ${many} times`);
    if (own.length === 0 && stands !== 'due') {
      lost += 1;
      say(`${label} (${code}) has no job, and the handheld shows it as ${stands ?? 'no label'}`);
    }
  }
  for (const label of out.keys()) if (!wanted.has(label)) say(`${label} is on paper, and no call has it`);

  findings.push(...unasked({ rows, jobs, asked }));
  for (const { id, call, copy, state } of jobs) {
    if (copy > 1 && !again.has(printIdOf(call, copy - 1))) say(`${id} is a copy nobody has asked for`);
    if (state === 'sending') say(`${id} is still under way`);
  }

  const states: Partial<Record<PrintState, number>> = {};
  for (const { state } of jobs) states[state] = (states[state] ?? 0) + 1;
  const said = jobs.filter(({ decidedBy }) => decidedBy !== undefined).length;
  return {
    findings,
    figures: { calls: rows.length, labels: labelled.length, jobs: states, papers: papers.length, said, twice, lost },
  };
}

/** Finds the jobs of which nobody knows and nobody is asked: at any time of a run, as only a person ends them. */
export function unasked({ rows, jobs, asked }: Pick<LabelEvidence, 'rows' | 'jobs' | 'asked'>): readonly Finding[] {
  const shown = new Map(rows.map(({ call, stands }) => [call, stands]));
  return jobs
    .filter(({ state, decided }) => state === 'unknown' && decided === undefined)
    .filter(({ id, call }) => shown.get(call) !== 'unknown' && !asked.includes(id))
    .map(({ id }) => ({ law: 'label', text: `${id} is unknown, and nobody is asked` }));
}
