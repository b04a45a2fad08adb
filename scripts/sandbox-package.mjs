import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { postmanCollection } from '../packaging/sandbox/clients/postman.mjs';
import { giveUp, projectNode, root } from './place.mjs';
import { bundle } from './sandbox-bundle.mjs';
import { makeTarball } from './tarball.mjs';
import { ensureWorkbench } from './workbench.mjs';

// `npm run sandbox:package`: the service as a package that others install, into `dist/` or the folder that is named.

const manifest = {
  name: 'audit-sandbox',
  description: 'The Audit Management API on your own machine, as a command and inside tests.',
  engines: { node: '>=22.13' },
  bin: { 'audit-sandbox': 'audit-sandbox.js' },
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  peerDependencies: { pg: '^8.0.0' },
  peerDependenciesMeta: { pg: { optional: true } },
};

/** What is inside the bundles, with what these need. */
const inside = [
  '@fontsource-variable/inter',
  '@tanstack/react-query',
  'lucide-react',
  'react',
  'react-aria-components',
  'react-dom',
  'react-router',
  'swagger-ui-dist',
  'zod',
];

/** The document that the service of a folder shows. */
async function documentOf(folder) {
  const { createSandbox } = await import(pathToFileURL(join(folder, 'index.js')).href);
  const sandbox = await createSandbox();
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...sandbox.account });
  const issued = await sandbox.fetch('/api/v1/oauth/token/', { method: 'POST', body });
  const { access_token: token } = await issued.json();
  const answer = await sandbox.fetch('/api/v1/schema/', { headers: { Authorization: `Bearer ${token}` } });
  await sandbox.close();
  return answer.json();
}

async function fill(folder) {
  await bundle({
    outDir: folder,
    target: 'node22',
    external: ['pg'],
    rolldownOptions: {
      input: { cli: 'src/sandbox/cli.ts', index: 'src/sandbox/index.ts' },
      // All in one folder: what looks for files beside itself may be in any of them.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
    },
  });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(projectNode(), [compiler, '-b', join(root, 'src', 'sandbox')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) giveUp('The types of the library could not be made: see above.');
  const files = {
    'audit-sandbox.js': 'packaging/sandbox/audit-sandbox.js',
    'index.d.ts': 'node_modules/.cache/tsc/sandbox/index.d.ts', // it needs no other
    'README.md': 'packaging/sandbox/README.md',
    'viewer/swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
    'viewer/swagger-ui-bundle.js.LICENSE.txt':
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt',
    'viewer/swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  };
  for (const [name, source] of Object.entries(files)) cpSync(join(root, source), join(folder, name));
  cpSync(join(root, 'packaging/sandbox/proxies'), join(folder, 'proxies'), { recursive: true });
  cpSync(ensureWorkbench(), join(folder, 'workbench'), { recursive: true });
  const collection = postmanCollection(await documentOf(folder));
  writeFileSync(join(folder, 'postman.json'), `${JSON.stringify(collection, null, 2)}\n`);
}

await makeTarball({ ...manifest, inside }, fill);
