import { writeFileSync } from 'node:fs';
import { demoSheet } from './sheet.ts';

/** Draws the sheet of docs/demo.md anew, or into the file that is named. */
const [file = 'docs/demo-codes.svg'] = process.argv.slice(2);
writeFileSync(file, demoSheet());
process.stdout.write(`${file}: twelve codes on a sheet of A4; a browser opens it and prints it\n`);
