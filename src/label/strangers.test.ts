import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReader } from './heard.ts';
import { readLabel } from './readLabel.ts';
import { readSatoStatus } from './satoStatus.ts';
import { readTscStatus } from './tscStatus.ts';
import { readCount, readHostErrors, readHostStatus } from './zebraStatus.ts';

test('whatever a printer says is read or is nothing: no bytes of it throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 })),
      fc.array(fc.string({ unit: 'binary' })),
      (pieces, texts) => {
        const read = createReader();
        const said = pieces.flatMap((piece) => read(piece).map(({ text }) => text));
        for (const text of [...said, ...texts]) {
          readSatoStatus(text);
          readTscStatus(text);
          readHostErrors(text);
          readCount(text);
        }
        readHostStatus(texts);
      },
    ),
    { seed: 20_261_130 },
  );
});

test('whatever a label is made of, no command goes by that is not looked up, and no text outside of a format', () => {
  const written =
    '^XA|^XZ|^FO1,1|^FDx^FS|^FD|^FS|^A0N,9|^a|^FX note|^GFA,1,1,1,F|^GFB,1,1,1,^XZ|~|^|~JR|~JA|^JUS|^CC#|^cd;|~DGR:A.GRF,1,1,F|^DFR:A|^XFR:A|x| |\n|^PQ2|^PQ0,,2|#JUS|^^|~~';
  const part = fc.constantFrom(...written.split('|'));
  /** Commands by another way of reading: each prefix, and the two characters after it. */
  const harmless = /^(?:\^(?:XA|XZ|FO|FD|FS|A.?|FX|GF|PQ))$/is;
  let allowed = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.boolean(), (parts, isWrapped) => {
      const text = isWrapped ? `^XA${parts.join('')}^XZ` : parts.join('');
      const { refused, labels } = readLabel(text);
      if (refused !== undefined) return labels === undefined && refused !== '';
      allowed += 1;
      const commands = [...text.matchAll(/[\^~](?:A|[^^~]{0,2})/gis)].map(([command]) => command);
      const outside = text.replace(/\^XA(?:(?!\^XA|\^XZ)[^])*\^XZ/gi, '');
      return commands.every((command) => harmless.test(command)) && outside.trim() === '';
    }),
    { seed: 20_261_130, numRuns: 5_000 },
  );
  expect(allowed).toBeGreaterThan(100); // it was asked of some
});
