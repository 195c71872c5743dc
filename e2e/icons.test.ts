import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { iconMeanings } from './parts/iconMeanings.ts';

const drawings = [...Object.entries(icons), ...Object.entries(laterIcons)];

/** The files of src that show an icon, by its name. */
function placesInSrc(): Record<string, string[]> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  const places: Record<string, string[]> = {};
  for (const path of files.filter((each) => each !== join('ui', 'icons.ts'))) {
    const shown = readFileSync(join('src', path), 'utf8').matchAll(/\b(?:icons|laterIcons)\.(\w+)(?<!\.ts)\b/g);
    for (const name of new Set([...shown].map(([, each = '']) => each)))
      (places[name] ??= []).push(basename(path).replace(/\.tsx?$/, ''));
  }
  return places;
}

test('an icon means one thing, and no two mean the same or are drawn alike', () => {
  expect(drawings.map(([name]) => name).sort()).toEqual(Object.keys(iconMeanings));
  const meanings = Object.values(iconMeanings).map(([meaning]) => meaning);
  expect(new Set(meanings).size).toBe(meanings.length);
  expect(new Set(drawings.map(([, drawing]) => drawing)).size).toBe(drawings.length);
});

test('every place that shows an icon was put under its meaning by a person', () => {
  const noted = Object.entries(iconMeanings).map(([name, [, places]]) => [name, places]);
  const found = placesInSrc();
  const shown = Object.keys(iconMeanings).map((name) => [name, (found[name] ?? []).toSorted().join(' ')]);
  expect(shown).toEqual(noted);
});

test('a task has a picture of its own, but for the tasks that print', () => {
  const pictures = tasks.filter(({ kind }) => kind !== 'print').map(({ icon }) => icon);
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('icons are drawn on one grid: 24 × 24, no line begins outside of it, no finer than a tenth', () => {
  for (const [name, drawing] of drawings) {
    expect(drawing, name).not.toMatch(/\.\d\d|\.0/);
    const starts = [...drawing.matchAll(/[ML]([\d.]+)[ ,]([\d.]+)/g)];
    expect(starts.length, name).toBeGreaterThan(0);
    expect(Math.max(...starts.flatMap(([, x, y]) => [Number(x), Number(y)])), name).toBeLessThan(24);
  }
});
