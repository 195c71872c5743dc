import { expect, test } from 'vitest';
import { verdictOf } from './connectionTests.ts';
import { reportText } from './report.ts';
import { scannedFacts, visible } from './deviceFacts.ts';

const wsdl = (port: string): string =>
  `<?xml version="1.0"?><wsdl:definitions xmlns:wsdl="w"><wsdl:service><wsdl:port name="${port}"/></wsdl:service></wsdl:definitions>`;

test.each([
  [200, wsdl('PDAAPIV1HttpPost'), 'offered'],
  [200, wsdl('PDAAPIV1Soap'), 'no-post'],
  [200, '<html>HttpPost</html>', 'not-service'],
  [500, wsdl('PDAAPIV1HttpPost'), 'not-service'],
  [0, '', 'no-answer'],
] as const)('HTTP %i with %s is: %s', (status, text, verdict) => {
  expect(verdictOf(status, text)).toBe(verdict);
});

test('characters that cannot be seen are named, the others stay', () => {
  expect(visible('0109\u001d10A b\t\r\u200bé')).toBe('0109<GS>10A<SP>b<TAB><CR><U+200B>é');
});

test('of a scan its pace and its ending are told, and of one without an ending that it ended by a pause', () => {
  const key = (text: string, atMs: number) => ({ kind: 'text', text, by: 'key', atMs }) as const;
  const stream = [key('A', 0), key('B', 6), key('C', 16), { kind: 'end', by: 'tab', atMs: 20 } as const];
  const scan = { text: 'ABC', source: 'wedge', at: 1 } as const;
  const values = scannedFacts(scan, stream).map(({ value }) => value);
  expect(values).toContain('Tab');
  expect(values).toContain('6 to 10 ms, half of them up to 6 ms (6 10)');
  expect(scannedFacts(scan, stream.slice(0, 3)).map(({ value }) => value)).toContain('none: a pause');
  expect(scannedFacts(undefined, undefined)).toEqual([]);
});

test('the report leaves out what is empty', () => {
  const parts = [
    { title: 'A', facts: [{ caption: 'b', value: 'c' }] },
    { title: 'Empty', facts: [] },
  ];
  expect(reportText(parts, 'now')).toBe('Scanline now\n\n# A\nb: c\n');
});
