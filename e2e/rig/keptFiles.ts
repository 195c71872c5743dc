import { hash } from 'node:crypto';
import { cp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that the worker keeps, as its list has it. */
interface Kept {
  readonly url: string;
  readonly hash: string;
}

const LIST = /\[\{"hash":[^[\]]*\}\]/;

/** Reads the list of what a worker keeps. @param worker - the text of sw.js. */
export function keptFiles(worker: string): readonly Kept[] {
  const [list = '[]'] = LIST.exec(worker) ?? [];
  return JSON.parse(list) as Kept[];
}

/** Writes into the worker of a build what its files are now. @param dist - its folder. */
export async function listAnew(dist: string): Promise<void> {
  const file = join(dist, 'sw.js');
  const worker = await readFile(file, 'utf8');
  const now = await Promise.all(
    keptFiles(worker).map(async (kept) => {
      const bytes = await readFile(join(dist, kept.url));
      return { ...kept, hash: hash('sha256', bytes, 'base64') };
    }),
  );
  await writeFile(
    file,
    worker.replace(LIST, () => JSON.stringify(now)),
  );
  for (const suffix of ['.br', '.gz']) await rm(`${file}${suffix}`, { force: true });
}

/** Makes a copy of a build that is another version: each file of `assets` has another name, and the page says another build. */
export async function makeOtherBuild(dist: string, other: string): Promise<void> {
  await cp(dist, other, { recursive: true });
  const assets = join(other, 'assets');
  const names = await readdir(assets);
  const renamed = new Map(
    names.map((name) => [
      name,
      name.replace(/-([\w-]{8})\./, (_, id: string) => `-${Array.from(id).toReversed().join('')}.`),
    ]),
  );
  for (const [name, next] of renamed) if (next !== name) await rename(join(assets, name), join(assets, next));
  const texts = [
    'index.html',
    'sw.js',
    ...[...renamed.values()].filter((name) => /\.(js|css)$/.test(name)).map((name) => join('assets', name)),
  ];
  const all = new RegExp([...renamed.keys()].map((name) => name.replaceAll('.', String.raw`\.`)).join('|'), 'g');
  for (const name of texts) {
    const file = join(other, name);
    const text = (await readFile(file, 'utf8')).replace(all, (one) => renamed.get(one) ?? one);
    await writeFile(file, text.replace(/data-build="\w+"/, 'data-build="0000000"'));
  }
  for (const name of await readdir(other, { recursive: true }))
    if (/\.(br|gz)$/.test(name)) await rm(join(other, name));
  await listAnew(other);
  await reviseAnew(other);
}

/** Writes into the worker of a build the revision under which its page is kept. */
async function reviseAnew(dist: string): Promise<void> {
  const page = await readFile(join(dist, 'index.html'));
  const worker = await readFile(join(dist, 'sw.js'), 'utf8');
  await writeFile(
    join(dist, 'sw.js'),
    worker.replace(
      /("revision":")\w+(","url":"index\.html")/,
      (_, before, after) => before + hash('md5', page) + after,
    ),
  );
}

/** Makes a build one whose script ends at once: it is whole, and does not start. @returns what puts it right again, as another version. */
export async function breakBuild(dist: string): Promise<() => Promise<void>> {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const [, script = ''] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page) ?? [];
  const names = ['index.html', 'sw.js', script];
  const before = await Promise.all(names.map((name) => readFile(join(dist, name))));
  await writeFile(join(dist, 'index.html'), page.replace('</body>', '<!-- broken --></body>'));
  await writeFile(join(dist, script), "throw new Error('it does not start');\n");
  await listAnew(dist);
  await reviseAnew(dist);
  return async () => {
    for (const [index, name] of names.entries()) await writeFile(join(dist, name), before[index] ?? '');
  };
}
