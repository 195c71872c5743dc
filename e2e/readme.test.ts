import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '#contract/readSite.ts';
import { tasks } from '#tasks/tasks.ts';

const readme = readFileSync('README.md', 'utf8');

test('the site file that README shows is one', () => {
  const examples = [...readme.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = '']) => JSON.parse(json) as unknown);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(Object.keys(readSite(example).codes ?? {})).toContain('deliveryCode');
});

test('the task that README shows stands among the tasks', () => {
  const [, entry = ''] = /^## A new task.*?^```ts\n(.*?)^```/ms.exec(readme) ?? [];
  const id = /id: '(.*?)'/.exec(entry)?.[1];
  const task = tasks.find((known) => known.id === id);
  expect(task, entry).toBeDefined();
  for (const text of [task?.path, task?.title.en, task?.title.zh, task?.title.ru, task?.hint.ru])
    expect(entry).toContain(text);
});

test('every command and file that README names is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [...readme.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const files = [...readme.matchAll(/`((?:src|e2e)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});
