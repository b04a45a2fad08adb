import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundle } from './sandbox-bundle.mjs';
import { ensureWorkbench } from './workbench.mjs';

// `npm run sandbox`: the service, made ready to run when its sources have changed and not with every start; so is the
// workbench, where the control plane is open.
if (process.argv.includes('--control')) process.argv.push('--workbench', ensureWorkbench());
const bundle = ensureBundle();
enableCompileCache(join(dirname(bundle), 'compiled')); // goes when the bundle goes
await import(pathToFileURL(bundle).href); // it is ready then, or has ended
flushCompileCache();
