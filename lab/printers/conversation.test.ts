import { expect, test } from 'vitest';
import { attempt } from './attempt.ts';

test('a label comes out once, and is printed by count and number', async () => {
  const { end, papers, left, waited } = await attempt();
  expect({ end, papers, left, waited }).toEqual({
    end: { is: 'printed', knownBy: 'count' },
    papers: 1,
    left: [false],
    waited: [],
  });
});
