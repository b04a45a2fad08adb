import { inject } from 'vitest';

/** The address of the PostgreSQL of this run. Without one, every test of the project is skipped before it asks. */
export function clusterAddress(): string {
  const address = inject('postgres');
  if (address === null) throw new Error('PostgreSQL is not installed here.');
  return address;
}
