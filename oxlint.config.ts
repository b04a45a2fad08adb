import { defineConfig, type OxlintOverride } from 'oxlint';

function atMost(max: number): ['error', { max: number; skipBlankLines: boolean; skipComments: boolean }] {
  return ['error', { max, skipBlankLines: false, skipComments: false }];
}

/**
 * The limits on functions. Every line from the first to the last counts: blank ones, comments, and the functions inside, which
 * are counted again by themselves. So a factory that returns an object is as long as all its methods together.
 */
export const functionLengths = {
  rules: { 'max-lines-per-function': atMost(80) },
  overrides: [
    // A component is half markup, with a line for each attribute.
    { files: ['**/*.tsx'], rules: { 'max-lines-per-function': atMost(120) } },
    // `describe` is a function too.
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts'],
      rules: { 'max-lines-per-function': 'off' as const },
    },
  ],
};

/**
 * Functions that are longer: the file, the name that the linter reports ('' where there is none), and why. The rule is off in
 * these files, and `scripts/long-functions.test.ts` holds it there: it fails for a long function that is not listed here, and for an
 * entry whose function is short by now.
 */
export const longFunctions: readonly (readonly [file: string, name: string, reason: string])[] = [
  ['e2e/fixtures/small-firm.ts', 'smallFirm', 'data: one firm, from its methodologies to its audits'],
];

// What only a few files may import. A boundary refuses all of it but what it opens.
const electron = 'Only src/main/index.ts, src/main/desktop and both ends of the bridge import electron.';
const guarded = {
  electron: {
    paths: [{ name: 'electron', message: electron }],
    patterns: [{ group: ['electron/*'], message: electron }],
  },
  postgres: {
    paths: [
      { name: 'pg', message: 'Only src/sandbox/store/postgres knows PostgreSQL: it is loaded on demand.' },
    ],
  },
  keytar: { paths: [{ name: 'keytar', message: 'Only src/main/connections/keychain.ts imports keytar.' }] },
};

interface Path {
  name: string;
  importNames?: string[];
  allowTypeImports?: boolean;
  message: string;
}
interface Pattern {
  group?: string[];
  regex?: string;
  allowTypeImports?: boolean;
  message: string;
}
interface Boundary {
  readonly opens?: readonly (keyof typeof guarded)[];
  readonly paths?: readonly Path[];
  readonly patterns?: readonly Pattern[];
}

/** What may not be imported: all that is guarded and not opened here, and the paths and patterns that are named. */
function restricted({ opens = [], paths = [], patterns = [] }: Boundary): {
  'no-restricted-imports': ['error', { paths: Path[]; patterns: Pattern[] }];
} {
  const closed: readonly Boundary[] = Object.entries(guarded)
    .filter(([name]) => !opens.some((open) => open === name))
    .map(([, each]) => each);
  return {
    'no-restricted-imports': [
      'error',
      {
        paths: [...closed.flatMap((each) => each.paths ?? []), ...paths],
        patterns: [...closed.flatMap((each) => each.patterns ?? []), ...patterns],
      },
    ],
  };
}

/** A boundary round some files. The last one that names a file holds for it, and the ones before it do not. */
const boundary = (files: string | readonly string[], walls: Boundary): OxlintOverride => ({
  files: [files].flat(),
  rules: restricted(walls),
});

const refuse = (regex: string, message: string) => ({ regex, message });

const onlyZod = {
  group: ['*', '!./**', '!../**', '!zod'],
  message: 'zod is the only package of src/shared.',
};
/** A room of `src/shared`: no package but zod, and no room that builds on it. */
const shared = (files: string, ...patterns: readonly Pattern[]) =>
  boundary(files, { patterns: [...patterns, onlyZod] });

const noSandbox = refuse(
  '(^|/)sandbox/',
  'The main process starts the sandbox by its file and never imports it.',
);
const main = (files: string | readonly string[], { patterns = [], ...walls }: Boundary) =>
  boundary(files, { ...walls, patterns: [...patterns, noSandbox] });

