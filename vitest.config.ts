import { defineConfig } from 'vitest/config';
import { wordsByFolder } from './packaging/words.ts';

const own = 'src/sandbox/store/postgres/*.test.ts';

/** Tests of the sandbox that say nothing about where it keeps its state: they hold with PostgreSQL, too. */
const onBothStores = [
  'src/sandbox/conformance.test.ts',
  'src/sandbox/domain/*.test.ts',
  ...[
    'bad-input',
    'connections',
    'control',
    'faults',
    'fuzz-requests',
    'limits',
    'limits-law',
    'pages',
    'pages-law',
    'reasons',
    'recorder',
    'replay',
    'router',
    'snapshots',
    'state',
  ].map((name) => `src/sandbox/http/${name}.test.ts`),
];
/** Those that send thousands of requests take minutes there. `STORES=all npm run unit -- --project postgres` runs them as well. */
const longOnes = [
  ...['generated', 'model', 'coupling-atomic'].map((name) => `src/sandbox/domain/${name}.test.ts`),
  ...['faults', 'limits-law', 'pages-law'].map((name) => `src/sandbox/http/${name}.test.ts`),
];
const runsAll = process.env['STORES'] === 'all';

export default defineConfig({
  plugins: [wordsByFolder()],
  test: {
    environment: 'node',
    setupFiles: ['src/sandbox/testing/check-answers.ts', 'scripts/same-cases.ts'],
    testTimeout: 60_000, // these end what hangs; a busy machine does not reach them
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: '100%',
    isolate: false, // a worker keeps its modules: most of the time went into loading them again
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
            'torture/**/*.test.ts',
            'packaging/**/*.test.ts',
          ],
          exclude: [own],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onBothStores, own],
          exclude: runsAll ? [] : longOnes,
          setupFiles: ['src/sandbox/testing/keep-in-postgres.ts'],
          globalSetup: ['src/sandbox/testing/start-postgres.ts'],
          ...(runsAll ? { testTimeout: 900_000 } : {}),
        },
      },
    ],
  },
});
