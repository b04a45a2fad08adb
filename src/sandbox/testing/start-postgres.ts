import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of this run, or null where it is not installed. */
    postgres: string | null;
  }
}

/** One server for all test files of a run. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  provide('postgres', cluster?.address ?? null);
  return async () => {
    await cluster?.end();
  };
}
