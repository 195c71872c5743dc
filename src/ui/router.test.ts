import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate, watchSteps } from './router.ts';

type Keep = (state: unknown, title: string, to: string) => void;
let back: EventTarget;

beforeEach(() => {
  back = new EventTarget();
  vi.stubGlobal('history', { pushState: vi.fn<Keep>(), replaceState: vi.fn<Keep>() });
  vi.stubGlobal('addEventListener', back.addEventListener.bind(back));
  vi.stubGlobal('removeEventListener', back.removeEventListener.bind(back));
});

test('a step is kept in the history, on top or in the place of the present one, and whoever watches hears of it', () => {
  const seen = vi.fn<() => void>();
  const stop = watchSteps(seen);
  navigate('/queue');
  navigate('/', { replaces: true, state: 'from' });
  expect(history.pushState).toHaveBeenCalledExactlyOnceWith(null, '', '/queue');
  expect(history.replaceState).toHaveBeenCalledExactlyOnceWith('from', '', '/');
  expect(seen).toHaveBeenCalledTimes(2);
  back.dispatchEvent(new Event('popstate'));
  expect(seen).toHaveBeenCalledTimes(3);
  stop();
  navigate('/queue');
  back.dispatchEvent(new Event('popstate'));
  expect(seen).toHaveBeenCalledTimes(3);
});

test('no other file writes the history: nobody would hear of it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const writes = files.filter((file) => /(?:push|replace)State/.test(readFileSync(`src/${file}`, 'utf8')));
  expect(writes.map((file) => file.replaceAll('\\', '/'))).toEqual(['ui/router.ts']);
});
