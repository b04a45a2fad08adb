import { runService } from './process.ts';

// `npm run sandbox`. What PostgreSQL needs is loaded only where it is asked for, and is not in the app.

await runService(async (options) => {
  const { openPostgres } = await import('./store/postgres/postgres.ts');
  return openPostgres(options);
});
