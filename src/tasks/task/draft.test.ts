import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operationNames } from '#contract/catalogue.ts';
import { type DraftKind, FROM_OUTSIDE, draftIn, draftName, isBegun, isLoose } from './draft.ts';

const named: readonly (readonly [kind: DraftKind, task: string, name: string])[] = [
  ['task', 'revert-off', 'revert-off'],
  ['operation', 'RevertOff', 'operation-RevertOff'],
  ['batch', 'revert-off', 'batch-revert-off'],
  ['kept-scan', 'revert-off', 'pin-revert-off'],
  ['company', 'print', 'print-company'],
  ['not-taken', 'bag', 'not-taken-bag'],
  ['not-taken', 'operation-RevertOff', 'not-taken-operation-RevertOff'],
  ['not-taken', FROM_OUTSIDE, 'not-taken-from-outside'],
  ['hand-over', '', 'hand-over'],
];

test.each(named)('the draft %s of “%s” has the name that it has on the handhelds’ disks', (kind, task, name) => {
  expect(draftName(kind, task)).toBe(name);
  expect(draftIn(name)).toEqual({ kind, task });
});

test('each kind of draft of each task and operation is known again by its name', () => {
  const ids = [...tasksIn(), ...operationNames];
  expect(ids.length).toBeGreaterThan(25);
  for (const [kind] of named.filter(([each]) => each !== 'hand-over'))
    for (const id of ids) expect(draftIn(draftName(kind, id))).toEqual({ kind, task: id });
});

test('what is begun, what stays set and what is of no task are told apart', () => {
  const names = [...new Map(named.map(([kind, , name]) => [kind, name])).values()];
  expect(names.filter(isBegun)).toEqual(['revert-off', 'operation-RevertOff', 'batch-revert-off']);
  expect(names.filter(isLoose)).toEqual(['not-taken-from-outside', 'hand-over']);
});

test('the form of a name is written out nowhere else', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.endsWith('task/draft.ts'),
  );
  const forms =
    /['`](?:not-taken-|pin-|batch-|operation-)[`$']|['`](?:pin-|batch-|operation-|not-taken-)\$|-company[`']/;
  expect(files.filter((file) => forms.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
});

function tasksIn(): readonly string[] {
  const catalogue = ['askingTasks', 'changingTasks', 'tasks'].map((file) =>
    readFileSync(`src/tasks/catalogue/${file}.ts`, 'utf8'),
  );
  return [...catalogue.join('').matchAll(/faceOf\('([a-z-]+)'/g)].map(([, id = '']) => id);
}
