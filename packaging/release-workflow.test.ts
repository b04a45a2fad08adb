import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const workflow = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const all = (pattern: RegExp) => [...workflow.matchAll(pattern)].map(([, found = '']) => found);

test('the release starts with a tag alone, and may write in the job alone that makes the draft', () => {
  expect(workflow).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\npermissions:\n {2}contents: read\n/m);
  expect(all(/(contents: write|write-all|id-token: write)/g)).toEqual(['contents: write']);
  expect(workflow.indexOf('contents: write')).toBeGreaterThan(workflow.indexOf('  draft:'));
});

test('what it runs is there, under the name it uses', () => {
  const run = [...all(/npm run ([\w:-]+)/g), ...(workflow.includes('npm test') ? ['test'] : [])];
  expect(run.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  expect(run).toEqual(expect.arrayContaining(['package', 'electronegativity', 'e2e', 'test']));
});

test('it names secrets, holds none, and hands them to the step that signs alone', () => {
  expect([...new Set(all(/secrets\.(\w+)/g))].toSorted()).toEqual([
    'APPLE_API_ISSUER',
    'APPLE_API_KEY',
    'APPLE_API_KEY_ID',
    'MAC_CERTIFICATE',
    'MAC_CERTIFICATE_PASSWORD',
    'WINDOWS_CERTIFICATE',
    'WINDOWS_CERTIFICATE_PASSWORD',
  ]);
  const steps = workflow.split(/^ {6}- /m).filter((step) => step.includes('secrets.'));
  expect(steps).toHaveLength(1);
  expect(steps[0]).toContain('The packages, signed');
});

test('what is packaged is tested as it was packaged, before any draft', () => {
  const at = (words: string) => workflow.indexOf(words);
  expect(at('npm test')).toBeGreaterThan(-1);
  expect(at('npm run e2e -- packaged.spec')).toBeGreaterThan(at('The packages, signed'));
  expect(at('sha256sum')).toBeGreaterThan(at('npm sbom'));
  expect(workflow).toMatch(/draft:\n {4}needs: package/);
  expect(workflow).toContain('gh release create "$GITHUB_REF_NAME" --repo "$GITHUB_REPOSITORY" --draft');
});

test('every kind of package is handed on', () => {
  for (const ending of ['exe', 'msi', 'dmg', 'AppImage', 'deb'])
    expect(workflow).toContain(`dist/*.${ending}`);
});
