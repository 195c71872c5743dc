import { benchBindings } from '#lab/conformance/benchBindings.ts';
import { benchBoard } from './board.ts';
import { benchColdStart } from './coldStart.ts';
import { benchCrashes } from './crashes.ts';
import { benchEnqueue } from './enqueue.ts';
import { takePrinted } from './figures.ts';
import { benchGateway } from './gateway/main.ts';
import { benchLedger } from './ledger.ts';
import { benchManyRows } from './manyRows.ts';
import { record } from './record.ts';
import { benchPrints } from './prints.ts';
import { benchReplay } from './replay.ts';
import { benchSizes } from './sizes.ts';
import { benchSpeed } from './speed.ts';
import { benchStart } from './start.ts';
import { benchWorkbox } from './workbox.ts';

/**
 * `npm run lab -- bench`, or `npm run lab -- bench replay cold-start` for some of it. Needs a build (`npm run build`). Figures are
 * of this machine at this moment: the ratios against the floor of the same run are what compares. Each bench writes what it
 * saw, and of which commit, into `docs/benchmarks/`.
 */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  sizes: benchSizes,
  start: benchStart,
  gateway: benchGateway,
  bindings: benchBindings,
  enqueue: benchEnqueue,
  replay: benchReplay,
  rows: benchManyRows,
  crashes: benchCrashes,
  ledger: benchLedger,
  prints: benchPrints,
  board: benchBoard,
  workbox: benchWorkbox,
  'cold-start': benchColdStart,
  speed: () => benchSpeed(),
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`there is no bench “${name}”: ${Object.keys(benches).join(', ')}`);
  await bench();
  record(name, takePrinted());
}
