import { describe, expect, test } from 'vitest';
import { type ScannerInput, type Stream, beginsAnew } from './scannerInput.ts';

const CODE = 'Scan-Lazy/07';

function text(content: string, atMs: number): ScannerInput {
  return { kind: 'text', text: content, by: 'key', atMs };
}
function keys(content: string): Stream {
  return Array.from(content, (letter, index) => text(letter, index * 5));
}
const enter: ScannerInput = { kind: 'end', by: 'enter', atMs: 60 };

describe('the next pull of the trigger begins', () => {
  test.each<[string, Stream, ScannerInput]>([
    ['with the next character after an ending', [...keys(CODE), enter], text('D', 400)],
    ['with another text after an ending in the text', [text(`${CODE}\n`, 0)], text('D-1001\n', 400)],
    ['with the first character again, where nothing ends a code', keys(CODE), text('S', 400)],
    ['with the same text again, where nothing ends a code', [text(CODE, 0)], text(CODE, 400)],
  ])('%s', (_, stream, next) => {
    expect(beginsAnew(stream, next)).toBe(true);
  });
});

describe('it is the same pull', () => {
  test.each<[string, Stream, ScannerInput]>([
    ['where nothing came before', [], text('S', 400)],
    ['where the second output follows the first one’s ending', [...keys(CODE), enter], text(CODE, 120)],
    ['where the code is typed twice without a pause', keys(CODE), text('S', 60)],
    ['where the scanner stalls in the middle', keys('Scan-Lazy/'), text('0', 400)],
    ['where it stalls before it was a code', keys('Sca'), text('S', 400)],
    ['where the ending is late', keys(CODE), { ...enter, atMs: 600 }],
  ])('%s', (_, stream, next) => {
    expect(beginsAnew(stream, next)).toBe(false);
  });
});
