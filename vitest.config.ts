import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
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
/** These take longest, and wait most of it: begun last, they would go on alone at the end of a run. */
const slowest = [
  'torture/command.test.ts',
  'src/main/command/cli.test.ts',
  'src/main/command/roll-forward.test.ts',
  'src/renderer/app/dialects.test.tsx',
  'src/main/plans/dialects.test.ts',
  'packaging/pack.test.ts',
];
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = slowest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found === -1 ? slowest.length : found;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => place(one) - place(other));
  }
}
const runsAll = process.env['STORES'] === 'all';

export default defineConfig({
  plugins: [wordsByFolder()],
  test: {
    environment: 'node',
    setupFiles: ['src/sandbox/testing/check-answers.ts', 'scripts/same-cases.ts'],
    testTimeout: 60_000, // these end what hangs; a busy machine does not reach them
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowestFirst },
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
