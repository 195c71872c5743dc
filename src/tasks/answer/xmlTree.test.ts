import { expect, test } from 'vitest';
import { readXml } from './xmlTree.ts';

test('a list costs what its entries cost', () => {
  const document = `<list>${'<b>1</b>'.repeat(20_000)}</list>`;
  const before = process.threadCpuUsage();
  expect(readXml(document)).toHaveProperty('b.length', 20_000);
  // A copy of those before it for each entry is 15 s of the processor, and not a fifth of one.
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000); // microseconds
});

test('attributes stand beside the children, whatever stands between them and in them', () => {
  expect(readXml(`<a one="x=&quot;y&quot;"\n two = 'b c="d"'><e>1</e></a>`)).toEqual({
    one: 'x="y"',
    two: 'b c="d"',
    e: '1',
  });
});
