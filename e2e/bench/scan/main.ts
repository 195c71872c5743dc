import { parseArgs } from 'node:util';
import { CorpusError } from './corpus.ts';
import { benchStill } from './still.ts';
import { benchVideo } from './video.ts';

/**
 * `npm run bench:scan -- DIR [--out FILE]`, `npm run bench:scan -- DIR --video [--clips 12] [--seed 1]`: DIR has photos and
 * a manifest.json. Ends with 1 on a missed gate.
 */
function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        video: { type: 'boolean' },
        clips: { type: 'string', default: '12' },
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
  const numbers = { clips: Number(values.clips), seed: Number(values.seed) };
  if (folder === undefined) throw new CorpusError('Name a folder: npm run bench:scan -- DIR [--out FILE] [--video]');
  if (!Object.values(numbers).every((number) => Number.isInteger(number) && number > 0))
    throw new CorpusError('--clips and --seed are whole numbers.');
  const isMet = values.video === true ? await benchVideo(folder, numbers) : await benchStill(folder, values.out);
  if (!isMet) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof CorpusError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
