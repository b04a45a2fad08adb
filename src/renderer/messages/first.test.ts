import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allWords, startWords } from './language.ts';

const first = await startWords('en-us');
// By its files: what this worker has loaded before must not count.
const atStart = readdirSync(join(import.meta.dirname, '../../words/en-us/start')).map((name) =>
  name.replace('.json', ''),
);

const renderer = join(import.meta.dirname, '..');
const app = readdirSync(join(renderer, 'app'))
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .filter(
    (name) =>
      ![
        'dialogs.tsx',
        'first-steps.tsx',
        'frame-notices.tsx',
        'link-screen.tsx',
        'sidebar-views.tsx',
        'tour.tsx',
      ].includes(name),
  ) // are loaded with all texts
  .map((name) => join('app', name));

/** The namespaces that a file's texts come from, besides the one that all have. */
function namespacesOf(path: string): readonly string[] {
  const text = readFileSync(join(renderer, path), 'utf8');
  return [...text.matchAll(/useTranslation\('([\w-]+)'|\bt\('([\w-]+):/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
}

it('what stands in the window from the start has its texts from the start', () => {
  for (const path of [...app, 'features/connections/welcome.tsx', 'parts/files-aside.tsx'])
    expect(
      namespacesOf(path).filter((name) => !atStart.includes(name)),
      path,
    ).toEqual([]);
});

it('the texts of the first screen are a part of all texts', async () => {
  expect(await allWords('en-us')).toMatchObject(first);
});
