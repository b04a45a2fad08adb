import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { build } from 'vite';

// The least that an app of this kind loads: the four libraries that its first screen cannot do without.
const floor = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
  import { create } from 'zustand';
  const useCount = create(() => ({ count: 0 }));
  function Count() {
    const { data } = useQuery({ queryKey: ['count'], queryFn: () => 1 });
    return useCount().count + (data ?? 0);
  }
  createRoot(document.body).render(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Count)),
  );
`;

function gzipped(code: string | Uint8Array): number {
  return gzipSync(code, { level: 9 }).length;
}

/** Bytes, gzip -9, of the libraries alone that no first screen can do without, bundled as the app is. */
export async function floorSize(root: string): Promise<number> {
  const entry = join(root, 'floor.js'); // resolves packages from the project; nothing is written there
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? floor : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'chrome148',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !('output' in output)) throw new Error('the floor was not built');
  return output.output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipped(chunk.code) : 0), 0);
}

/** The files that a window has loaded so far, lazy ones among them: paths from the folder of the interface. */
export async function loadedFiles(page: Page): Promise<readonly string[]> {
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  return [...new Set(addresses.map((address) => new URL(address).pathname))];
}

/** Bytes, gzip -9 each, of the files of a kind among these in the built interface. */
export async function sizeOf(
  renderer: string,
  names: readonly string[],
  ending: 'js' | 'css',
): Promise<number> {
  const wanted = names.filter((name) => name.endsWith(`.${ending}`));
  const files = await Promise.all(wanted.map((name) => readFile(join(renderer, name))));
  return files.reduce((sum, file) => sum + gzipped(file), 0);
}
