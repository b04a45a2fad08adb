import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedApp } from '../after-pack.ts';
import type { Target } from '../content.ts';
import type { Flavour } from '../fuses.ts';
import { hollowElectron } from './hollow-electron.ts';

const root = join(import.meta.dirname, '..', '..');
const systems = {
  darwin: { option: '--mac', folder: 'mac', executable: 'Audit Desk' },
  linux: { option: '--linux', folder: 'linux-unpacked', executable: 'audit-desk' },
  win32: { option: '--win', folder: 'win-unpacked', executable: 'Audit Desk' },
} as const;

/** Packs the built app into `folder` as `npm run package` does, with a hollow Electron. Throws electron-builder's own message. */
export function packHollow(folder: string, platform: Target['platform'], flavour: Flavour): PackedApp {
  const electron = join(folder, 'electron');
  const output = join(folder, 'output');
  mkdirSync(electron, { recursive: true });
  hollowElectron(electron, platform);
  const system = systems[platform];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      system.option,
      'dir',
      '--x64',
      '--publish=never',
      '--config=electron-builder.config.ts',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, AUDIT_DESK_FLAVOUR: flavour } },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return { platform, arch: 'x64', folder: join(output, system.folder), executable: system.executable };
}
