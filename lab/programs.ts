/** One program of the laboratory: a line that says what it is for, and what it runs, one after the other. */
interface Program {
  readonly line: string;
  /** Programs of npm, of vitest or of Node with their words; the last one is given the words of the command line. */
  readonly runs: readonly [string, ...string[]];
}

const BUILD = 'node e2e/rig/ensure-build.ts older';
const GATEWAY = 'node e2e/rig/ensure-gateway.ts';

/** The programs of `npm run lab -- NAME`, by name. docs/lab.md says how long each takes, what it needs, and when it is run. */
export const programs: Readonly<Record<string, Program>> = {
  torture: {
    line: 'a browser, a gateway and a network, broken at random by one seed',
    runs: [BUILD, 'node lab/torture/main.ts'],
  },
  prove: { line: 'SPIN looks at every state of the protocol’s model', runs: ['node lab/prove/main.ts'] },
  conformance: {
    line: 'the stand-in beside a genuine ASMX stack, request by request',
    runs: ['node lab/conformance/main.ts'],
  },
  bench: {
    line: 'what is fast, beside a floor of the same run (bench enqueue: one of them)',
    runs: [BUILD, 'node lab/bench/main.ts'],
  },
  'bench:scan': {
    line: 'the decoder, on photos and on labels made by seed, beside others',
    runs: ['node lab/bench/scan/main.ts'],
  },
  'soak:camera': { line: 'the camera without a pause, and its memory', runs: [BUILD, 'node lab/bench/scan/soak.ts'] },
  'wedge:burst': {
    line: 'a thousand codes typed fast into a slow page',
    runs: [BUILD, 'node lab/wedgeBursts/main.ts'],
  },
  'load:gateways': {
    line: 'two gateways on one PostgreSQL, one of them killed',
    runs: [GATEWAY, 'node lab/loadGateways/main.ts'],
  },
  printers: {
    line: 'a thousand labels, each on paper once, under killed gateways and cut printers',
    runs: [GATEWAY, 'node lab/printers/main.ts'],
  },
  'load:floor': {
    line: 'five hundred handhelds on the board, and what calls notice of it',
    runs: [GATEWAY, 'node lab/loadFloor/main.ts'],
  },
  'load:slow': { line: 'slow clients beside ordinary calls', runs: [BUILD, 'node lab/slowClients/main.ts'] },
  'load:large': { line: 'many large answers at once', runs: [GATEWAY, 'node lab/loadLarge/main.ts'] },
  'load:old': { line: 'a start on millions of old calls', runs: [GATEWAY, 'node lab/loadOld/main.ts'] },
  'load:few': {
    line: 'two gateways on five connections to their database, and sixty calls at once',
    runs: [GATEWAY, 'node lab/loadFew/main.ts'],
  },
  'load:move': {
    line: 'a million calls from SQLite into PostgreSQL, killed in the middle, and back',
    runs: [GATEWAY, 'node lab/loadMove/main.ts'],
  },
  year: {
    line: 'a site through 250 days by moved clocks: keys, certificates, lost handhelds, back-ups, one move',
    runs: [GATEWAY, 'node lab/year/main.ts'],
  },
  'load:routes': {
    line: 'every page and file in every role, many at once and in a row, on a year’s ledger',
    runs: [GATEWAY, 'vitest run --project long src/main/everyRoute.long.test.ts'],
  },
  'load:hostile': {
    line: 'hostile shapes of requests and of replies',
    runs: [GATEWAY, 'node lab/hostileShapes/main.ts'],
  },
  'audit:edge': { line: 'wapiti and testssl.sh on a running gateway', runs: [BUILD, 'node lab/audit/main.ts'] },
  lighthouse: { line: 'Lighthouse over the built app', runs: [BUILD, 'node lab/lighthouse/main.ts'] },
  screenshots: {
    line: 'a picture of every screen, and what is wrong in them',
    runs: [BUILD, 'node lab/screenshots/main.ts'],
  },
  steady: {
    line: 'every screen, for a control that moves by itself',
    runs: ['npm run e2e -- e2e/steady.spec.ts'],
  },
  house: { line: 'counts files and lines, beside those of last time', runs: ['node lab/house/main.ts'] },
  parts: { line: 'one sheet of all parts of the design, in each theme', runs: ['node lab/parts/main.ts'] },
  'demo-codes': { line: 'twelve codes of the stand-in on a sheet to print', runs: ['node lab/demoCodes/main.ts'] },
  'floor-demo': {
    line: 'the board of forty handhelds that go on reporting, to try and to draw',
    runs: [GATEWAY, 'node lab/floorDemo/main.ts'],
  },
  engines: {
    line: 'the app in Firefox and in WebKitGTK',
    runs: ['node lab/engines/ensure-engines.ts', BUILD, 'vitest run lab/engines/engines.test.ts'],
  },
  windows: { line: 'the release for Windows, there or under Wine', runs: [BUILD, 'node lab/windows/main.ts'] },
  night: {
    line: 'tests that take longest, and no part of .ci/run',
    runs: ['vitest run --project night', 'npm run e2e -- --grep @night'],
  },
  'test:image': {
    line: 'the image, by the steps of deploy/Dockerfile without Docker',
    runs: [BUILD, 'vitest run lab/image/image.test.ts'],
  },
  'test:release': {
    line: 'the release made twice, compared, installed, upgraded and taken back',
    runs: ['node lab/release/main.ts'],
  },
  'test:all': {
    line: 'npm test with every browser test, what takes long, and the other engines',
    runs: ['npm run check', 'npm run long', 'vitest run --project night', 'npm run e2e', 'npm run lab -- engines'],
  },
};
