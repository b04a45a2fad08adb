import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The project's own settings, tried on a house of a few empty rooms: what may be imported is, and nothing else.

const root = dirname(import.meta.dirname);
const settings = [
  'oxlint.config.ts',
  'tsconfig.base.json',
  ...['shared', 'words', 'main', 'preload', 'renderer', 'sandbox', 'workbench'].map(
    (room) => `src/${room}/tsconfig.json`,
  ),
];

const house: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'src/shared/model/audit.ts': `import { z } from 'zod';\n\nexport const Audit = z.string();\nexport type Audit = string;\n`,
  'src/shared/rules/audit.ts': `import { Audit } from '../model/audit.ts';\n\nexport const rule = Audit;\n`,
  'src/shared/api.ts': `import { Audit } from './model/audit.ts';\n\nexport const operations = { Audit };\n`,
  'src/shared/bridge.ts': `import { operations } from './api.ts';\n\nexport const channel = String(operations);\nexport type Bridge = string;\n`,
  'src/words/en-us/desktop.json': '{ "quit": "Quit" }\n',
  'src/words/languages.ts': `export const languages = Object.keys(import.meta.glob('./*/desktop.json'));\n`,
  'src/main/desktop/words.ts': `import { languages } from '../../words/languages.ts';\n\nexport const words = languages;\n`,
  'src/main/storage/store.ts': `import { readFileSync } from 'node:fs';\nimport { operations } from '../../shared/api.ts';\n\nexport const store = [readFileSync, operations];\n`,
  'src/main/desktop/window.ts': `import { BrowserWindow } from 'electron';\n\nexport const open = () => new BrowserWindow();\n`,
  'src/main/bridge/ipc.ts': `import { ipcMain } from 'electron';\n\nexport const stop = () => ipcMain.removeHandler('a');\n`,
  'src/main/connections/keychain.ts': `import keytar from 'keytar';\n\nexport const read = keytar.getPassword;\n`,
  'src/preload/index.ts': `import { contextBridge } from 'electron';\nimport type { Bridge } from '../shared/bridge.ts';\n\nexport const bridge = (value: Bridge) => contextBridge.exposeInMainWorld('a', value);\n`,
  'src/sandbox/store/postgres/postgres.ts': `import pg from 'pg';\n\nexport const open = () => new pg.Pool();\n`,
  'src/sandbox/app.ts': `import { operations } from '../shared/api.ts';\n\nexport const app = operations;\n`,
  'src/renderer/ui/button.ts': `export const button = () => document.createElement('button');\n`,
  'src/renderer/data/audits.ts': `import { rule } from '../../shared/rules/audit.ts';\n\nexport const audits = rule;\n`,
  'src/renderer/parts/dialog.ts': `import { audits } from '../data/audits.ts';\nimport { button } from '../ui/button.ts';\n\nexport const dialog = [audits, button];\n`,
  'src/renderer/features/audits/list.ts': `import { audits } from '../../data/audits.ts';\nimport { dialog } from '../../parts/dialog.ts';\nimport { button } from '../../ui/button.ts';\n\nexport const list = [audits, button, dialog];\n`,
  'src/renderer/features/users/users.ts': `export const users = 1;\n`,
  'src/renderer/app/frame.ts': `import { list } from '../features/audits/list.ts';\n\nexport const frame = list;\n`,
  'src/workbench/frame.ts': `import { button } from '../renderer/ui/button.ts';\nimport { operations } from '../shared/api.ts';\n\nexport const frame = [button, operations];\n`,
};

/** For a compiler on a machine that is busy with other tests, in milliseconds. */
const limit = 60_000;

let folder: string;
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-walls-'));
  for (const path of settings) cpSync(join(root, path), join(folder, path));
  for (const [path, text] of Object.entries(house)) put(path, text);
  // Each package by itself: what the compiler caches below node_modules must not reach the project's own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(tool: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  return stdout + stderr;
}

/** What the compiler says of all rooms: the codes by file. */
function compile(): Readonly<Record<string, readonly string[]>> {
  const rooms = ['shared', 'words', 'main', 'preload', 'renderer', 'sandbox', 'workbench'];
  const said = run('tsc', '-b', ...rooms.map((room) => `src/${room}`), '--pretty', 'false');
  const codes: Record<string, string[]> = {};
  for (const [, file = '', code = ''] of said.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)) {
    const known = codes[file] ?? [];
    codes[file] = known.includes(code) ? known : [...known, code];
  }
  return codes;
}

