import { expect, test } from 'vitest';
import { askKnown } from './known.ts';

const asked = { codes: ['D-1001'], own: [] };
const replying = (status: number, text: string) => async () => new Response(text, { status });

test('a gateway of before, one that takes no question, and nobody at all are told apart', async () => {
  expect(await askKnown(replying(404, '{}'), asked, 1000)).toBe('older');
  expect(await askKnown(replying(405, ''), asked, 1000)).toBe('older');
  expect(await askKnown(replying(429, '{}'), asked, 1000)).toBe('refused');
  expect(await askKnown(replying(503, '{}'), asked, 1000)).toBeUndefined();
  expect(await askKnown(async () => Promise.reject(new TypeError('no network')), asked, 1000)).toBeUndefined();
});

test('a page in the place of the ledger’s word is no word', async () => {
  expect(await askKnown(replying(200, '<html>Welcome to our Wi-Fi</html>'), asked, 1000)).toBeUndefined();
  expect(await askKnown(replying(200, '{"calls":[]}'), asked, 1000)).toBeUndefined();
});

test('a call in words of a newer gateway is left out, and the others are read', async () => {
  const call = {
    operation: 'RevertOff',
    codes: ['D-1001', 'S-01-A'],
    at: 5,
    is: 'answered',
    verdict: 'refused',
    text: 'no',
  };
  const calls = [{ ...call, is: 'asleep' }, { ...call, worker: '7', key: 'k' }, 'x'];
  const heard = await askKnown(replying(200, JSON.stringify({ kept: true, since: 3, calls })), asked, 1000);
  expect(heard).toEqual({ kept: true, since: 3, calls: [{ ...call, worker: '7' }] });
});

test('of more calls than the ledger tells the first fifty are read', async () => {
  const calls = Array.from({ length: 51 }, (_, at) => ({ operation: 'RevertOff', codes: [], at, is: 'done' }));
  const heard = await askKnown(replying(200, JSON.stringify({ kept: true, calls })), asked, 1000);
  expect(heard).toMatchObject({ calls: { length: 50 } });
});
