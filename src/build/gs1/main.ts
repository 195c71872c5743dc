/**
 * Writes src/scan/code/gs1.json, the table of GS1's application identifiers: `node src/build/gs1/main.ts`, or with GS1's own file
 * `node src/build/gs1/main.ts gs1-syntax-dictionary.txt`. Without one it reads the dictionary that bwip-js ships.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { BARCODE_PS, DATA, dataOf, readBwipp, readDictionary, TITLES } from './dictionary.ts';

const [path] = process.argv.slice(2);
const entries =
  path === undefined
    ? readBwipp(readFileSync(BARCODE_PS, 'utf8'), JSON.parse(readFileSync(TITLES, 'utf8')) as Record<string, string>)
    : readDictionary(readFileSync(path, 'utf8'));
writeFileSync(DATA, `${JSON.stringify(dataOf(entries), null, 2)}\n`);
process.stdout.write(`${entries.length} application identifiers in ${DATA}; now: npm run format\n`);
