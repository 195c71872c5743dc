import { parseArgs } from 'node:util';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { ownAddress, proveLabels } from './proof.ts';

/**
 * `npm run lab -- printers --labels 1000 --printers 6 --seed 7`. Needs PostgreSQL and a network. Ends with 1 where a label came out twice
 * without a person's word, is called printed and is on no paper, or was lost.
 */
const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000' },
    printers: { type: 'string', default: '6' },
    seed: { type: 'string', default: '7' },
  },
});

async function main(): Promise<number> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const host = ownAddress();
  if (host === undefined) return (say('This machine has no address beside its loopback.'), 1);
  const server = await startPostgres();
  if (typeof server === 'string') return (say(server), 1);
  try {
    const { labels, printers, seed } = values;
    const report = await proveLabels(server, host, {
      labels: Number(labels),
      printers: Number(printers),
      seed: Number(seed),
    });
    const listed = (counts: Readonly<Record<string, number>>): string =>
      Object.entries(counts)
        .map(([name, many]) => `${name} ${many}`)
        .join(', ');
    say(`--labels ${labels} --printers ${printers} --seed ${seed}: ${report.seconds.toFixed(0)} s.`);
    say(`Blows: ${listed(report.blows)}.`);
    say(`Ends: ${listed(report.ends)}; of the unknown ${report.unknownOut} had come out.`);
    for (const line of report.wrong) say(`WRONG: ${line}`);
    return report.wrong.length === 0 ? 0 : 1;
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

process.exit(await main());
