import { parseArgs } from 'node:util';
import { print, printGate, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { moveThereAndBack } from './run.ts';

/**
 * `npm run lab -- load:move --rows 1000000`: moves so many calls from SQLite into PostgreSQL, is killed in the middle, goes on, and
 * moves them back. Ends with 1 where a row went twice or differs, or the memory grew with the rows.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });

/** The most memory of a move, in MB, however many rows it moves. */
const MOST_MB = 256;

async function main(): Promise<number> {
  const server = await startPostgres();
  if (typeof server === 'string') {
    process.stdout.write(`${server}\n`);
    return 1;
  }
  const rows = Number(values.rows);
  try {
    const { there, back, keptAtKill, moved, isSame } = await moveThereAndBack(server, rows);
    const peakMb = Math.max(...there.map(({ peakMb: mb }) => mb), back.peakMb);
    const seconds = there.reduce((sum, { seconds: some }) => sum + some, 0);
    print('calls moved', String(rows));
    print(
      'into PostgreSQL, both runs with the comparing',
      `${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)} a second`,
    );
    print(
      'back into SQLite, with the comparing',
      `${back.seconds.toFixed(0)} s, ${(rows / back.seconds).toFixed(0)} a second`,
    );
    print('at PostgreSQL when it was killed', String(keptAtKill));
    printGate('rows that went twice', String(keptAtKill + moved - rows), '0', keptAtKill + moved === rows);
    printGate('the same after both ways', isSame ? 'yes' : 'no', 'yes', isSame);
    printGate(
      'most memory of a move, with a heap of 64 MB',
      `${peakMb.toFixed(0)} MB`,
      `≤ ${MOST_MB} MB`,
      peakMb <= MOST_MB,
    );
    const figures = takePrinted();
    record('load-move', figures);
    return figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

process.exit(await main());
