import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile. */
export interface Instruction {
  /** Such as `COPY`, in capitals. */
  readonly name: string;
  /** Such as `from` → `build` of `--from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  /** The rest, on one line. */
  readonly text: string;
}

/** Tells whether a path is let through by the file that says what a build is sent. */
export type IsSent = (path: string) => boolean;

/** Reads the instructions of a Dockerfile: comments are left out, lines that go on are joined. */
export function readDockerfile(file: string): readonly Instruction[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      const [flags = ''] = /^(?:--\S+\s+)*/.exec(rest) ?? [];
      const named = [...flags.matchAll(/--([\w-]+)(?:=(\S+))?/g)].map(([, flag = '', value = '']) => [flag, value]);
      return {
        name: name.toUpperCase(),
        flags: Object.fromEntries(named) as Record<string, string>,
        text: rest.slice(flags.length).replace(/\s+/g, ' '),
      };
    });
}

/** The program and its arguments of an instruction in the JSON form. @throws Error where it is in the shell's. */
export function programOf(text: string): readonly [program: string, ...args: string[]] {
  const words = JSON.parse(text.replace(/^CMD /, '')) as [string, ...string[]];
  return words;
}

/** Reads a .dockerignore: the last line that fits decides; a folder that is named takes what is below it along. */
export function readDockerignore(file: string): IsSent {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ sends: line.startsWith('!'), fits: fitting(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.sends ?? true;
}

/** A pattern of Go's filepath.Match with `**`, for a path relative to the build's folder. */
function fitting(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
  return new RegExp(`^${source}(?:/.*)?$`);
}
