import { parseArgs } from 'node:util';
import { print, printGate, spread } from '#lab/bench/figures.ts';
import { forgetOld } from './run.ts';

/**
 * `npm run lab -- load:old --rows 5000000`: a gateway starts on so many calls that it may forget, and is asked for others
 * meanwhile. Ends with 1 where it forgot them before it listened, or left a call without its answer. The disk needs 1 GB for
 * each million, the start checks the file.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000000' }, calls: { type: 'string', default: '1000' } },
});
const [rows, most] = [Number(values.rows), Number(values.calls)];
const none = await forgetOld(1, 1);
const { listensAfterMs, left, calls } = await forgetOld(rows, most);
const answered = calls.filter(({ status }) => status === 200).length;
const seconds = calls.reduce((sum, { ms }) => sum + ms, 0) / 1000;
print('an empty ledger listens after', `${(none.listensAfterMs / 1000).toFixed(1)} s`);
print('it listens after', `${(listensAfterMs / 1000).toFixed(1)} s`);
print('calls meanwhile', spread(calls.map(({ ms }) => ms)));
print('forgotten a second', ((left - (calls.at(-1)?.left ?? left)) / seconds).toFixed(0));
const gates = [
  ['left when it listens', `${left} of ${rows}`, '≥ 99 in 100', left >= 0.99 * rows],
  ['answered meanwhile', `${answered} of ${calls.length}`, 'all', answered === calls.length],
] as const;
for (const [what, seen, gate, isMet] of gates) printGate(what, seen, gate, isMet);
process.exitCode = gates.every(([, , , isMet]) => isMet) ? 0 : 1;
