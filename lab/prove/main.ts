import { configurations } from './configurations.ts';
import { writeFigures } from './figures.ts';
import { type Checked, check, missingPrograms } from './spin.ts';

/**
 * `npm run lab -- prove`: SPIN looks at every state of the protocol's model. Ends with 0 only where each configuration came out as it
 * has to. `npm run lab -- prove promoted` checks those with the word in their name, and writes no figures.
 */
const wanted = process.argv.slice(2);
const missing = missingPrograms();

if (missing.length > 0) {
  console.error(`Nothing was checked: ${missing.join(' and ')} cannot be run. On Debian: apt-get install spin gcc`);
  process.exitCode = 1;
} else {
  const chosen = configurations.filter(({ name }) => wanted.every((word) => name.includes(word)));
  const results = chosen.map((configuration) => {
    const result = check(configuration);
    console.log(lineOf(result));
    if (!result.isAsExpected) for (const step of result.trail) console.log(`      ${step}`);
    return result;
  });
  const failed = results.filter(({ isAsExpected }) => !isAsExpected).length;
  if (wanted.length === 0) await writeFigures(results);
  const seconds = Math.round(results.reduce((sum, result) => sum + result.seconds, 0));
  console.log(`${results.length} configurations, ${failed} of them not as expected, ${seconds} s`);
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}

function lineOf({ isAsExpected, name, found, states, depth, seconds, expects }: Checked): string {
  const came = found === 'holds' ? 'holds' : `broken: ${found}`;
  const wrong = isAsExpected ? '' : `, expected ${expects}`;
  return `${isAsExpected ? ' ' : '!'} ${name}: ${came}${wrong} (${states} states, depth ${depth}, ${seconds} s)`;
}
