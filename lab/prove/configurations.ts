import type { Configuration } from './configuration.ts';
import { printerConfigurations } from './printerConfigurations.ts';

const shared = ['SHARED', 'GATEWAYS=2'];
const promoted = [...shared, 'PUTS_BACK=1', 'PROMOTED'];
const snapshot = ['CRASHES=1', 'PUTS_BACK=1', 'WITH_WITNESS', 'LAST_TIME=2', 'RETENTION=9'];
/** Two handhelds hold the call. What each offers a person to cancel, the other may have sent: that is not asserted here. */
const heldTwice = ['HELD_TWICE=1', 'ONCE_ONLY'];
const clock = ['FIRST_TIME=3', 'CLOCK_JUMPS=1'];

/** The protocol as it was, where it fails; each of the faults by itself, the rest mended. */
const asItWas: readonly Configuration[] = [
  {
    name: 'A1 as it was: a standby without the last rows is promoted',
    defines: [...promoted, 'OLD_FAILOVER'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'A2 as it was: ledger and witness are put back together',
    defines: [...snapshot, 'OLD_TOLD'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'A3 as it was: the clock shows long ago for a moment',
    defines: [...clock, 'LAST_TIME=3', 'OLD_CLOCK'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'A4 as it was: a gateway refuses what it never read',
    defines: ['OLD_REFUSED'],
    search: 'shortest',
    expects: 'not done',
  },
  {
    name: 'A5 as it was: a container is set back, and the note in its temporary folder with it',
    defines: [...snapshot, 'WITH_NOTE', 'OLD_NOTE'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'as it was: an answer that no handheld can read',
    defines: ['ENDS', 'TROUBLES=1', 'TOO_LARGE=true', 'OLD_UNREADABLE'],
    search: 'end',
    expects: 'the end',
  },
  {
    name: 'copies as they were: one handheld sends, an old ledger is put back, the other sends',
    defines: [...heldTwice, 'CRASHES=1', 'PUTS_BACK=1', 'OLD_COPIES'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'copies as they were: one handheld sends, the ledger is pruned, the other sends',
    defines: [...heldTwice, 'LAST_TIME=4', 'OLD_COPIES'],
    search: 'shortest',
    expects: 'once',
  },
];

/** Configurations that are not enough, found while the mends were made. */
const notEnough: readonly Configuration[] = [
  {
    name: 'a word without the ledger leaves the doubt as it was',
    defines: ['RESENDS=1', 'DOUBT_STAYS'],
    search: 'shortest',
    expects: 'not done',
  },
  {
    name: 'a gateway connects for longer than a gap reaches back, then dispatches',
    defines: [...snapshot, 'AGE=0', 'OLD_SLOW'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'a call is entered under another epoch than it was looked up in',
    defines: [...promoted, 'OLD_UNDER'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: 'a first try says nothing, and the browser sends it again after a promotion',
    defines: [...promoted, 'RESENDS=1', 'ONCE_ONLY', 'FIRST_SAYS=false'],
    search: 'shortest',
    expects: 'once',
  },
  {
    name: "the browser's copies at two gateways, each of which may dispatch the call",
    defines: [...shared, 'RESENDS=1', 'OLD_OWNER'],
    search: 'shortest',
    expects: 'not done',
  },
  {
    name: "both of the browser's copies have asked the ledger, one enters the call after the other could not be forwarded",
    defines: [...shared, 'RESENDS=1', 'OLD_ENTERS'],
    search: 'shortest',
    expects: 'not done',
  },
  {
    name: "both of the browser's copies have asked one gateway, one enters the call after the other could not be forwarded",
    defines: ['RESENDS=1', 'OLD_ENTERS'],
    search: 'shortest',
    expects: 'not done',
  },
  {
    name: "the browser's copies at two gateways, one of which refuses the call and has not entered it",
    defines: [...shared, 'RESENDS=1', 'REFUSES', 'OLD_REFUSES'],
    search: 'shortest',
    expects: 'not done',
  },
];

/** That each promise can be broken: without these a model that says nothing would hold. */
const mutants: readonly Configuration[] = [
  {
    name: "mutant: a portal's page counts as an answer",
    defines: ['TRUSTS_ANYBODY'],
    search: 'shortest',
    expects: 'its word',
  },
  {
    name: 'mutant: a gateway waits for the service for ever',
    defines: ['ENDS', 'TROUBLES=0', 'NEVER_GIVES_UP'],
    search: 'end',
    expects: 'the end',
  },
];

/** The mended protocol. */
const mended: readonly Configuration[] = [
  {
    name: 'one gateway, a stop, a person sends anew, the browser sends again',
    defines: ['CRASHES=1', 'KEYS=2', 'RESENDS=1'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'one gateway, set up otherwise after a stop',
    defines: ['CRASHES=2', 'REFUSES'],
    search: 'every',
    expects: 'holds',
  },
  { name: 'the ledger is pruned', defines: ['LAST_TIME=4'], search: 'every', expects: 'holds' },
  {
    name: 'the clock shows long ago, or is far ahead',
    defines: [...clock, 'LAST_TIME=4', 'JUMPS_AHEAD'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'an old ledger is put back beside its witness',
    defines: ['CRASHES=2', 'PUTS_BACK=1'],
    search: 'every',
    expects: 'holds',
  },
  { name: 'ledger and witness are put back together', defines: snapshot, search: 'every', expects: 'holds' },
  {
    name: 'ledger and witness are put back together, between two tries',
    defines: [...snapshot, 'AGE=0'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'ledger, witness and note are put back together, as with a container, then a second stop',
    defines: ['CRASHES=2', 'PUTS_BACK=1', 'WITH_WITNESS', 'WITH_NOTE', 'LAST_TIME=2', 'RETENTION=9'],
    search: 'every',
    expects: 'holds',
    isLarge: true,
  },
  {
    name: 'no note outlives a gateway, which stops twice',
    defines: ['CRASHES=2', 'NO_NOTE', 'LAST_TIME=2', 'RETENTION=9'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'ledger and witness are put back together, then a second stop',
    defines: ['CRASHES=2', 'PUTS_BACK=1', 'WITH_WITNESS', 'RETENTION=9'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two gateways, two stops, one is set up otherwise, the browser sends again',
    defines: [...shared, 'CRASHES=2', 'REFUSES', 'RESENDS=1'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two gateways, a stop, the browser sends again',
    defines: [...shared, 'CRASHES=1', 'RESENDS=1'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two gateways, a stop, a standby without the last rows is promoted',
    defines: [...promoted, 'CRASHES=1'],
    search: 'every',
    expects: 'holds',
    isLarge: true,
  },
  {
    name: 'two gateways, a standby without the last rows is promoted, the browser sends again',
    defines: [...promoted, 'RESENDS=1'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two gateways, a database put back on its timeline, a beat of each lost',
    defines: [...shared, 'PUTS_BACK=1', 'BEATS=2'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two handhelds hold the call, an old ledger is put back beside its witness',
    defines: [...heldTwice, 'CRASHES=1', 'PUTS_BACK=1'],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two handhelds hold the call, ledger and witness are put back together',
    defines: [...heldTwice, ...snapshot],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'two handhelds hold the call, the ledger is pruned',
    defines: ['HELD_TWICE=2', 'ONCE_ONLY', 'LAST_TIME=4'],
    search: 'every',
    expects: 'holds',
    isLarge: true,
  },
  {
    name: 'two handhelds hold the call, two gateways, a standby without the last rows is promoted',
    defines: [...heldTwice, ...promoted],
    search: 'every',
    expects: 'holds',
  },
  {
    name: 'every run ends: one gateway, a stop, four troubles',
    defines: ['ENDS', 'CRASHES=1', 'TROUBLES=4', 'RESENDS=1'],
    search: 'end',
    expects: 'holds',
  },
  {
    name: 'every run ends: no note outlives a gateway, which stops',
    defines: ['ENDS', 'CRASHES=1', 'TROUBLES=3', 'NO_NOTE', 'RETENTION=9'],
    search: 'end',
    expects: 'holds',
  },
  {
    name: 'every run ends: an answer that no handheld can read',
    defines: ['ENDS', 'CRASHES=1', 'TROUBLES=3', 'TOO_LARGE=true'],
    search: 'end',
    expects: 'holds',
  },
  {
    name: 'every run ends: two gateways, a stop, the browser sends again',
    defines: [...shared, 'ENDS', 'CRASHES=1', 'TROUBLES=3', 'RESENDS=1'],
    search: 'end',
    expects: 'holds',
  },
  {
    name: 'every run ends: two gateways, one is set up otherwise, the browser sends again',
    defines: [...shared, 'ENDS', 'CRASHES=1', 'TROUBLES=3', 'REFUSES', 'RESENDS=1'],
    search: 'end',
    expects: 'holds',
  },
  {
    name: 'every run ends: two gateways, a standby without the last rows is promoted',
    defines: [...promoted, 'ENDS', 'TROUBLES=2'],
    search: 'end',
    expects: 'holds',
  },
];

/** All that `npm run lab -- prove` checks. */
export const configurations: readonly Configuration[] = [
  ...asItWas,
  ...notEnough,
  ...mutants,
  ...mended,
  ...printerConfigurations,
];
