import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasNoGateway, isAway, openCalls } from './openCalls.ts';
import type { State } from '#outbox/state/queuedCall.ts';

/** A figure of its own for each state: the compiler asks for one that is new, and for a word on whether it is open. */
const figures: Readonly<Record<State, { readonly calls: number; readonly isOpen: boolean }>> = {
  waiting: { calls: 1, isOpen: true },
  asking: { calls: 2, isOpen: true },
  sending: { calls: 4, isOpen: true },
  unconfirmed: { calls: 8, isOpen: true },
  held: { calls: 16, isOpen: true },
  answered: { calls: 32, isOpen: false },
  cancelled: { calls: 64, isOpen: false },
  discarded: { calls: 128, isOpen: false },
  'handed-over': { calls: 256, isOpen: false },
};
const names = Object.keys(figures) as State[];
const none = Object.fromEntries(names.map((state) => [state, 0])) as Record<State, number>;

test.each(names)('a call that is %s counts as open exactly where something is owed', (state) => {
  const { calls, isOpen } = figures[state];
  expect(openCalls({ ...none, [state]: calls })).toBe(isOpen ? calls : 0);
});

test('no call gets to the service where no gateway answers, or where it cannot pass calls on', () => {
  const ways = ['unknown', 'reachable', 'cut-off', 'unreachable', 'stranger'] as const;
  expect(ways.filter(isAway)).toEqual(['cut-off', 'unreachable', 'stranger']);
  expect(ways.filter(hasNoGateway)).toEqual(['unreachable', 'stranger']);
});

test('nothing else says which calls are open by a sum of its own', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const summing = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) =>
      /\b(?:unconfirmed|held)\s*\+|\+\s*(?:\w+\.)?(?:unconfirmed|held)\b/.test(
        readFileSync(join(source, file), 'utf8'),
      ),
    );
  expect(summing).toEqual([]);
});
