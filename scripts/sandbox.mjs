import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './place.mjs';
import { ensureBundle } from './sandbox-bundle.mjs';

// `npm run sandbox`: the service, made ready to run when its sources have changed and not with every start.
const bundle = ensureBundle();
enableCompileCache(join(root, 'node_modules', '.cache', 'node-compile'));
await import(pathToFileURL(bundle).href); // it is ready then, or has ended
flushCompileCache();
