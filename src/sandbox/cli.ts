import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runService } from './process.ts';
import { UnusableDatabase } from './store/unusable.ts';

// `npm run sandbox`, and `audit-sandbox` of the package. What PostgreSQL needs is loaded only where it is asked for, and is not in the app.

const workbench = join(import.meta.dirname, 'workbench'); // in the package

await runService(
  async (options) => {
    const { openPostgres } = await import('./store/postgres/postgres.ts').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
        throw new UnusableDatabase('the package pg is missing: npm install pg');
      throw error;
    });
    return openPostgres(options);
  },
  existsSync(workbench) ? workbench : undefined,
);
