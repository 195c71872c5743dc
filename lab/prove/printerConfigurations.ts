import type { Configuration } from './configuration.ts';

type Asked = Pick<Configuration, 'name' | 'defines' | 'expects' | 'isLarge'>;

const two = ['GATEWAYS=2', 'LEASES=1'];
const lateCount = ['POWER=1', 'COUNT_SAVED_LATE'];

/** Of a label: that each promise can be broken, and what is not enough. */
const broken: readonly Asked[] = [
  { name: 'mutant: sent again on silence', defines: ['AGAIN_ON_SILENCE'], expects: 'once' },
  { name: "mutant: the line's close is trusted", defines: ['TRUST_CLOSE', 'FAULTS=1'], expects: 'its word' },
  {
    name: 'mutant: the count is read before the job is taken',
    defines: ['COUNT_BEFORE_LOCK', 'JOBS=2', 'GATEWAYS=2', 'NUMBER_FIRST', 'FAULTS=1'],
    expects: 'its word',
  },
  { name: 'mutant: a job of two labels is taken for one', defines: ['N_IS_1', 'LABELS=2'], expects: 'its word' },
  {
    name: 'not enough: the count is looked at after power, where the printer saves it late',
    defines: ['LATE_LOOK', ...lateCount, 'CUTS=0'],
    expects: 'once',
  },
  {
    name: 'not enough: a printer that reads bytes of the line before after it has answered on a new one',
    defines: ['LATE_BYTES'],
    expects: 'once',
  },
  {
    name: 'not enough: another host prints, and the number comes back before the paper',
    defines: ['NUMBER_FIRST', 'OTHERS=1', 'FAULTS=1', 'POWER=1'],
    expects: 'its word',
  },
];

const holding: readonly Asked[] = [
  {
    name: 'two cuts, paper out, two labels, another host',
    defines: ['LABELS=2', 'CUTS=2', 'FAULTS=1', 'OTHERS=2'],
    expects: 'holds',
  },
  {
    name: 'two labels, a number before the paper, power, paper out, a stop',
    defines: ['LABELS=2', 'CUTS=2', 'NUMBER_FIRST', 'POWER=1', 'FAULTS=1', 'CRASHES=1'],
    expects: 'holds',
  },
  {
    name: 'two jobs, power, paper out, a stop',
    defines: ['LABELS=2', 'JOBS=2', 'CUTS=2', 'POWER=1', 'FAULTS=1', 'CRASHES=1'],
    expects: 'holds',
    isLarge: true,
  },
  {
    name: 'two gateways, one taken for dead, a stop, power, a count that is saved late',
    defines: [...two, 'CRASHES=1', 'FAULTS=1', ...lateCount],
    expects: 'holds',
  },
  {
    name: 'two gateways, two jobs, one taken for dead, power, a count that is saved late',
    defines: [...two, 'JOBS=2', ...lateCount],
    expects: 'holds',
    isLarge: true,
  },
  {
    name: 'two gateways, two jobs, one taken for dead, a stop',
    defines: [...two, 'JOBS=2', 'CRASHES=1'],
    expects: 'holds',
    isLarge: true,
  },
];

/** The configurations of printer.pml. */
export const printerConfigurations: readonly Configuration[] = [
  ...broken.map((one) => ({ ...one, search: 'shortest' as const })),
  ...holding.map((one) => ({ ...one, search: 'every' as const })),
].map((one) => ({ ...one, name: `a label: ${one.name}`, model: 'printer.pml' as const }));
