import { configurations } from './configurations.ts';
import { writeFigures } from './figures.ts';
import { type Checked, checkAll, missingPrograms } from './spin.ts';

/**
 * `npm run lab -- prove`: SPIN looks at every state of the protocol's model. Ends with 0 only where each configuration came out as it
 * has to. `npm run lab -- prove promoted` checks those with the word in their name, `prove --short` leaves out the largest; neither
 * writes figures.
 */
const words = process.argv.slice(2);
const isShort = words.includes('--short');
const wanted = words.filter((word) => word !== '--short');
const missing = await missingPrograms();

if (missing.length > 0) {
  console.error(`Nothing was checked: ${missing.join(' and ')} cannot be run. On Debian: apt-get install spin gcc`);
  process.exitCode = 1;
} else {
  const chosen = configurations.filter(
    ({ name, isLarge }) => wanted.every((word) => name.includes(word)) && !(isShort && isLarge),
  );
  const startedAt = performance.now();
  const results = await checkAll(chosen, (result) => {
    console.log(lineOf(result));
    if (!result.isAsExpected) for (const step of result.trail) console.log(`      ${step}`);
  });
  const failed = results.filter(({ isAsExpected }) => !isAsExpected).length;
  if (words.length === 0) await writeFigures(results);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const left = configurations.length - results.length;
  console.log(`${results.length} configurations, ${failed} of them not as expected, ${left} left out, ${seconds} s`);
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}

function lineOf({ isAsExpected, name, found, states, depth, seconds, expects }: Checked): string {
  const came = found === 'holds' ? 'holds' : `broken: ${found}`;
  const wrong = isAsExpected ? '' : `, expected ${expects}`;
  return `${isAsExpected ? ' ' : '!'} ${name}: ${came}${wrong} (${states} states, depth ${depth}, ${seconds} s)`;
}