/** What the linter says of all rooms: the messages by file. */
function lint(): Readonly<Record<string, string>> {
  // The linter's own report.
  const { diagnostics } = JSON.parse(run('oxlint', '--format', 'json', 'src', 'e2e')) as {
    diagnostics: { code: string; filename: string; message: string; help?: string }[];
  };
  const said: Record<string, string> = {};
  for (const { code, filename, help, message } of diagnostics)
    said[filename] = `${said[filename] ?? ''}${code}: ${help ?? message}\n`;
  return said;
}

test(
  'what the architecture allows passes both',
  () => {
    expect(compile()).toEqual({});
    expect(lint()).toEqual({});
  },
  limit,
);

describe('the compiler refuses', () => {
  const probes: readonly (readonly [path: string, text: string, code: string])[] = [
    ['src/renderer/data/probe.ts', `export { store } from '../../main/storage/store.ts';`, 'TS6307'],
    ['src/renderer/app/probe.ts', `export { app } from '../../sandbox/app.ts';`, 'TS6307'],
    ['src/renderer/app/probe-node.ts', `export { readFileSync } from 'node:fs';`, 'TS2591'],
    ['src/main/probe.ts', `export { button } from '../renderer/ui/button.ts';`, 'TS6307'],
    ['src/main/probe-sandbox.ts', `export { app } from '../sandbox/app.ts';`, 'TS6307'],
    ['src/main/probe-page.ts', `export const page = document;`, 'TS2584'],
    ['src/sandbox/probe.ts', `export { store } from '../main/storage/store.ts';`, 'TS6307'],
    ['src/preload/probe.ts', `export { store } from '../main/storage/store.ts';`, 'TS6307'],
    ['src/workbench/probe.ts', `export { app } from '../sandbox/app.ts';`, 'TS6307'],
    ['src/sandbox/probe-workbench.ts', `export { frame } from '../workbench/frame.ts';`, 'TS6307'],
    ['src/words/probe.ts', `export { rule } from '../shared/rules/audit.ts';`, 'TS6307'],
    ['src/shared/probe-node.ts', `export { readFileSync } from 'node:fs';`, 'TS2591'],
    ['src/shared/probe-page.ts', `export const page = document;`, 'TS2584'],
    ['src/shared/probe-main.ts', `export { store } from '../main/storage/store.ts';`, 'TS6307'],
  ];
  let codes: Readonly<Record<string, readonly string[]>>;
  beforeAll(() => {
    for (const [path, text] of probes) put(path, text);
    codes = compile();
    for (const [path] of probes) rmSync(join(folder, path));
  }, limit);

  test.each(probes)('%s: %s', (path, _text, code) => {
    expect(codes[path]).toContain(code);
  });
});

