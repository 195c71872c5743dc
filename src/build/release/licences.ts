import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from './lock.ts';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;
/** The chapter of a README: it may hold the only text, or name what others wrote. */
const LICENCE_CHAPTER = /^#+ *licen[cs]es?[ \t]*$[^]*?(?=^#|(?![^]))/im;
const RULE = '='.repeat(80);

/** The part of a package's package.json that is read. */
interface Manifest {
  readonly author?: string | { readonly name: string };
}

/**
 * Returns the licences of every package that reaches a handheld or a server, in the words that it brings: its files of that
 * name, and the chapter in its README. Of one that brings neither: its licence's name, and its author.
 *
 * @param root - the project, installed. @param inBundle - the folders of those in the gateway's bundle.
 * @throws Error where one of these is in no lock file: nobody would know its licence.
 */
export function licencesOf(root: string, { packages }: Lock, inBundle: readonly string[]): string {
  const unknown = inBundle.filter((path) => packages[path] === undefined);
  if (unknown.length > 0) throw new Error(`the bundle has ${unknown.join(', ')}, and package-lock.json has not`);
  const bundled = new Set(inBundle);
  const there = Object.entries(packages).filter(
    ([path, { dev }]) =>
      path !== '' && (dev !== true || bundled.has(path)) && existsSync(join(root, path, 'package.json')),
  );
  const parts = there.map(([path, { version = '', license = 'no licence named' }]) => {
    const title = `${path.split('node_modules/').at(-1)} ${version}: ${license}`;
    return [RULE, title, RULE, ...textsIn(join(root, path))].join('\n\n');
  });
  return `${parts.join('\n\n')}\n`;
}

function textsIn(folder: string): readonly string[] {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n').trim();
  const names = readdirSync(folder).sort();
  const readme = names.find((name) => /^readme\.md$/i.test(name));
  const [chapter] = LICENCE_CHAPTER.exec(readme === undefined ? '' : read(readme)) ?? [];
  const texts = [...names.filter((name) => LICENCE_FILE.test(name)).map(read), ...(chapter ? [chapter.trim()] : [])];
  if (texts.length > 0) return texts;
  const { author = 'nobody who is named' } = JSON.parse(read('package.json')) as Manifest;
  return [`By ${typeof author === 'string' ? author : author.name}. It brings no text of its licence.`];
}