const zodTypes = {
  name: 'zod',
  allowTypeImports: true,
  message: 'The interface takes types from schemas, never zod itself.',
};
const renderer = (files: string, ...patterns: readonly Pattern[]) =>
  boundary(files, { paths: [zodTypes], patterns });

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { builtin: true },
  ignorePatterns: ['out/**', 'node_modules/**', 'packaging/sandbox/clients/**', 'test-results/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-import-type-side-effects': 'error', // else the whole module is loaded for its types
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    'react/no-danger': 'error',
    // A cell of a table is drawn by calling it, as what is called `render` is.
    'react/no-unstable-nested-components': ['error', { propNamePattern: '{render*,cell}' }],
    'no-eval': 'error',
    'no-console': 'error',
    'unicorn/no-array-sort': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'max-lines': ['error', { max: 500, skipBlankLines: false, skipComments: false }],
    ...functionLengths.rules,
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    ...restricted({}),
  },
  overrides: [
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: [
        '**/*.test.ts',
        '**/*.test.tsx',
        'e2e/**',
        'bench/**',
        'scripts/**',
        'tools/**',
        'torture/**',
        'packaging/**',
      ],
      rules: { 'no-console': 'off' },
    },

    ...functionLengths.overrides,
    { files: longFunctions.map(([file]) => file), rules: { 'max-lines-per-function': 'off' } },

    shared('src/shared/**'),
    shared(
      'src/shared/model/**',
      refuse('/(rules/|api\\.ts|bridge\\.ts)', 'Models know no rules, no service table and no bridge.'),
    ),
    shared('src/shared/rules/**', refuse('/(api|bridge)\\.ts', 'Rules know no service table and no bridge.')),
    shared('src/shared/api.ts', refuse('/bridge\\.ts', 'The service table knows no bridge.')),

    main('src/main/**', {}),
    main('src/main/{index,desktop/*,bridge/ipc}.ts', {
      opens: ['electron'],
      paths: [
        {
          name: 'electron',
          importNames: ['ipcMain'],
          message: 'Only src/main/bridge/ipc.ts imports ipcMain.',
        },
      ],
    }),
    main('src/main/bridge/ipc.ts', { opens: ['electron'] }),
    main('src/main/connections/keychain.ts', { opens: ['keytar'] }),

    boundary('src/preload/**', {
      opens: ['electron'],
      patterns: [{ regex: '/shared/', message: 'The preload takes types only.', allowTypeImports: true }],
    }),
    boundary('src/sandbox/**', {}),
    boundary(['src/sandbox/store/postgres/**', 'src/sandbox/testing/stores.ts'], { opens: ['postgres'] }),

    renderer('src/renderer/**'),
    renderer(
      'src/renderer/ui/**',
      refuse(
        '(^|/)(app|data|features|messages|main|parts|preload|sandbox|ui)/',
        'Parts of the interface import nothing of ours but each other.',
      ),
      {
        group: ['**/shared/**', '!**/shared/rules/texts/fold.ts', '!**/shared/model/file-table.ts'],
        message:
          'Parts of the interface import nothing of ours but how texts are compared and what a file has.',
      },
    ),
    renderer(
      'src/renderer/messages/**',
      refuse('(^|/)(app|data|features|parts|ui)/', 'Messages know nothing of who says them.'),
    ),
    renderer(
      'src/renderer/data/**',
      refuse('(^|/)(app|features|parts|ui)/', 'Server state knows nothing of who shows it.'),
    ),
    renderer(
      'src/renderer/parts/**',
      refuse(
        '(^|/)(app|features)/',
        'What several features show imports data, ui and messages, never a feature or the app.',
      ),
    ),
    renderer(
      'src/renderer/features/**',
      refuse(
        '(^|/)app/|(^|/)features/|^\\.\\./[a-z]',
        'A feature imports data, ui, messages and parts, never another feature or the app.',
      ),
    ),

    boundary('src/workbench/**', {
      paths: [zodTypes],
      patterns: [
        {
          group: ['**/{main,preload,sandbox}/**', '**/renderer/**', '!**/renderer/{ui,public}/**'],
          message:
            'The workbench imports parts of the interface, tables of shared and words, and asks the sandbox by HTTP.',
        },
      ],
    }),

    {
      files: ['e2e/**'],
      // Playwright reads what a fixture needs from the names in its first parameter; one that needs nothing has none there.
      rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
    },
    boundary('e2e/**/*.spec.ts', {
      patterns: [
        refuse(
          '/src/(main/[^t]|preload|renderer|sandbox|workbench|shared/rules)',
          'End-to-end tests know what a person sees, what the bridge says, and their own harness.',
        ),
      ],
    }),
    boundary(['src/**/*.test.ts', 'src/**/*.test.tsx'], { opens: ['keytar'] }),
    {
      files: ['bench/**/*.cjs', 'e2e/**/*.cjs', 'packaging/**/*.cjs'],
      rules: { 'typescript/no-require-imports': 'off' },
    },
    {
      files: ['tools/electron-standin/**', 'bench/empty-window/**'],
      rules: { 'no-restricted-imports': 'off', 'unicorn/require-post-message-target-origin': 'off' },
    },
  ],
});
