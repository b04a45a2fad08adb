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
  const powers = all(/([\w-]+: write|write-all)/g);
  expect(powers).toEqual(['contents: write', 'id-token: write', 'attestations: write']);
  expect(workflow.indexOf(': write')).toBeGreaterThan(workflow.indexOf('  draft:'));
});

test('every action is named by its commit', () => {
  const used = all(/uses: (.+)/g);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});

test('security 52: what is given out is signed, and looked at, or there is no draft', () => {
  const release = workflow.split(/^ {6}- /m).filter((step) => step.includes('run: npm run package'));
  expect(release.filter((step) => !step.includes('AUDIT_DESK_RELEASE'))).toHaveLength(1); // the flavour for tests
  for (const look of ['Get-AuthenticodeSignature', 'codesign --verify', 'spctl --assess', 'stapler validate'])
    expect(workflow.indexOf(look)).toBeGreaterThan(workflow.indexOf('signed for macOS'));
  expect(workflow.indexOf('packaging/sign-release.ts')).toBeLessThan(workflow.indexOf('gh release create'));
  const config = readFileSync(join(root, 'electron-builder.config.ts'), 'utf8');
  expect(config).toContain(
    "isRelease ? { forceCodeSigning: true, electronDist: 'node_modules/electron/dist' }",
  );
});

test('Electronegativity has a job of its own, without a secret', () => {
  const job = /^ {2}electronegativity:\n(?: {4}.*\n|\n)+/m.exec(workflow)?.[0] ?? '';
  expect(job).toContain('npm run electronegativity');
  expect(job).not.toMatch(/secrets\.|vars\.|write|token/);
  expect(workflow.replace(job, '')).not.toContain('npm run electronegativity');
});

test('what it runs is there, under the name it uses', () => {
  const run = [...all(/npm run ([\w:-]+)/g), ...(workflow.includes('npm test') ? ['test'] : [])];
  expect(run.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  expect(run).toEqual(expect.arrayContaining(['package', 'electronegativity', 'e2e', 'test']));
});

test('it names secrets, holds none, and hands each to the step that signs with it alone', () => {
  expect([...new Set(all(/secrets\.(\w+)/g))].toSorted()).toEqual([
    'APPLE_API_ISSUER',
    'APPLE_API_KEY',
    'APPLE_API_KEY_ID',
    'MAC_CERTIFICATE',
    'MAC_CERTIFICATE_PASSWORD',
    'UPDATE_PRIVATE_KEY',
    'WINDOWS_CERTIFICATE',
    'WINDOWS_CERTIFICATE_PASSWORD',
  ]);
  const steps = workflow.split(/^ {6}- /m).filter((step) => step.includes('secrets.'));
  const prefixes = steps.map((step) =>
    [...step.matchAll(/secrets\.(WINDOWS|MAC|APPLE|UPDATE)/g)].map(([, of]) => of),
  );
  expect(prefixes.map((of) => [...new Set(of)])).toEqual([['WINDOWS'], ['MAC', 'APPLE'], ['UPDATE']]);
});

test('what is packaged is tested as it was packaged, before any draft', () => {
  const at = (words: string) => workflow.indexOf(words);
  expect(at('npm test')).toBeGreaterThan(-1);
  expect(at('npm run e2e -- packaged.spec')).toBeGreaterThan(at('The packages, signed for macOS'));
  expect(at('sha256sum')).toBeGreaterThan(at('npm sbom'));
  expect(workflow).toMatch(/draft:\n {4}needs: \[electronegativity, package\]/);
  expect(workflow).toContain('gh release create "$GITHUB_REF_NAME" --repo "$GITHUB_REPOSITORY" --draft');
});

test('every kind of package is handed on', () => {
  for (const ending of ['exe', 'msi', 'dmg', 'AppImage', 'deb'])
    expect(workflow).toContain(`dist/*.${ending}`);
});
