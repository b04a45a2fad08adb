import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { root } from './place.mjs';

// `npm run sandbox`: the service from its sources, which are made ready to run once and not with every start.
enableCompileCache(join(root, 'node_modules', '.cache', 'sandbox'));
await import('../src/sandbox/cli.ts'); // it is ready then, or has ended
flushCompileCache();
