import { describe, expect, test } from 'vitest';
import { type Arrival, readArrival } from './arrival.ts';

const read = (search: string, operationsOff: readonly 'RevertOff'[] = []): Arrival =>
  readArrival(search, { operationsOff }, 7);
const scan = (text: string) => ({ text, source: 'typed', shared: true, at: 7 });

describe('what is shared', () => {
  test('as one code waits at home, without what scanners and people put around it', () => {
    expect(read('?text=D-1001')).toEqual({ scan: scan('D-1001'), path: '/' });
    expect(read('?title=Note&text=%20D-1001%0A')).toEqual({ scan: scan('D-1001'), path: '/' });
    expect(read('?title=D-1001')).toEqual({ scan: scan('D-1001'), path: '/' });
  });

  test.each([
    ['', 'nothing'],
    ['?text=%20&title=', 'nothing'],
    ['?url=https%3A%2F%2Fexample.com%2FD-1001', 'address'],
    ['?text=HTTPS%3A%2F%2Fexample.com', 'address'],
    ['?text=D-1001%0AD-1002', 'lines'],
    [`?text=${'9'.repeat(4_297)}`, 'long'],
  ])('as %s is no code: %s', (search, problem) => {
    expect(read(search)).toEqual({ path: '/', problem });
  });
});

describe('a link', () => {
  test('opens the screen of a task or an operation, by either name', () => {
    expect(read('?op=bag')).toEqual({ path: '/tasks/bag' });
    expect(read('?op=RevertOff')).toEqual({ path: '/tasks/revert-off' });
    expect(read('?op=RevertOff', ['RevertOff'])).toEqual({ path: '/operations/RevertOff' });
    expect(read('?op=Nonsense&code=D-1')).toEqual({ path: '/', problem: 'unknownOperation', operation: 'Nonsense' });
  });

  test('gives its code to a screen that only looks; where it might save a call, it waits for a tap', () => {
    expect(read('?op=bag&code=BAG-2001')).toEqual({ scan: scan('BAG-2001'), path: '/tasks/bag' });
    expect(read('?op=shelf&code=S-01-A').path).toBe('/tasks/shelf');
    expect(read('?op=RevertOff&code=D-1001')).toEqual({ scan: scan('D-1001'), path: '/' });
    expect(read('?op=print-kjy&code=D-1001')).toEqual({ scan: scan('D-1001'), path: '/' });
    expect(read('?code=D-1001')).toEqual({ scan: scan('D-1001'), path: '/' });
  });
});
