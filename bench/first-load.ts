import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
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

/** The files of one ending that a page loads before it shows anything: those that its HTML names. */
async function namedSize(renderer: string, ending: 'js' | 'css'): Promise<number> {
  const html = await readFile(join(renderer, 'index.html'), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .flatMap(([, name]) => (name === undefined ? [] : [name]))
    .filter((name) => name.endsWith(`.${ending}`));
  const files = await Promise.all([...new Set(names)].map((name) => readFile(join(renderer, name))));
  return files.reduce((sum, file) => sum + gzipped(file), 0);
}

async function wholeSize(renderer: string): Promise<number> {
  const entries = await readdir(renderer, { recursive: true });
  const scripts = entries.filter((name) => name.endsWith('.js'));
  const files = await Promise.all(scripts.map((name) => readFile(join(renderer, name))));
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
    const scripts = await namedSize(renderer, 'js');
    return [
      {
        figure: 'first load, scripts, gzip',
        value: kibibytes(scripts),
        beside: `${(scripts / least).toFixed(2)} × react, react-dom, react-query, zustand alone (${kibibytes(least)}); goal ≤ 3.5 ×`,
      },
      { figure: 'first load, styles, gzip', value: kibibytes(await namedSize(renderer, 'css')), beside: '' },
      {
        figure: 'all scripts of the interface, gzip',
        value: kibibytes(await wholeSize(renderer)),
        beside: '',
      },
    ];
  });
