import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const map = readFileSync('docs/evidence/field.md', 'utf8');
const SOURCE = '../shared/FIELD.md';
const MOST_NOT_DONE = 5;

interface MapRow {
  readonly id: string;
  readonly what: string;
  readonly tests: string;
}

const rows: readonly MapRow[] = [...map.matchAll(/^\| ([FCN]\d+b?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, id = '', what = '', tests = '']) => ({ id, what, tests }),
);

/** `file` "the beginning or a part of a test's name", as often as there are. */
function cited({ tests }: MapRow): readonly (readonly [file: string, name: string])[] {
  return [...tests.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? ?(?:and )?"[^"]+")*)/g)].flatMap(
    ([, file = '', names = '']) => {
      const all = [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
      return (all.length === 0 ? [''] : all).map((name) => [file, name] as const);
    },
  );
}

const isNotDone = ({ tests }: MapRow): boolean => tests.startsWith('not done, because ');

test.skipIf(!existsSync(SOURCE))('every row of the field notes is in the map, and no other (needs ../shared)', () => {
  const source = readFileSync(SOURCE, 'utf8');
  const ids = [...source.matchAll(/^\| ([FCN]\d+b?) \|/gm)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(70);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
  expect(rows.length).toBe(ids.length);
});

test(`at most ${MOST_NOT_DONE} rows are not done, each with its reason`, () => {
  expect(rows.filter(isNotDone).length).toBeLessThanOrEqual(MOST_NOT_DONE);
});

/** The tests of a file that are run, with their tables: no skipped one, and no title of a group alone. */
function testsIn(source: string): string {
  if (/\bdescribe\.(?:skip|todo)\(/.test(source)) return '';
  const starts = [...source.matchAll(/^ *(?:test|onDisk|inMemory|online|it)\b((?:\.\w+)*)/gm)];
  return starts
    .map(({ index, 1: kind = '' }, place) => {
      const isRun = kind === '' || /^\.(?:each|skipIf|runIf|prop)$/.test(kind);
      return isRun ? source.slice(index, starts[place + 1]?.index) : '';
    })
    .join('\n');
}

describe('each row names a test that is there', () => {
  test.each(rows.filter((row) => !isNotDone(row)))('$id', (row) => {
    const all = cited(row);
    expect(all.length, row.tests).toBeGreaterThan(0);
    for (const [file, name] of all) {
      expect(existsSync(file), file).toBe(true);
      expect(testsIn(readFileSync(file, 'utf8')), `${file}: ${name}`).toContain(name);
    }
  });
});

describe('a name that no test is run under is no proof', () => {
  test.each([
    ['a skipped test', "test.skip('keeps it', () => {});", false],
    ['a test that is to be written', "test.todo('keeps it');", false],
    ['the title of a group', "describe('keeps it', () => {\n  test('other', () => {});\n});", false],
    ['a test in a skipped group', "describe.skip('a', () => {\n  test('keeps it', () => {});\n});", false],
    ['a remark before any test', "// keeps it\ntest('other', () => {});", false],
    ['a test', "test('keeps it', () => {});", true],
    ['a test in a group', "describe('a', () => {\n  test('keeps it', () => {});\n});", true],
    ['a row of a table', "test.each([['keeps it', 1]])('%s', () => {});", true],
    ['one that needs something of the machine', "test.skipIf(!found)('keeps it', () => {});", true],
  ])('%s', (_name, source, isProof) => {
    expect(testsIn(source).includes('keeps it')).toBe(isProof);
  });
});
