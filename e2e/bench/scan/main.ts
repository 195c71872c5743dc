import { parseArgs } from 'node:util';
import { CorpusError } from './corpus.ts';
import { benchStill } from './still.ts';
import { benchVideo } from './video.ts';

/** `npm run bench:scan -- DIR [--out FILE] [--video]`: DIR has photos and a manifest.json. Ends with 1 on a missed gate. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, video: { type: 'boolean' } },
});
const [folder] = positionals;
try {
  if (folder === undefined) throw new CorpusError('Name a folder: npm run bench:scan -- DIR [--out FILE] [--video]');
  const isMet = values.video === true ? await benchVideo(folder) : await benchStill(folder, values.out);
  if (!isMet) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof CorpusError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
