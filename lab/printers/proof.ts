import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrintJob } from '#contract/printJob.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { freePort, post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { askPrint, askPrints } from '#wire/prints.ts';
import { type Rig, createRig } from './rig.ts';

/** The plan of a run. */
export interface ProofPlan {
  readonly labels: number;
  readonly printers: number;
  readonly seed: number;
}

/** The outcome of a run. */
export interface ProofReport {
  readonly labels: number;
  readonly seconds: number;
  /** Jobs by how they ended. */
  readonly ends: Readonly<Record<string, number>>;
  /** Jobs of which nobody knows, and that came out. */
  readonly unknownOut: number;
  /** Mishaps that befell them, by name. */
  readonly blows: Readonly<Record<string, number>>;
  /** Findings that must not be. */
  readonly wrong: readonly string[];
}

/** Handhelds that ask at once. */
const HANDHELDS = 24;
/** Milliseconds for which one waits for its label before it goes on. */
const PATIENCE_MS = 15_000;
/** Milliseconds between two blows. */
const BLOW_MS = [20, 300] as const;
/** Milliseconds that a printer takes to start: less than the five seconds in which a new line is believed would be a printer that is none. */
const START_MS = 5_500;
/** The longest that a run is waited for after everything was mended, in milliseconds. */
const MENDED_MS = 120_000;

const codeOf = (index: number): string => `D-${String(index).padStart(6, '0')}`;
const keyOf = (index: number): string => `label-${String(index).padStart(6, '0')}`;

/** Returns an address of this machine that is not its loopback: printers there are as everybody's. */
export function ownAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((some = []) => some)
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}

/**
 * Two gateways on one PostgreSQL, in processes, and printers that are none: labels are asked for while gateways are killed and the printers
 * are cut at any byte, lose their power, run out of paper and print for others. Nobody says a word on a label.
 */
export async function proveLabels(server: PostgresServer, host: string, plan: ProofPlan): Promise<ProofReport> {
  const random = randomOf(plan.seed);
  using folder = tempDir();
  await using upstream = await startUpstream((request) => {
    const code = /deliveryCode=([A-Z0-9-]+)/.exec(request.body)?.[1] ?? '';
    request.reply(serviceReply(`^XA^FO40,40^A0N,40,40^FD${code}^FS^XZ`));
  });
  await using rigs = new AsyncDisposableStack();
  const printers: Rig[] = [];
  for (let index = 0; index < plan.printers; index += 1)
    printers.push(rigs.use(await createRig({ host, own: `PROOF${index}`, stepMs: 10 })));
  const site = printers.map(({ address }, index) => ({
    name: `Printer ${index}`,
    code: `P-${index}`,
    way: 'network',
    language: 'zpl',
    address,
  }));
  const url = await server.database();
  const ports = [await freePort(), await freePort()];
  const start = (at: number): Promise<GatewayProcess> => {
    const dataDir = join(folder.path, `gateway-${at}`);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(folder.path, 'site.json'), JSON.stringify({ printers: site }));
    return spawnGateway({
      DATABASE_URL: url,
      UPSTREAM_URL: upstream.url.href,
      SITE_CONFIG: join(folder.path, 'site.json'),
      PORT: String(ports[at]),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    });
  };
  const gateways = [await start(0), await start(1)];
  const blows: Record<string, number> = {};
  const progress = { isOver: false };
  const began = performance.now();
  try {
    const striking = strike({ random, printers, gateways, start, blows, progress });
    const next = { index: 0 };
    const handheld = async (at: number): Promise<void> => {
      while (next.index < plan.labels) {
        const index = (next.index += 1) - 1;
        const portOf = (turn: number): number => ports[(at + turn) % ports.length] ?? 0;
        await askFor(index, `P-${index % plan.printers}`, portOf);
        await ended(index, portOf);
      }
    };
    await Promise.all(Array.from({ length: HANDHELDS }, (_, at) => handheld(at)));
    progress.isOver = true;
    await striking;
    await Promise.all(printers.map(mend));
    const jobs = await settled(plan.labels, ports[0] ?? 0, printers);
    const seconds = (performance.now() - began) / 1000;
    for (const printer of printers) printer.drain();
    return { labels: plan.labels, seconds, blows, ...account(jobs, printers, plan.labels) };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.kill()));
  }
}

/** Has a call answered and its label asked for, as often as it takes. Asked again it is the same job. */
async function askFor(index: number, printer: string, portOf: (turn: number) => number): Promise<void> {
  const asked = { call: keyOf(index), copy: 1, printer, by: '7' };
  for (let turn = 0; ; turn += 1) {
    const base = `http://127.0.0.1:${portOf(turn)}`;
    const fields = { deliveryCode: codeOf(index), storeCode: 'S-01-A', apiKey: 'a-key', userID: '7' };
    const called = await post(base, keyOf(index), fields).catch(() => undefined);
    if (called?.status === 504) return; // its gateway died with the call: nobody knows of it, and no label of it is asked for
    const answer = called?.status === 200 ? await askPrint(fetchAt(base), asked, 10_000) : undefined;
    if (answer?.is === 'job') return;
    await sleep(100);
  }
}

/** Waits until something is known of a label, or it takes too long. */
async function ended(index: number, portOf: (turn: number) => number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const known = { id: `${keyOf(index)}.c1`, state: 'queued' as const };
  for (let turn = 0; performance.now() < until; turn += 1) {
    const heard = await askPrints(fetchAt(`http://127.0.0.1:${portOf(turn)}`), [known], 0, 5_000);
    const state = heard?.jobs[0]?.state;
    if (heard && state !== 'queued' && state !== 'sending') return;
    await sleep(200);
  }
}

