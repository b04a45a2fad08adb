import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { languages, wordsByFolder } from './packaging/words.ts';

// `main` has two more entries, each for a process of its own: the sandbox service, which the demonstration connection runs, and
// what reads tables of files. Packages
// are bundled, so that a packaged app holds what it runs and no more; all but the keychain's, which has a native part.
export default defineConfig({
  main: {
    // fflate's own build for Node makes a `require` that meets the bundle's; the other has the same functions.
    resolve: { alias: { fflate: 'fflate/browser' } },
    define: { BUILT_FROM: JSON.stringify(process.env['AUDIT_DESK_COMMIT'] ?? '') }, // scripts/build.mjs tells
    build: {
      minify: true,
      target: 'node24',
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          sandbox: 'src/sandbox/demonstration.ts',
          tables: 'src/main/tables/table-process.ts',
        },
        external: ['keytar'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      minify: true,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts', 'sign-in': 'src/preload/sign-in.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react({
        compiler: { panicThreshold: 'all_errors' },
        include: /src\/renderer\/(features|parts|data|app\/palette)\/.*\.tsx?$/,
      }),
      wordsByFolder(),
      { ...optimizeLocales.vite({ locales: languages() }), enforce: 'pre' },
    ],
    // A class has its own name and that of its file in three letters: each name is also in the scripts of the first load.
    css: { modules: { generateScopedName: (name, file) => `${name}_${threeLetters(relative('.', file))}` } },
    build: {
      minify: true,
      target: 'chrome148',
      modulePreload: false, // a screen needs two files at most, both on this disk: a list of them would weigh more than it saves
      chunkSizeWarningLimit: 700, // of the first file; the bench `first-load` watches over what it weighs
      cssCodeSplit: false, // it is small: one file is read sooner than the twenty of a screen, and needs one element
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        // What the window needs at once is one file, smaller and sooner read than fifty; so is the screen that it opens with.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 1 },
              { name: 'audit-list', test: /features[\\/]audits[\\/]audit-list\.tsx$/ },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
});

function threeLetters(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 3);
}
