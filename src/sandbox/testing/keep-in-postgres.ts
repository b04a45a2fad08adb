import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { closeOthers, closeStores, emptyStores, keepInPostgres } from './stores.ts';

// Runs before every test file of the project `postgres`: `openDesk` keeps its state there.

const address = inject('postgres');
if (address !== null) keepInPostgres(address);

beforeEach(({ skip }) => {
  skip(address === null, 'PostgreSQL is not installed here, and could not be: see what the set-up said.');
});
afterEach(async () => {
  await emptyStores();
  await closeOthers();
});
afterAll(closeStores);
