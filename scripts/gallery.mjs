import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, createServer } from 'vite';
import { root, say } from './place.mjs';

// The parts of the interface on one page: `npm run gallery`. It is beside the app and in no package.

const renderer = join(root, 'src', 'renderer');
const config = { root: renderer, configFile: false, logLevel: 'error', plugins: [react()] };

/** Builds the page into a folder. */
export async function buildGallery(outDir) {
  await build({
    ...config,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome148',
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      rolldownOptions: { input: { gallery: join(renderer, 'gallery', 'index.html') } },
    },
  });
}

if (import.meta.main) {
  const server = await createServer(config);
  await server.listen();
  say(`${server.resolvedUrls?.local[0] ?? ''}gallery/`);
}
