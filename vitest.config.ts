import { defineConfig } from 'vitest/config';

export default defineConfig({
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
    setupFiles: ['src/sandbox/testing/check-answers.ts'],
    testTimeout: 20_000,
  },
});
