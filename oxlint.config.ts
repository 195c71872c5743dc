import { type Folder, fences } from './src/build/fences.ts';

const testLibraries = ['vitest', 'fake-indexeddb', 'fast-check', 'standardwebhooks', 'node:*'];

/** The folders of the gateway's process. A test there may start the whole of it. */
const server: readonly Folder[] = [...fences.main.folders.filter((folder) => fences[folder].runsIn === 'Node'), 'main'];
/** Those of which a browser runs what is in them alone. */
const handheld = Object.entries(fences).flatMap(([folder, { runsIn }]) =>
  runsIn === 'Node' || runsIn === 'anywhere' ? [] : [folder],
);
const ofServer = {
  folders: [...fences.main.folders, 'main'],
  libraries: server.flatMap((folder) => fences[folder].libraries),
};

/** Goes before a row's own pattern: a path that a row lets through is not looked at again. */
const noParent = {
  regex: '(^|/)\\.\\.(/|$)',
  message: "'../' does not exist here: './x.ts' is this folder, '#folder/x.ts' another.",
};

/** What both need is of the rig: `lab` is tried with it, never the other way. */
const noLab = { regex: '^#lab/', message: 'e2e may not import lab.' };

/** The rig's own test fails where a page violates its policy. */
const barePlaywright = {
  name: '@playwright/test',
  importNames: ['test'],
  message: "A spec's test comes from #e2e/rig/test.ts.",
};

/** Refuses what stands above a room in its own folder. */
function above(folder: Folder, room: string) {
  const order = fences[folder].rooms ?? [];
  const higher = order.slice(order.indexOf(room) + 1);
  const paths = higher.map((name) => (name === '' ? `#${folder}/[^/]+$` : `#${folder}/${name}/|\\./${name}/`));
  const message = `src/${folder}/${room} may not import ${higher.map((name) => name || 'files of the folder itself').join(', ')}.`;
  return higher.length === 0 ? [] : [{ regex: `^(?:${paths.join('|')})`, message }];
}

/** Refuses every import outside `folder` but those its fence names, `more` and `libraries`. */
function only(
  folder: Folder,
  libraries: readonly string[],
  refused: readonly { regex: string; message: string }[] = [],
  more: readonly string[] = [],
) {
  const folders = [...new Set([folder, ...fences[folder].folders, ...more])].map((name) => `#${name}`);
  const allowed = [
    './**',
    ...folders.map((name) => `${name}/**`),
    ...libraries,
    ...libraries.map((name) => `${name}/**`),
  ];
  const message = `src/${folder} may import ${[...folders, ...libraries].join(', ')}.`;
  return {
    'no-restricted-imports': [
      'error',
      { patterns: [noParent, ...refused, { group: ['**', ...allowed.map((pattern) => `!${pattern}`)], message }] },
    ],
  };
}

const tests = '**/*.test.{ts,tsx}';

/** What Chrome 93 and Safari 15.4 lack and no `lib` of the compiler tells: newer members of the browser's own objects. */
const young = [
  ['AbortSignal', 'any'],
  ['AbortSignal', 'timeout'],
  ['Response', 'json'],
  ['URL', 'canParse'],
  ['URL', 'parse'],
].map(([object, property]) => ({ object, property, message: 'It is younger than the oldest browser served.' }));

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['node_modules', 'dist', '/build', '/release', 'public', 'test-results', 'playwright-report'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-restricted-imports': ['error', { patterns: [noParent] }],
    'no-var': 'error',
    'prefer-const': 'error',
    'import/extensions': ['error', 'ignorePackages'],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-mutable-exports': 'error', // later files take what the start exports once: vite.config.ts
    'oxc/no-barrel-file': 'error',
    'react/no-danger': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-namespace': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': 'error',

    'import/no-unassigned-import': 'off', // styles have no name to assign
    'no-control-regex': 'off', // scanners send control characters and XML refuses them, so they are looked for
    'no-new': 'off', // `new URL(text)` in a try is how a text is checked
    'no-underscore-dangle': 'off', // __BUILD_ID__
    'react/react-in-jsx-scope': 'off', // the compiler imports it
    'typescript/consistent-return': 'off', // the compiler says it: noImplicitReturns
    'typescript/no-unsafe-type-assertion': 'off', // what JSON.parse returns is narrowed by hand
    'typescript/unbound-method': 'off', // factories close over their state: nothing here uses `this`
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off', // toReversed and toSorted are younger than the oldest browser served
    'unicorn/no-array-sort': 'off',
    'unicorn/require-post-message-target-origin': 'off', // wrong about workers and channels
  },
  overrides: [
    {
      files: ['src/**'],
      rules: {
        'no-console': 'error',
        'no-restricted-imports': [
          'error',
          { patterns: [{ group: ['**'], message: 'This folder has no fence: src/build/fences.ts.' }] },
        ],
      },
    },
    ...(Object.keys(fences) as Folder[]).flatMap((folder) => [
      { files: [`src/${folder}/**`], rules: only(folder, fences[folder].libraries) },
      ...(fences[folder].rooms ?? []).map((room) => ({
        files: [room === '' ? `src/${folder}/*` : `src/${folder}/${room}/**`],
        rules: only(folder, fences[folder].libraries, above(folder, room)),
      })),
      {
        files: [`src/${folder}/${tests}`],
        rules: server.includes(folder)
          ? only(folder, [...ofServer.libraries, ...testLibraries], [], ofServer.folders)
          : only(folder, [...fences[folder].libraries, ...testLibraries]),
      },
    ]),
    {
      files: [tests],
      rules: {
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'] }],
        'vitest/require-mock-type-parameters': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    {
      files: [`src/{${handheld.join(',')}}/**`],
      rules: { 'no-restricted-properties': ['error', ...young] },
    },
    {
      files: [`src/{${server.join(',')}}/**`, tests],
      rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
    },
    {
      files: ['src/office/**'],
      rules: {
        'jsx-a11y/no-autofocus': 'off', // a scanner types its code where the focus is
        'jsx-a11y/prefer-tag-over-role': 'off', // a note says paragraphs, lists and forms: an `output` holds words alone
      },
    },
    {
      // It needs the page's types for sound and vibration, and its settings and vault run in the worker too.
      files: ['src/device/**'],
      rules: { 'no-restricted-globals': ['error', 'window', 'document', 'localStorage', 'sessionStorage'] },
    },
    { files: ['e2e/**'], rules: { 'no-restricted-imports': ['error', { patterns: [noParent, noLab] }] } },
    ...['e2e', 'lab'].map((folder) => ({
      files: [`${folder}/**/*.spec.ts`],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: folder === 'e2e' ? [noParent, noLab] : [noParent], paths: [barePlaywright] },
        ],
      },
    })),
    { files: ['*.config.ts', '.size-limit.ts', 'lab/dearest/in*.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['src/**'],
      // guides: what is one thing stays whole
      rules: { 'max-lines': ['error', { max: 400 }], 'max-lines-per-function': ['error', { max: 100 }] },
    },
    {
      // tests say what they promise one after the other
      files: [tests],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
  ],
};
