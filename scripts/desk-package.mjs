import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './place.mjs';
import { bundle } from './sandbox-bundle.mjs';
import { makeTarball } from './tarball.mjs';

// `npm run desk:package`: the app's work without its window, as a package for a server: the command `audit-desk`.

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = {
  name: 'audit-desk',
  description:
    'The work of Audit Desk without its window: plans, imports and roll-forwards from a scheduler.',
  engines: { node: '>=24.5' }, // which takes the certificates of the system and the proxy of the environment
  bin: { 'audit-desk': 'audit-desk.js' },
  optionalDependencies: { keytar: dependencies.keytar }, // on a server a variable may have the secret
};

async function fill(folder) {
  await bundle({
    outDir: folder,
    target: 'node24',
    external: ['keytar'],
    rolldownOptions: {
      input: {
        desk: 'src/main/command/cli.ts',
        check: 'src/check/cli.ts',
        'table-process': 'src/main/tables/table-process.ts',
      },
      // All in one folder: what looks for files beside itself may be in any of them.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
    },
  });
  for (const name of ['audit-desk.js', 'run.js', 'README.md'])
    cpSync(join(root, 'packaging', 'command', name), join(folder, name));
  const languages = readdirSync(join(root, 'src', 'words'), { withFileTypes: true });
  for (const { name } of languages.filter((entry) => entry.isDirectory()))
    cpSync(join(root, 'src', 'words', name), join(folder, 'words', name), { recursive: true });
}

await makeTarball({ ...manifest, inside: ['electron-log', 'fflate', 'hucre', 'papaparse', 'zod'] }, fill);
