import { expect, test } from 'vitest';
import { chosenIn, filterAt, historyAddress } from './HistoryFilters.tsx';

test('a filter goes into the address and comes out of it; what the address does not know is not chosen', () => {
  const place = historyAddress({ state: 'refused', text: 'D 1&2', day: '2026-11-21' });
  expect(chosenIn(place.split('?')[1] ?? '')).toMatchObject({ state: 'refused', text: 'D 1&2', day: '2026-11-21' });
  const { from = 0, to = 0, ...rest } = filterAt(place);
  expect(rest).toEqual({ states: ['answered'], verdicts: ['refused', 'key-refused'], text: 'D 1&2' });
  expect([new Date(from).getHours(), new Date(to).getHours()]).toEqual([0, 0]);
  expect(historyAddress({})).toBe('/queue');
  expect(filterAt('/queue?state=nonsense&day=x&operation=Nope')).toEqual({});
});
