import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from './configuration.ts';

/** Word of SPIN about one configuration. */
export interface Read {
  readonly errors: number;
  /** `true`: every state was looked at; after an error the search ends, and this is false. */
  readonly isWhole: boolean;
  readonly states: number;
  /** Steps to the deepest state; where the shortest trail was looked for, its length. */
  readonly depth: number;
  /** A run that goes on for ever was found. */
  readonly hasCycle: boolean;
}

/** Outcome of one configuration. */
export interface Checked extends Omit<Read, 'hasCycle'> {
  readonly name: string;
  readonly expects: Configuration['expects'];
  /** `holds`, or the promise that was broken as the model names it; else why there is no result. */
  readonly found: string;
  readonly isAsExpected: boolean;
  readonly seconds: number;
  /** The shortest trail in words, where one was found. */
  readonly trail: readonly string[];
}

/** One program's run. */
export type Run = (
  program: string,
  options: readonly string[],
  where: string,
) => Promise<{ readonly status: number | null; readonly said: string }>;

const MODEL = import.meta.dirname;
/** The models' files; SPIN is given one of the first two. */
export const FILES = ['protocol.pml', 'printer.pml', 'ledger.pml', 'gateway.pml', 'handheld.pml'];
const LIMIT_MS = 900_000; // two at a time, on a busy machine
const MEGABYTES = 4_000;
/** Far deeper than any run is; one that is cut off here is no result. */
const DEPTH = 100_000;

/** Options with which gcc makes the search, and with which it is run. */
const searches = {
  every: { compile: ['-DSAFETY', '-DNOREDUCE', '-DCOLLAPSE'], run: [`-m${DEPTH}`] },
  shortest: { compile: ['-DSAFETY', '-DBFS'], run: [] },
  end: { compile: ['-DNP', '-DNOREDUCE', '-DCOLLAPSE'], run: ['-l', `-m${DEPTH}`] },
} as const;

/** Reads what SPIN's search printed. `undefined`: it is no result of one. */
export function readSearch(said: string): Read | undefined {
  const counts = /depth reached (\d+), errors: (\d+)/.exec(said);
  const stored = /^\s*(\d+) states, stored/m.exec(said);
  if (!counts || !stored) return undefined;
  return {
    errors: Number(counts[2]),
    isWhole: !/Search not completed|max search depth too small|out of memory|hash array full/i.test(said),
    states: Number(stored[1]),
    depth: Number(counts[1]),
    hasCycle: /non-progress cycle \(at/.test(said),
  };
}

/** Returns what a search shows: `holds` only where all was looked at without an error. @param broken - what the trail ends in. */
export function judge(read: Read | undefined, broken: string | undefined): string {
  if (!read) return 'no result';
  if (read.errors > 0) return read.hasCycle ? 'the end' : (broken ?? 'an error without a name');
  return read.isWhole ? 'holds' : 'not all was looked at';
}

/** The promise in the comment of the line where an assertion failed. */
export function brokenPromise(trail: string, lineOf: (file: string, line: number) => string): string | undefined {
  const at = /([\w.]+\.pml):(\d+), Error: assertion violated/.exec(trail);
  if (!at) return undefined;
  return /assert\(.*\/\* (.+?) \*\//.exec(lineOf(at[1] ?? '', Number(at[2])))?.[1];
}

/** The steps of a trail in the model's own words. SPIN warns before them where the model's file is of the same second. */
export function stepsOf(trail: string): string[] {
  const said = trail.replace(/^spin: warning.*\n/gm, '');
  const end = said.search(/^(?:spin: |#processes)/m);
  return (end === -1 ? said : said.slice(0, end))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the names of the programs that the check is made with and that are not there. */
export async function missingPrograms(run: Run = runProgram): Promise<string[]> {
  const asked = { spin: ['-V'], gcc: ['--version'] };
  const found = Object.entries(asked).map(async ([name, options]) => {
    const { status } = await run(name, options, tmpdir());
    return status === 0 ? [] : [name];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Checks configurations, as many at a time as there are cores to search on, and no more than memory has room for.
 *
 * @param tell - is given each result as it comes.
 * @returns the results in the order of the configurations.
 */
export async function checkAll(
  configurations: readonly Configuration[],
  tell: (result: Checked) => void,
): Promise<Checked[]> {
  const lanes = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / (MEGABYTES * 1024 ** 2))));
  const results = new Map<Configuration, Checked>();
  const left = configurations.values();
  const lane = async (): Promise<void> => {
    for (const configuration of left) {
      const result = await check(configuration);
      results.set(configuration, result);
      tell(result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return configurations.flatMap((configuration) => results.get(configuration) ?? []);
}

/** Checks one configuration in a folder of its own. @param models - where the models' files are. */
export async function check(configuration: Configuration, models = MODEL): Promise<Checked> {
  const { name, defines, search, expects, model = 'protocol.pml' } = configuration;
  const where = mkdtempSync(join(tmpdir(), 'prove-'));
  const startedAt = performance.now();
  try {
    for (const file of FILES) cpSync(join(models, file), join(where, file));
    const given = defines.map((define) => `-D${define}`);
    const { compile, run } = searches[search];
    const made =
      (await must('spin', [...given, '-a', model], where)) ??
      (await must('gcc', ['-O1', '-w', `-DMEMLIM=${MEGABYTES}`, ...compile, '-o', 'pan', 'pan.c'], where));
    const said = made ?? (await runProgram(join(where, 'pan'), [...run, '-w22'], where)).said;
    const read = made === undefined ? readSearch(said) : undefined;
    const trail = read && read.errors > 0 ? (await runProgram('spin', [...given, '-T', '-t', model], where)).said : '';
    const lineOf = (file: string, line: number): string =>
      readFileSync(join(where, file), 'utf8').split('\n')[line - 1] ?? '';
    const found = judge(read, brokenPromise(trail, lineOf));
    const { errors = 0, isWhole = false, states = 0, depth = 0 } = read ?? {};
    return {
      name,
      expects,
      found,
      isAsExpected: found === expects,
      errors,
      isWhole,
      states,
      depth,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      trail: read ? stepsOf(trail) : said.split('\n').slice(0, 10),
    };
  } finally {
    rmSync(where, { recursive: true, force: true });
  }
}

/** Runs a program that has to succeed. @returns what it said where it did not. */
async function must(program: string, options: readonly string[], where: string): Promise<string | undefined> {
  const { status, said } = await runProgram(program, options, where);
  return status === 0 ? undefined : `${program} ended with ${status}: ${said}`;
}

function runProgram(program: string, options: readonly string[], where: string): ReturnType<Run> {
  const limits = { cwd: where, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((ended) => {
    const child = execFile(program, options, limits, (_, out, errors) =>
      ended({ status: child.exitCode, said: `${out}${errors}` }),
    );
  });
}
