import { expect, test, vi } from 'vitest';
import { lookForServed } from './servedVersion.ts';

test('a version that the gateway serves, and that does not run here, is looked for once, also where the look fails', () => {
  vi.stubGlobal('__VERSION__', '1.0.0');
  const look = vi.fn(() => Promise.reject(new Error('no network')));
  const told = lookForServed(look);
  for (const served of ['1.0.0', '1.1.0', '1.1.0', '1.0.0', '1.1.0']) told(served);
  expect(look).toHaveBeenCalledTimes(1);
  told('1.2.0');
  expect(look).toHaveBeenCalledTimes(2);
});
