import { defineConfig } from 'vitest/config';
import { wordsByFolder } from './packaging/words.ts';

export default defineConfig({
  plugins: [wordsByFolder()],
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'tools/**/*.test.ts',
      'torture/**/*.test.ts',
      'packaging/**/*.test.ts',
    ],
    environment: 'node',
    setupFiles: ['src/sandbox/testing/check-answers.ts', 'scripts/same-cases.ts'],
    testTimeout: 20_000,
    maxWorkers: '100%',
    isolate: false, // a worker keeps its modules: most of the time went into loading them again
  },
});
