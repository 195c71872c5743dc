import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyGateway } from './copiedGateway.ts';
import { agedCss } from './cssFloor.ts';
import type { Floor } from './floor.ts';
import { type Gateway, createGateway } from './gateway.ts';
import { listAnew } from './keptFiles.ts';
import { takenAway } from './youngNames.ts';

/** A build, and the oldest browsers that it is for. */
export interface Aged {
  /** Its folder in `dist`. */
  readonly folder: string;
  readonly oldest: Floor;
}

/**
 * A gateway with a copy of the built app that runs as in the oldest browsers it is for: before every script of the page
 * and of its workers goes what takes away the names they lack, and its style sheets are without what they do not know.
 */
export async function withAgedApp({ folder, oldest }: Aged, site: object, use: (gateway: Gateway) => Promise<void>) {
  const copy = await mkdtemp(join(tmpdir(), 'scanline-aged-'));
  const { dist, entry } = await copyGateway(copy);
  const assets = await readdir(join(dist, folder, 'assets'));
  const younger = takenAway(oldest);
  const change = async (name: string, how: (text: string) => string): Promise<void> => {
    const file = join(dist, folder, name);
    await writeFile(file, how(await readFile(file, 'utf8')));
    // A file that both builds have is served out of the one for all.
    const isOfBoth = name.startsWith('assets/') && existsSync(join(dist, name));
    if (isOfBoth && folder !== '') await cp(file, join(dist, name));
    for (const one of [file, ...(isOfBoth ? [join(dist, name)] : [])])
      for (const suffix of ['.br', '.gz']) await rm(`${one}${suffix}`, { force: true });
  };
  const aged = (css: string): string => agedCss(css, oldest);
  await change('index.html', (html) =>
    html
      .replace(/(<style>)([^]*?)(?=<\/style>)/, (_, tag: string, css: string) => tag + aged(css))
      .replace('<script>', () => `<script>${younger}</script><script>`),
  );
  for (const name of assets.filter((one) => one.endsWith('.css'))) await change(`assets/${name}`, aged);
  for (const name of [
    'sw.js',
    ...assets.filter((one) => /^decoderWorker-.*\.js$/.test(one)).map((one) => `assets/${one}`),
  ])
    await change(name, (script) => `${younger}\n${script}`);

  for (const build of new Set([dist, join(dist, folder)])) await listAnew(build);

  const gateway = await createGateway({}, entry);
  try {
    await gateway.configure(site);
    await gateway.start();
    await use(gateway);
  } finally {
    await gateway.remove();
    await rm(copy, { recursive: true, force: true });
  }
}
