import { parseArgs } from 'node:util';
import { takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { CorpusError } from './corpus.ts';
import { benchCurves } from './curves.ts';
import { benchFar } from './far.ts';
import { benchHurt } from './hurt.ts';
import { benchShelf } from './shelf.ts';
import { benchStill } from './still.ts';
import { benchVideo } from './video.ts';

/**
 * `npm run lab -- bench:scan DIR [--out FILE]`, `npm run lab -- bench:scan DIR --video [--clips 12] [--seed 1]`,
 * `npm run lab -- bench:scan DIR --hurt [--clips 12] [--seed 1]`: DIR has photos and a manifest.json.
 * `npm run lab -- bench:scan --curves [--clips 1] [--seed 1]` makes its labels itself, and so do `--shelf [--clips 12] [--seed 1]` and `--far`. Ends with 1 on a missed gate.
 */
function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        video: { type: 'boolean' },
        hurt: { type: 'boolean' },
        curves: { type: 'boolean' },
        shelf: { type: 'boolean' },
        far: { type: 'boolean' },
        clips: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
  } catch (error) {
    throw new CorpusError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

try {
  const { values, positionals } = asked();
  const [folder] = positionals;
  const numbers = { clips: Number(values.clips ?? (values.curves === true ? 1 : 12)), seed: Number(values.seed) };
  if (folder === undefined && values.curves !== true && values.shelf !== true && values.far !== true)
    throw new CorpusError(
      'Name a folder: npm run lab -- bench:scan DIR [--out FILE] [--video | --hurt], or give --curves, --shelf or --far',
    );
  if (!Object.values(numbers).every((number) => Number.isInteger(number) && number > 0))
    throw new CorpusError('--clips and --seed are whole numbers.');
  const bench = async (): Promise<boolean> => {
    if (values.shelf === true) return benchShelf(numbers);
    if (values.far === true) return benchFar(numbers);
    if (folder === undefined || values.curves === true) return benchCurves(numbers);
    if (values.video === true) return benchVideo(folder, numbers);
    return values.hurt === true ? benchHurt(folder, numbers) : benchStill(folder, values.out);
  };
  const isMet = await bench();
  const names = { shelf: 'shelf', far: 'far', curves: 'curves', video: 'clips', hurt: 'hurt' } as const;
  const [kind] = Object.entries(names).filter(([option]) => values[option as keyof typeof names] === true);
  record(kind ? `scan-${kind[1]}` : 'scan', takePrinted());
  if (!isMet) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof CorpusError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
