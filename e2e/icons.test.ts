import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { icons } from '#ui/icons.ts';
import { iconMeanings } from './parts/iconMeanings.ts';

const drawings = Object.entries(icons);

test('an icon means one thing, and no two mean the same or are drawn alike', () => {
  expect(drawings.map(([name]) => name).sort()).toEqual(Object.keys(iconMeanings));
  const meanings = Object.values(iconMeanings);
  expect(new Set(meanings).size).toBe(meanings.length);
  expect(new Set(drawings.map(([, drawing]) => drawing)).size).toBe(drawings.length);
});

test('every icon is shown somewhere', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  const sources = files.map((path) => readFileSync(`src/${path}`, 'utf8')).join('');
  const shown = new Set([...sources.matchAll(/\bicons\.(\w+)/g)].map(([, name]) => name));
  expect(drawings.map(([name]) => name).filter((name) => !shown.has(name))).toEqual([]);
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