function fetchAt(base: string): typeof fetch {
  return (path, init) => fetch(base + (path as string), { ...init, headers: { 'content-type': 'application/json' } });
}

interface Striking {
  readonly random: Random;
  readonly printers: readonly Rig[];
  readonly gateways: GatewayProcess[];
  readonly start: (at: number) => Promise<GatewayProcess>;
  readonly blows: Record<string, number>;
  readonly progress: { readonly isOver: boolean };
}

/** Strikes gateways and printers until all was asked for. */
async function strike({ random, printers, gateways, start, blows, progress }: Striking): Promise<void> {
  const between = (least: number, most: number): number => random.whole(least, most - 1);
  const kinds = {
    async 'a gateway killed'(): Promise<void> {
      const at = between(0, gateways.length);
      await gateways[at]?.kill();
      await sleep(between(0, 8_000));
      gateways[at] = await start(at);
    },
    'a cut': async (printer) => printer.cut(),
    'a cut at a byte that the printer takes': async (printer) =>
      printer.cutNext({ after: between(1, 400), of: 'taken' }),
    'a cut at a byte that it says': async (printer) => printer.cutNext({ after: between(1, 400), of: 'said' }),
    async 'power off'(printer): Promise<void> {
      await heal(printer, between(0, 3_000));
    },
    async 'paper out'(printer): Promise<void> {
      printer.machine().setFault('paper-out', true);
      await sleep(between(50, 3_000));
      printer.machine().setFault('paper-out', false);
    },
    'labels of another host': async (printer) => printer.printOther('^XA^FO9,9^A0N,9,9^FDother^FS^XZ'),
    async silence(printer): Promise<void> {
      printer.receive('silent');
      await sleep(between(50, 3_000));
      printer.receive('many');
    },
  } satisfies Readonly<Record<string, (printer: Rig) => Promise<void>>>;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const busy = new Set<Promise<void>>();
  let isKilling = false;
  while (!progress.isOver) {
    await sleep(between(...BLOW_MS));
    const name = names[between(0, names.length)];
    const printer = printers[between(0, printers.length)];
    if (name === undefined || !printer) continue;
    if (name === 'a gateway killed') {
      if (isKilling) continue; // one at a time
      isKilling = true;
    }
    blows[name] = (blows[name] ?? 0) + 1;
    const blow = kinds[name](printer).finally(() => {
      busy.delete(blow);
      if (name === 'a gateway killed') isKilling = false;
    });
    busy.add(blow);
  }
  await Promise.all(busy);
}

/** Takes half a label out of a printer, by its power. @param more - milliseconds beside the start that every printer takes */
async function heal(printer: Rig, more = 0): Promise<void> {
  await printer.powerOff();
  await sleep(START_MS + more);
  await printer.powerOn();
}

async function mend(printer: Rig): Promise<void> {
  await heal(printer);
  printer.receive('many');
  for (const fault of ['paper-out', 'ribbon-out', 'head-open', 'cutter', 'paused'] as const)
    printer.machine().setFault(fault, false);
}

/** Waits until no label waits or is under way. @returns the jobs, by the number of the label */
async function settled(
  labels: number,
  port: number,
  printers: readonly Rig[],
): Promise<readonly (PrintJob | undefined)[]> {
  const until = performance.now() + MENDED_MS;
  for (let look = 0; ; look += 1) {
    const jobs: (PrintJob | undefined)[] = [];
    for (let from = 0; from < labels; from += 100) {
      const known = Array.from({ length: Math.min(100, labels - from) }, (_, index) => ({
        id: `${keyOf(from + index)}.c1`,
        state: 'queued' as const,
      }));
      const heard = await askPrints(fetchAt(`http://127.0.0.1:${port}`), known, 0, 10_000);
      for (const { id } of known) jobs.push(heard?.jobs.find((job) => job.id === id));
    }
    const waits = jobs.filter((job) => job?.state === 'queued' || job?.state === 'sending');
    if (waits.length === 0 || performance.now() > until) return jobs;
    const halves = waits.some((job) => job?.cause === 'half-label');
    if (halves && look % 5 === 4) await Promise.all(printers.map((printer) => heal(printer)));
    await sleep(1_000);
  }
}

/** Counts what is on paper against what the ledger says. */
function account(
  jobs: readonly (PrintJob | undefined)[],
  printers: readonly Rig[],
  labels: number,
): Pick<ProofReport, 'ends' | 'unknownOut' | 'wrong'> {
  const out = new Map<string, number>();
  for (const { papers } of printers)
    for (const { text, isSpoiled } of papers) {
      const code = /\^FD(D-\d{6})\^FS/.exec(text)?.[1];
      if (code !== undefined && !isSpoiled) out.set(code, (out.get(code) ?? 0) + 1);
    }
  const ends: Record<string, number> = {};
  const wrong: string[] = [];
  let unknownOut = 0;
  for (let index = 0; index < labels; index += 1) {
    const [job, many] = [jobs[index], out.get(codeOf(index)) ?? 0];
    const end = job?.state ?? 'not asked for';
    ends[end] = (ends[end] ?? 0) + 1;
    if (many > 1) wrong.push(`${codeOf(index)} is on paper ${many} times, and nobody has asked for it: ${end}.`);
    if (end === 'printed' && many === 0) wrong.push(`${codeOf(index)} is called printed, and is on no paper.`);
    if (end === 'queued' || end === 'sending' || end === 'refused')
      wrong.push(`${codeOf(index)} is ${end} at the end${job?.cause === undefined ? '' : `: ${job.cause}`}.`);
    if (end === 'not asked for' && many > 0) wrong.push(`${codeOf(index)} is on paper, and there is no job of it.`);
    if (end === 'unknown' && many > 0) unknownOut += 1;
  }
  return { ends, unknownOut, wrong };
}