describe('the linter refuses', () => {
  const probes: readonly (readonly [path: string, text: string, sentence: string])[] = [
    ['src/main/probe.ts', `import { app } from 'electron';`, 'Only src/main/index.ts, src/main/desktop'],
    [
      'src/main/api/probe.ts',
      `import type { App } from 'electron';`,
      'Only src/main/index.ts, src/main/desktop',
    ],
    [
      'src/main/desktop/menu.ts',
      `import { ipcMain } from 'electron';`,
      'Only src/main/bridge/ipc.ts imports ipcMain',
    ],
    [
      'src/main/connections/probe.ts',
      `import keytar from 'keytar';`,
      'Only src/main/connections/keychain.ts',
    ],
    [
      'src/main/desktop/processes.ts',
      `import { app } from '../sandbox/app.ts';`,
      'starts the sandbox by its file',
    ],
    [
      'src/preload/probe.ts',
      `import { channel } from '../shared/bridge.ts';`,
      'The preload takes types only',
    ],
    ['e2e/probe.spec.ts', `import { app } from '../src/sandbox/app.ts';`, 'End-to-end tests know what'],
    ['src/sandbox/probe-pg.ts', `import pg from 'pg';`, 'Only src/sandbox/store/postgres'],
    ['src/sandbox/probe.ts', `import { app } from 'electron';`, 'Only src/main/index.ts, src/main/desktop'],
    ['src/shared/probe.ts', `import { useState } from 'react';`, 'zod is the only package of src/shared'],
    ['src/shared/model/probe.ts', `import { rule } from '../rules/audit.ts';`, 'Models know no rules'],
    ['src/shared/rules/probe.ts', `import { channel } from '../bridge.ts';`, 'Rules know no service table'],
    ['src/shared/model/probe-api.ts', `import { operations } from '../api.ts';`, 'Models know no rules'],
    ['src/renderer/ui/probe.ts', `import { audits } from '../data/audits.ts';`, 'import nothing of ours'],
    [
      'src/renderer/ui/probe-shared.ts',
      `import { rule } from '../../shared/rules/audit.ts';`,
      'import nothing of ours',
    ],
    [
      'src/renderer/data/probe.ts',
      `import { users } from '../features/users/users.ts';`,
      'Server state knows nothing',
    ],
    [
      'src/renderer/data/probe-ui.ts',
      `import { button } from '../ui/button.ts';`,
      'Server state knows nothing',
    ],
    [
      'src/renderer/data/probe-parts.ts',
      `import { dialog } from '../parts/dialog.ts';`,
      'Server state knows nothing',
    ],
    [
      'src/renderer/ui/probe-parts.ts',
      `import { dialog } from '../parts/dialog.ts';`,
      'import nothing of ours',
    ],
    [
      'src/renderer/parts/probe.ts',
      `import { users } from '../features/users/users.ts';`,
      'What several features show',
    ],
    [
      'src/renderer/features/audits/probe.ts',
      `import { users } from '../users/users.ts';`,
      'never another feature',
    ],
    [
      'src/renderer/features/audits/probe-app.ts',
      `import { frame } from '../../app/frame.ts';`,
      'never another feature',
    ],
    ['src/renderer/app/probe.ts', `import { z } from 'zod';`, 'takes types from schemas'],
    [
      'src/renderer/app/probe-keytar.ts',
      `import keytar from 'keytar';`,
      'Only src/main/connections/keychain.ts',
    ],
    [
      'src/workbench/probe.ts',
      `import { audits } from '../renderer/data/audits.ts';`,
      'asks the sandbox by HTTP',
    ],
    ['src/workbench/probe-zod.ts', `import { z } from 'zod';`, 'takes types from schemas'],
    ['src/main/barrel.ts', `export * from './store.ts';\nexport * from './ipc.ts';`, 'barrel'],
  ];
  let said: Readonly<Record<string, string>>;
  beforeAll(() => {
    for (const [path, text] of probes) put(path, text);
    said = lint();
    for (const [path] of probes) rmSync(join(folder, path));
  }, limit);

  test.each(probes)('%s: %s', (path, _text, sentence) => {
    expect(said[path]).toContain(sentence);
  });
});

// The linter looks at static imports only.
test('what is imported at run time is imported behind its boundary too', () => {
  const found = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) =>
      /(import|require)\(\s*['"](electron|keytar)['"/]/.test(readFileSync(join(root, 'src', path), 'utf8')),
    );
  expect(found).toEqual([join('main', 'connections', 'keychain.ts')]);
});

test('the interface takes types from the schemas and never zod itself, by no way round', () => {
  // What is imported for more than its types, from the first file of the interface on (decision 0002).
  const reached = new Map<string, string>();
  const next: (readonly [file: string, from: string])[] = [[join(root, 'src/renderer/main.tsx'), '']];
  for (let step = next.pop(); step !== undefined; step = next.pop()) {
    const [file, from] = step;
    if (reached.has(file)) continue;
    reached.set(file, from);
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(file, 'utf8');
    const statements = source.matchAll(/^(?:import|export) (?!type )([^;]*?) from '(\.[^']+|zod)';/gms);
    const values = [...statements].filter(([, names = '']) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names));
    const lazy = [...source.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) => path);
    for (const target of [...values.map(([, , path = '']) => path), ...lazy])
      next.push([target === 'zod' ? target : join(dirname(file), target), file]);
  }
  expect(reached.size).toBeGreaterThan(200);
  expect(reached.get('zod')?.slice(root.length)).toBeUndefined();
});
