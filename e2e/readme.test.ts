import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '#contract/readSite.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { laterIcons } from '#ui/laterIcons.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const site = read('docs/site-file.md');
const developer = read('docs/developer.md');

test('the site file that docs/site-file.md shows is one', () => {
  const examples = [...site.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = '']) => JSON.parse(json) as unknown);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(Object.keys(readSite(example).codes ?? {})).toContain('deliveryCode');
});

test('the task that docs/developer.md shows stands among the tasks', () => {
  const [, entry = ''] = /^## A new task.*?^```ts\n(.*?)^```/ms.exec(developer) ?? [];
  const [, id, icon, texts] = /faceOf\('(.*?)', laterIcons\.(\w+), '(.*?)'\)/.exec(entry) ?? [];
  const icons: Readonly<Record<string, string>> = laterIcons;
  const task = tasks.find((known) => known.id === id);
  expect(task, entry).toMatchObject({
    kind: /kind: '(.*?)'/.exec(entry)?.[1],
    icon: icons[icon ?? ''],
    subject: { parameter: 'selfID' },
  });
  const english = JSON.parse(read('src/i18n/en.json')) as { task: Record<string, { title: string; hint: string }> };
  const { title, hint } = english.task[texts ?? ''] ?? {};
  expect([title, hint]).toEqual([task?.title(), task?.hint()]);
});

test.each(pages)('every command and file that %s names is there', (page) => {
  const text = read(page);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const files = [...text.matchAll(/`((?:src|e2e|lab)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(pages)('every relative link of %s leads to a file', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) => path);
  expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
});

test.each(pages)('%s is not too long', (page) => {
  expect(read(page).split('\n').length - 1).toBeLessThanOrEqual(page === 'README.md' ? 150 : 400);
});

test.each(pages)('%s names nothing outside of the repository', (page) => {
  expect(read(page)).not.toContain('../shared');
});
