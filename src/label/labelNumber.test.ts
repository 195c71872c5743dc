import { expect, test } from 'vitest';
import { createReader } from './heard.ts';
import { withNumber, withoutNumber } from './labelNumber.ts';

const back = '^FS^FO30000,0^A0N,10,10^FN9999^FDj-1^FS^FH_^HV9999,3,SL[,]_0D_0A,L^FS';

test('each format that makes a label sends the number back, once a label, and nothing else of it changes', () => {
  expect(withNumber('^XA^FDa^FS^XZ\n^XA^PW8^XZ^XA^FDb^PQ2^XZ\n', 'j-1')).toBe(
    `^XA^FDa^FS${back}^XZ\n^XA^PW8^XZ^XA^FDb^PQ2${back}^XZ\n`,
  );
});

test('a label without its number is the label as it was', () => {
  const text = '^XA^FDa^FS^XZ\n^XA^PW8^XZ^XA^FO30000,0^FDb^PQ2^XZ\n';
  expect(withoutNumber(withNumber(text, 'j-1'))).toBe(text);
});

test.each(['', 'a^b', 'a,b', 'a_b', 'a]', 'é', 'x'.repeat(61)])('%j is no number for a label', (number) => {
  expect(() => withNumber('^XA^FDa^FS^XZ', number)).toThrow(RangeError);
});

test('what a printer says is the same however its bytes are cut', () => {
  const bytes = new TextEncoder().encode('SL[j-1]\r\n\u0002030,0\u0003\r\n"17"\r\n?SL[j-1]\r\n');
  for (let size = 1; size <= bytes.length; size += 1) {
    const read = createReader();
    const said = [];
    for (let at = 0; at < bytes.length; at += size) said.push(...read(bytes.subarray(at, at + size)));
    expect(said, `pieces of ${size}`).toEqual([
      { kind: 'number', text: 'j-1' },
      { kind: 'frame', text: '030,0' },
      { kind: 'quoted', text: '17' },
      { kind: 'number', text: 'j-1' },
    ]);
  }
});

test('a printer that talks without an end is kept to a few kilobytes, and what it says after it is heard', () => {
  const read = createReader();
  const noise = new Uint8Array(10_000).fill(0x22);
  noise.fill(0x41, 1);
  for (let many = 0; many < 100; many += 1) read(noise);
  expect(read(new TextEncoder().encode('"\r\n"5"'))).toContainEqual({ kind: 'quoted', text: '5' });
});
