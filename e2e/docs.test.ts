import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { FORMER } from '#build/release/contents.ts';
import { readSite } from '#site/readSite.ts';
import { variables } from '#settings/variables.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { icons } from '#ui/icons.ts';
import { docsPictures } from './docsPictures.ts';

const LARGEST_PICTURE = 64_000;

const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const textOf = (page: string): string => readFileSync(page, 'utf8');

/** The heading's anchor, as forges write it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

test.each(pages)('every link and picture of %s leads somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    expect(existsSync(target), link).toBe(true);
    if (anchor === undefined) continue;
    expect([...textOf(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))).toContain(anchor);
  }
});

test.each(pages)('every file, test and command that %s names is there', (page) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [...textOf(page).matchAll(/npm run (?:--silent )?([a-z0-9:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const paths = [...textOf(page).matchAll(/`((?:src|e2e|lab|deploy|docs|\.ci)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  // What is filled in on the site's own machine is not in the project.
  const own = ['deploy/.env', 'deploy/secrets'];
  expect(paths.filter((path) => !existsSync(path) && !own.includes(path) && !Object.hasOwn(FORMER, path))).toEqual([]);
});

test('each decision record is a page with a date, a status and three parts, and a line of the index', () => {
  const records = readdirSync('docs/adr').filter((name) => name !== 'README.md');
  const lines = textOf('docs/adr/README.md').match(/^\| \d+ \|.*$/gm) ?? [];
  expect(lines.length).toBe(records.length);
  for (const [place, name] of records.entries()) {
    const text = textOf(join('docs/adr', name));
    const [, title = '', date = ''] = /^# (.+)\n\n(\d{4}-\d\d-\d\d) · accepted.*\n\n## Context\n/.exec(text) ?? [];
    expect(name.startsWith(`${date}-`), name).toBe(true);
    expect(text, name).toMatch(/\n## Decision\n[^]*\n## Consequence\n/);
    expect(lines[place]).toMatch(new RegExp(`^\\| ${place + 1} \\| `));
    expect(lines[place]).toContain(`[${title}](${name}) | ${date} | accepted`);
  }
});

test('each threat names a control and a test that is there', () => {
  const rows = [...textOf('docs/evidence/threats.md').matchAll(/^\|(.*)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .slice(2);
  expect(rows.length).toBeGreaterThan(15);
  for (const [threat = '', control = '', tests = '', asvs = ''] of rows) {
    expect(control.length, threat).toBeGreaterThan(20);
    expect(tests, threat).toMatch(/`(?:src|e2e|lab)\/[\w./-]+\.(?:test|spec)\.ts`/);
    expect(asvs, threat).toMatch(/\d/);
  }
});

test('each file and test that the table of faults names is there', () => {
  const all = ['src', 'e2e', 'lab'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const cited = [...textOf('docs/evidence/faults.md').matchAll(/`([\w./-]+\.tsx?)`((?:,? ?(?:and )?"[^"]+")*)/g)];
  expect(cited.length).toBeGreaterThan(100);
  for (const [, file = '', quoted = ''] of cited) {
    const found = all.filter((path) => path === file || path.endsWith(`/${file}`));
    expect(found, file).not.toEqual([]);
    const source = found.map(textOf).join('');
    for (const [, name = ''] of quoted.matchAll(/"([^"]+)"/g)) expect(source, `${file}: ${name}`).toContain(name);
  }
});

test('each constant that the page of the camera’s vision names is one of its files', () => {
  const named = [...textOf('docs/vision.md').matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  const files = readdirSync('src/scan/vision').map((name) => textOf(join('src/scan/vision', name)));
  const isThere = (name: string): boolean => files.some((text) => new RegExp(`^const .*\\b${name}\\b`, 'm').test(text));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test('each variable that docs/ names is one of the gateway, of its proxy or of the browser’s policies', () => {
  const files = ['compose.yaml', 'example.env', 'Caddyfile']
    .map((name) => readFileSync(join('deploy', name), 'utf8'))
    .join('');
  // DataWedge's, systemd's, the provision command's, the browser tests', the laboratory's, Node's
  const isOthers = (name: string): boolean =>
    [
      'SET_CONFIG',
      'IMPORT_CONFIG',
      'FOLDER_PATH',
      'FILE_LIST',
      'RUNTIME_DIRECTORY',
      'SCANLINE_KEY',
      'RELEASE_SIGNING_KEY_FILE',
      'CHROMIUM_PATH',
      'FIREFOX_PATH',
      'ASMX_PEER',
      'NODE_ENV',
      'NODE_EXTRA_CA_CERTS',
    ].includes(name);
  // The records tell of what is no more, the faults and the vision of names in the code.
  const isOfCode = (page: string): boolean => ['docs/evidence/faults.md', 'docs/vision.md'].includes(page);
  const told = pages.filter((page) => !page.startsWith('docs/adr/') && !isOfCode(page));
  const named = told.flatMap((page) =>
    [...textOf(page).matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name),
  );
  const isKnown = (name: string): boolean => variables.includes(name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !isKnown(name) && !files.includes(name) && !isOthers(name))).toEqual([]);
});

test('a line of docs/it.md can be read on a terminal', () => {
  const prose = textOf('docs/it.md').replace(/^ *```[^]*?^ *```$/gm, '');
  expect(prose.split('\n').filter((line) => !line.startsWith('|') && line.length > 160)).toEqual([]);
});

test('docs/pictures holds the pictures of the screenshots command, small, each shown somewhere', () => {
  const pictures = readdirSync('docs/pictures');
  expect(new Set(pictures)).toEqual(new Set(docsPictures.map((name) => `${name}.png`)));
  const all = pages.map(textOf).join('');
  for (const picture of pictures) {
    expect(statSync(join('docs/pictures', picture)).size, picture).toBeLessThan(LARGEST_PICTURE);
    expect(all.includes(`pictures/${picture}`), picture).toBe(true);
  }
});

test('code and docs cite only what is in the project', () => {
  const cites = /\b(?:DESIGN|PLATFORM|FIELD|FAULTS|SCANNING|INTERFACE)(?:\.md| section| [A-Z]\d)|ASMX behaviour/;
  const files = ['src', 'e2e', 'lab'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|css|pml)$/.test(name) && !['docs.test.ts', 'fieldMap.test.ts'].includes(name)) // the latter reads it where it is there
      .map((name) => join(folder, name)),
  );
  expect([...files, ...pages].filter((file) => cites.test(textOf(file)))).toEqual([]);
  const named = files.flatMap((file) => [...textOf(file).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([page]) => page));
  expect([...new Set(named)].filter((page) => !existsSync(page))).toEqual([]);
});

test('the site file that docs/site-file.md shows is one', () => {
  const examples = [...textOf('docs/site-file.md').matchAll(/^```json\n(.*?)^```/gms)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  );
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(Object.keys(readSite(example).codes ?? {})).toContain('deliveryCode');
});

test('the task that docs/developer.md shows stands among the tasks', () => {
  const [, entry = ''] = /^## A new task.*?^```ts\n(.*?)^```/ms.exec(textOf('docs/developer.md')) ?? [];
  const [, id, icon, texts] = /faceOf\('(.*?)', icons\.(\w+), '(.*?)'\)/.exec(entry) ?? [];
  const drawings: Readonly<Record<string, string>> = icons;
  const task = tasks.find((known) => known.id === id);
  expect(task, entry).toMatchObject({
    kind: /kind: '(.*?)'/.exec(entry)?.[1],
    icon: drawings[icon ?? ''],
    subject: { parameter: 'selfID' },
  });
  const english = JSON.parse(textOf('src/i18n/en.json')) as { task: Record<string, { title: string; hint: string }> };
  const { title, hint } = english.task[texts ?? ''] ?? {};
  expect([title, hint]).toEqual([task?.title(), task?.hint()]);
});

test.each(pages)('%s names nothing outside of the repository', (page) => {
  expect(textOf(page)).not.toContain('../shared');
});
