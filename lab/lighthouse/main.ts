import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printGate, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { bareArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { createGateway } from '#e2e/rig/gateway.ts';

/**
 * `npm run lab -- lighthouse`: Lighthouse with DevTools throttling (a phone of 2016 on slow 4G, as it is measured by default)
 * over the built app behind the real gateway. It is fetched by npm when it is run, and is no dependency of the project.
 * Prints the scores and every audit that is not passed; ends with 1 where a score is below what is asked for.
 */
const LIGHTHOUSE = 'lighthouse@13';
const LEAST: Readonly<Record<string, number>> = { performance: 98, accessibility: 100, 'best-practices': 100 };

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

async function report(url: string, to: string): Promise<Report> {
  const flags = ['--headless=new', ...bareArgs].join(' ');
  const words = `exec --yes --package=${LIGHTHOUSE} -- lighthouse ${url} --throttling-method=devtools --output=json --quiet`;
  const child = spawn(
    'npm',
    [
      ...words.split(' '),
      `--only-categories=${Object.keys(LEAST).join(',')}`,
      `--output-path=${to}`,
      `--chrome-flags=${flags}`,
    ],
    { stdio: 'inherit', env: { ...process.env, CHROME_PATH: chromiumPath() ?? '' } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(await readFile(to, 'utf8')) as Report;
}

const folder = await mkdtemp(join(tmpdir(), 'scanline-lighthouse-'));
const gateway = await createGateway();
try {
  await gateway.start();
  const { categories, audits } = await report(gateway.origin, join(folder, 'report.json'));
  for (const [name, least] of Object.entries(LEAST)) {
    const { score, auditRefs } = categories[name] ?? { score: 0, auditRefs: [] };
    const shown = Math.round((score ?? 0) * 100);
    printGate(name, String(shown), `≥ ${least}`, shown >= least);
    if (shown < least) process.exitCode = 1;
    for (const { id } of auditRefs) {
      const audit = audits[id];
      if (audit && audit.score !== null && audit.score < 1)
        console.log(`  ${audit.score.toFixed(2)} ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
  record('lighthouse', takePrinted());
} finally {
  await gateway.remove();
  await rm(folder, { recursive: true, force: true });
}
