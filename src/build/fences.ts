/** A folder of `src`: what it is, and what it may import. */
export interface Fence {
  /** The line in the map of docs/architecture.md. */
  readonly is: string;
  /** The folders that it imports, the lowest first. What is not named is refused. */
  readonly folders: readonly Folder[];
  /** The libraries that it owns, or shares with another that names them. */
  readonly libraries: readonly string[];
  readonly runsIn: 'anywhere' | 'page' | 'page and worker' | 'worker' | 'Node';
  /** Its rooms, the lowest first; '' are the files that stand in the folder itself. A file imports of its own folder what is in its room or in one before it; a test whatever it needs. */
  readonly rooms?: readonly string[];
  /** Files that it imports and that are no modules, as tsconfig.json names them. */
  readonly data?: readonly string[];
}

export type Folder = keyof typeof folders;

/**
 * The folders of `src`, the lowest first: the one table of what may import what. oxlint.config.ts makes its rules of it;
 * e2e/fences.long.test.ts writes each folder's tsconfig.json and the map of docs/architecture.md (`-u`), and plants a wrong
 * import for every pair.
 */
const folders = {
  contract: {
    is: 'what the service is: operations, typed parameters, calls, outcomes, decisions; what handheld and gateway agree on; a text’s bytes, JSON, CSV. Pure',
    folders: [],
    libraries: [],
    runsIn: 'anywhere',
  },
  site: {
    is: 'what a warehouse decides: the site file, its rules and how they judge, an answer as a tree and as a card, what is taught. Pure',
    folders: ['contract'],
    libraries: [],
    runsIn: 'anywhere',
    rooms: ['', 'answer'],
  },
  label: {
    is: 'how a label gets on paper once: what it may command, how many it makes, what printers say of themselves, what bears out that it came out. Pure',
    folders: ['contract', 'site'],
    libraries: [],
    runsIn: 'worker',
  },
  wire: {
    is: 'how a call is spoken: four bindings, the reply classifier, `send`; what handheld and gateway say to each other',
    folders: ['contract'],
    libraries: ['fast-xml-parser'],
    runsIn: 'worker',
    rooms: ['', 'testing'],
  },
  outbox: {
    is: 'what is owed: states, store, claim, lanes, drain, leader, look-ups; notes of calls. Framework-free',
    folders: ['contract', 'site'],
    libraries: ['idb'],
    runsIn: 'worker',
    rooms: ['state', 'store', '', 'notes', 'printing', 'handover', 'export', 'testing'],
  },
  scan: {
    is: 'how a barcode comes in: early scans, wedge, typed, camera, [its vision](vision.md), the decoder’s worker; what a code is',
    folders: ['contract'],
    libraries: ['@zxing/browser', '@zxing/library', 'zxing-wasm', 'react'],
    runsIn: 'page',
    rooms: ['', 'wedge', 'code', 'calibrate', 'vision', 'decode', 'camera'],
    data: ['code/*.json'],
  },
  i18n: {
    is: 'every text in every language, a file each; how they are read',
    folders: ['contract'],
    libraries: ['react', '@messageformat/*'],
    runsIn: 'page',
  },
  ui: {
    is: 'plain parts, tokens, icons, styles',
    folders: ['contract', 'site', 'i18n'],
    libraries: ['react'],
    runsIn: 'page',
  },
  device: {
    is: 'what this handheld knows: settings, key vault, site configuration and taught rules, who is at work, PIN, cues, scale',
    folders: ['contract', 'site'],
    libraries: [],
    runsIn: 'page and worker',
    rooms: ['', 'testing'],
  },
  tasks: {
    is: 'what an operator does: tasks as data, their runs and screens',
    folders: ['contract', 'site', 'label', 'outbox', 'scan', 'i18n', 'ui', 'device'],
    libraries: ['react'],
    runsIn: 'page',
    rooms: [
      'task',
      'scanner',
      'catalogue',
      'weight',
      'answer',
      'calls',
      'intake',
      'check',
      'object',
      'print',
      'operation',
      'scans',
      'testing',
    ],
  },
  app: {
    is: 'the handheld, put together: assembly, routes, the other screens',
    folders: ['contract', 'site', 'label', 'wire', 'outbox', 'scan', 'i18n', 'ui', 'device', 'tasks'],
    libraries: ['react', 'react-dom', 'workbox-window', '@tanstack/react-virtual'],
    runsIn: 'page',
    rooms: ['core', 'shell', 'frame', 'home', 'queue', 'people', 'handover', 'settings', 'diagnostics', ''],
  },
  sw: {
    is: 'the service worker: precache, each file checked against the build, update, drain on a sync event',
    folders: ['contract', 'site', 'wire', 'outbox', 'device'],
    libraries: ['workbox-precaching'],
    runsIn: 'worker',
  },
  build: {
    is: 'the plug-ins of the build: chunks, first view, service worker, packed files; `older`: the second build, which older browsers get; `gateway`: the gateway’s',
    folders: ['contract', 'i18n'],
    libraries: ['node:*', 'vite', 'workbox-build', 'tar', 'fflate'],
    runsIn: 'Node',
  },
  settings: {
    is: 'what whoever starts the gateway says: variables, files of its own, why it cannot start, where its lines go',
    folders: ['contract', 'wire'],
    libraries: ['node:*'],
    runsIn: 'Node',
  },
  ledger: {
    is: 'what was done with each key, on SQLite or PostgreSQL: the port, rows, decisions, notes of calls, told time, forgetting',
    folders: ['contract', 'wire', 'settings'],
    libraries: ['node:*', 'pg'],
    runsIn: 'Node',
  },
  http: {
    is: 'the server’s edge: limits, certificate, bodies, answers, cookies, addresses, who may use a route',
    folders: ['contract', 'wire', 'settings'],
    libraries: ['node:*', 'fastify'],
    runsIn: 'Node',
    rooms: ['', 'edge', 'rights'],
  },
  standin: {
    is: 'the embedded service with its own small warehouse, and a printer that is none',
    folders: ['contract', 'site', 'label', 'wire', 'settings', 'ledger', 'http'],
    libraries: ['node:*', 'fastify'],
    runsIn: 'Node',
  },
  gateway: {
    is: 'what must run: calls to the service, each at most once; enrolment; labels to printers; app and site as they are served; health, metrics and alerts',
    folders: ['contract', 'site', 'label', 'wire', 'settings', 'ledger', 'http'],
    libraries: ['node:*', 'fastify', '@fastify/*', 'prom-client', 'nodemailer'],
    runsIn: 'Node',
    rooms: ['upstream', 'enrolment', 'served', 'metrics', 'alerts', 'calls', 'printers', ''],
  },
  office: {
    is: 'the pages for people beside it: sign-in, floor, journal, handhelds, set-up. It knows the gateway by ports alone',
    folders: ['contract', 'site', 'label', 'wire', 'i18n', 'ui', 'settings', 'ledger', 'http'],
    libraries: ['node:*', 'fastify', 'qrcode-generator', 'openid-client', 'react', 'react-dom', 'd3-scale', 'bwip-js'],
    runsIn: 'Node',
    rooms: ['ports', 'pages', 'people', 'printers', 'floor', 'handhelds', 'journal', 'shift', 'setup', ''],
  },
  main: {
    is: 'the programs, put together: start, backup, provision, probe, health',
    folders: ['contract', 'site', 'label', 'wire', 'settings', 'ledger', 'http', 'standin', 'gateway', 'office'],
    libraries: ['node:*', 'fastify', 'pg'],
    runsIn: 'Node',
    rooms: ['', 'testing'],
  },
} as const satisfies Readonly<Record<string, Omit<Fence, 'folders'> & { readonly folders: readonly string[] }>>;

/** Each folder of `src` with its fence, the lowest first. */
export const fences: Readonly<Record<Folder, Fence>> = folders;
