import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Desktop from '../src/main/desktop/words.ts';
import type * as Help from '../src/renderer/features/help/help-pages.ts';
import type * as Messages from '../src/renderer/messages/language.ts';
import type * as Languages from '../src/words/languages.ts';
import { languages, wordsByFolder } from './words.ts';

// The project with one folder more: a language that no code names.

const root = join(import.meta.dirname, '..');
let copy: string;
let server: ViteDevServer;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'audit-desk-words-'));
  mkdirSync(join(copy, 'src'));
  cpSync(join(root, 'src/words'), join(copy, 'src/words'), { recursive: true });
  cpSync(join(root, 'src/words/nl'), join(copy, 'src/words/de'), { recursive: true });
  writeFileSync(
    join(copy, 'src/words/de/language.json'),
    '{ "name": "Deutsch", "locale": "de-DE", "place": 4 }',
  );
  for (const name of [
    'node_modules',
    'package.json',
    'tsconfig.base.json',
    'src/main',
    'src/renderer',
    'src/shared',
  ])
    symlinkSync(join(root, name), join(copy, name));

  server = await createServer({
    root: copy,
    configFile: false,
    logLevel: 'error',
    plugins: [wordsByFolder()],
    resolve: { preserveSymlinks: true },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
});

afterAll(async () => {
  await server.close();
  rmSync(copy, { recursive: true, force: true });
});

// The module at the path that stands beside it in each call.
const load = async <Module>(path: string) => (await server.ssrLoadModule(`/${path}`)) as Module;

test('a language is a folder: with one more it is offered, spoken by pages, menus and notices, and packed', async () => {
  const { languages: offered, languageFor } = await load<typeof Languages>('src/words/languages.ts');
  expect(offered.map(({ name }) => name)).toEqual(['English', 'Nederlands', 'Italiano', 'Deutsch']);
  expect(languageFor(null, 'de-AT')).toBe('de');

  const { allWords } = await load<typeof Messages>('src/renderer/messages/language.ts');
  expect(await allWords('de')).toEqual(await allWords('nl'));

  const { desktopWords, commandWords } = await load<typeof Desktop>('src/main/desktop/words.ts');
  expect(desktopWords('de')).toEqual(desktopWords('nl'));
  expect(commandWords('de')).toEqual(commandWords('nl'));

  const { helpPagesOf } = await load<typeof Help>('src/renderer/features/help/help-pages.ts');
  expect(helpPagesOf(await allWords('de'))).toHaveProperty('audits.title');
  expect(languages(copy)).toEqual(['de', 'en-US', 'it', 'nl']);
});
