import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { withApp } from './app.ts';
import { withBuild } from './build.ts';
import type { Figure } from './measurement.ts';

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

async function floorSize(root: string): Promise<number> {
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

/** The files that the window has loaded by the time its first screen stands, lazy ones among them. */
async function loadedFiles(root: string, folder: string): Promise<readonly string[]> {
  const addresses = await withApp(root, folder, (page) =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  return [...new Set(addresses.map((address) => new URL(address).pathname))];
}

async function size(renderer: string, names: readonly string[], ending: 'js' | 'css'): Promise<number> {
  const wanted = names.filter((name) => name.endsWith(`.${ending}`));
  const files = await Promise.all(wanted.map((name) => readFile(join(renderer, name))));
  return files.reduce((sum, file) => sum + gzipped(file), 0);
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

/** What the interface loads first, gzip -9, against the libraries alone, bundled by the same bundler. */
export const firstLoad: Figure = (root) =>
  withBuild(root, async (folder) => {
    const renderer = join(folder, 'renderer');
    const least = await floorSize(root);
    const loaded = await loadedFiles(root, folder);
    const all = await readdir(renderer, { recursive: true });
    const scripts = await size(renderer, loaded, 'js');
    return [
      {
        figure: 'first load, scripts, gzip',
        value: kibibytes(scripts),
        beside: `${(scripts / least).toFixed(2)} × react, react-dom, react-query, zustand alone (${kibibytes(least)}); goal ≤ 2.2 ×`,
      },
      {
        figure: 'first load, styles, gzip',
        value: kibibytes(await size(renderer, loaded, 'css')),
        beside: '',
      },
      { figure: 'all scripts, gzip', value: kibibytes(await size(renderer, all, 'js')), beside: '' },
    ];
  });
