import { expect, test } from 'vitest';
import { readXml } from './xmlTree.ts';

test('a list costs what its entries cost', () => {
  const document = `<list>${'<b>1</b>'.repeat(60_000)}</list>`;
  const before = process.threadCpuUsage();
  expect(readXml(document)).toHaveProperty('b.length', 60_000);
  // A tenth of a second; a copy of those before it for each entry is three, and a minute of collecting.
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000); // microseconds
});

test('attributes stand beside the children, whatever stands between them and in them', () => {
  expect(readXml(`<a one="x=&quot;y&quot;"\n two = 'b c="d"'><e>1</e></a>`)).toEqual({
    one: 'x="y"',
    two: 'b c="d"',
    e: '1',
  });
});

test('a reference that XML does not have stays as it is', () => {
  expect(readXml('<a><b>&constructor;&#xD800;&#x41;&#66;&apos;&nbsp;</b></a>')).toEqual({
    b: "&constructor;&#xD800;AB'&nbsp;",
  });
});
