import { parseArgs } from 'node:util';
import { printReport, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { isWhole, runBursts } from './run.ts';

/**
 * `npm run lab -- wedge:burst --bursts 1000 --seed 7 --slowness 6`. Needs a build (`npm run build`) and a Chromium. Ends
 * with 1 where a burst was lost, garbled, doubled or out of order.
 */
const { values } = parseArgs({
  options: {
    bursts: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    slowness: { type: 'string', default: '6' },
  },
});
const [bursts, seed, slowness] = [values.bursts, values.seed, values.slowness].map((text) => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`expected a whole number, not “${text}”`);
  return Number(text);
}) as [number, number, number];

const gateway = await createGateway();
const handheld = await createHandheld();
try {
  await gateway.start();
  const report = await runBursts({ bursts, seed, slowness }, gateway, handheld);
  const { fired, keys, lost, garbled, twice, isInOrder } = report;
  printReport(`--bursts ${bursts} --seed ${seed} --slowness ${slowness}`, [
    `${fired} bursts, ${keys} keys at 4 to 8 ms, main thread ${slowness} times slower`,
    ...Object.entries({ lost, garbled, twice }).map(
      ([name, list]) => `${name}: ${list.length}${list.length > 0 ? ` ${JSON.stringify(list.slice(0, 10))}` : ''}`,
    ),
    isWhole(report) ? 'ok' : `NOT OK${isInOrder ? '' : ': out of order'}`,
  ]);
  record('wedge-bursts', takePrinted());
  process.exitCode = isWhole(report) ? 0 : 1;
} finally {
  await handheld.remove();
  await gateway.remove();
}
