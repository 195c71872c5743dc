import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';

const isClone = spawnSync('git', ['rev-parse', '--is-inside-work-tree']).status === 0;

interface Lines {
  readonly index: string;
  readonly checkout: string;
  readonly attributes: string;
  readonly file: string;
}

/** Returns how the lines of each tracked file end: in the index, in the checkout, and as `.gitattributes` says. */
function linesIn(folder: string): readonly Lines[] {
  const said = execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', '--eol'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return said
    .trim()
    .split('\n')
    .map((line) => {
      const [, index = '', checkout = '', attributes = '', file = ''] =
        /^i\/(\S*)\s+w\/(\S*)\s+attr\/(.*?)\s*\t(.*)$/.exec(line) ?? [];
      return { index, checkout, attributes, file };
    });
}

test.skipIf(!isClone)(
  'every file that is tracked has its line ends from .gitattributes, not from whose machine it is',
  () => {
    const lines = linesIn('.');
    expect(lines.map(({ file }) => file)).toContain('package.json'); // they were read
    const kept = /^(?:text=auto eol=lf|-text|-text eol=lf)$/;
    expect(lines.filter(({ attributes }) => !kept.test(attributes))).toEqual([]);
    // What is text is in the index with LF, so that a checkout changes none of it.
    expect(lines.filter(({ index, attributes }) => attributes.startsWith('text') && /crlf|mixed/.test(index))).toEqual(
      [],
    );
  },
);

test.skipIf(!isClone)(
  'a checkout on a machine that asks for CR LF has the bytes of every other',
  () => {
    using folder = tempDir();
    const clone = join(folder.path, 'clone');
    execFileSync('git', ['clone', '--quiet', '-c', 'core.autocrlf=true', process.cwd(), clone], { stdio: 'ignore' });
    expect(linesIn(clone).filter(({ index, checkout }) => index !== checkout)).toEqual([]);
  },
  60_000,
);
