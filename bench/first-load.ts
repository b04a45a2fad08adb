import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { floorSize, loadedFiles, sizeOf } from '../e2e/loaded.ts';
import { withApp } from './app.ts';
import { withBuild } from './build.ts';
import type { Figure } from './measurement.ts';

function kibibytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

/** What the interface loads first, gzip -9, against the libraries alone, bundled by the same bundler. */
export const firstLoad: Figure = (root) =>
  withBuild(root, async (folder) => {
    const renderer = join(folder, 'renderer');
    const least = await floorSize(root);
    const loaded = await withApp(root, folder, loadedFiles);
    const all = await readdir(renderer, { recursive: true });
    const scripts = await sizeOf(renderer, loaded, 'js');
    return [
      {
        figure: 'first load, scripts, gzip',
        value: kibibytes(scripts),
        beside: `${(scripts / least).toFixed(2)} × react, react-dom, react-query, zustand alone (${kibibytes(least)}); goal ≤ 2.0 ×`,
      },
      {
        figure: 'first load, styles, gzip',
        value: kibibytes(await sizeOf(renderer, loaded, 'css')),
        beside: '',
      },
      { figure: 'all scripts, gzip', value: kibibytes(await sizeOf(renderer, all, 'js')), beside: '' },
    ];
  });
