import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import configuration from '../electron-builder.config.ts';

const root = join(import.meta.dirname, '..');
const textOf = (name: string): string =>
  readFileSync(join(root, '.github', 'workflows', `${name}.yml`), 'utf8');
const [workflow, testing] = [textOf('release'), textOf('test')];
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const all = (pattern: RegExp, text = workflow) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const jobs = new Map(
  workflow
    .slice(workflow.indexOf('jobs:\n'))
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)
    .map((job) => [job.slice(0, job.indexOf(':')), job]),
);
const job = (name: string): string => jobs.get(name) ?? '';
const signing = [job('sign-app'), job('sign-packages')];

test('the release starts with a tag alone, and may write in the job alone that makes the draft', () => {
  expect(workflow).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\npermissions:\n {2}contents: read\n/m);
  const powers = all(/([\w-]+: write|write-all)/g);
  expect(powers).toEqual(['contents: write', 'id-token: write', 'attestations: write']);
  expect(all(/([\w-]+: write)/g, job('draft'))).toEqual(powers);
});

test('pull requests are tested, without a secret and without anything that may write', () => {
  expect(testing).toMatch(/^on:\n {2}pull_request:\npermissions:\n {2}contents: read\n/m);
  expect(testing).not.toMatch(/secrets\.|: write|write-all|pull_request_target|environment:/);
  expect(testing).toContain('npm test');
});

test('every action is named by its commit', () => {
  for (const text of [workflow, testing]) {
    const used = all(/uses: (.+)/g, text);
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  }
});

test('security 52: certificates are in the protected jobs alone, which run nothing of the project or its packages', () => {
  expect([...jobs].filter(([, text]) => /secrets\.|environment:/.test(text)).map(([name]) => name)).toEqual([
    'sign-app',
    'sign-packages',
  ]);
  for (const text of signing) {
    expect(text).toMatch(/^ {4}environment: signing$/m);
    expect(text).not.toMatch(/checkout|setup-node|\b(npm|npx|node|electron-builder)\b [^m]/);
    expect(all(/uses: actions\/([\w-]+)@/g, text)).toEqual(['download-artifact', 'upload-artifact']);
  }
});

test('security 52: what is signed is an exact list: anything more or less ends it', () => {
  for (const text of signing) {
    expect(text).toContain('if ($found.Count -ne $files.Count) {');
    expect(text).not.toMatch(/sign .*\*\./);
  }
  expect(job('sign-app')).toContain(`$files = @('win-unpacked/Audit Desk.exe')`);
  expect(job('sign-app')).toMatch(/files=\(\n( {12}".+"\n){16} {10}\)/);
  expect(job('sign-packages')).toContain('test "$(ls -- *.dmg)" = "$image"');
});

test('security 52: what is given out is signed, and looked at, or there is no draft', () => {
  for (const text of signing) expect(text).toContain('Get-AuthenticodeSignature');
  expect(job('sign-app')).toContain('codesign --verify --deep --strict');
  for (const look of ['stapler validate', 'spctl --assess']) expect(job('sign-packages')).toContain(look);
  expect(job('draft')).toContain('needs: winget\n');
  expect(job('winget')).toContain('needs: sign-packages\n');
  expect(job('sign-packages')).toContain('needs: package\n');
  expect(job('package')).toContain('needs: sign-app\n');
  expect(job('sign-app')).toContain('needs: [electronegativity, build]\n');
});

test('security 52: the signature of a release is not made where packages are', () => {
  expect(workflow).not.toMatch(/sign-release|UPDATE_PRIVATE_KEY/);
});

test('the app that is packaged has the Electron of the lockfile', () => {
  const made = job('build').split(/^ {6}- /m);
  const packing = made.filter((step) => step.includes('npm run package'));
  expect(packing.filter((step) => !step.includes('AUDIT_DESK_RELEASE'))).toHaveLength(1); // the flavour for tests
  expect(readFileSync(join(root, 'electron-builder.config.ts'), 'utf8')).toContain(
    "isRelease ? { electronDist: 'node_modules/electron/dist' }",
  );
});

test('Electronegativity has a job of its own, without a secret', () => {
  const own = job('electronegativity');
  expect(own).toContain('npm run electronegativity');
  expect(own).not.toMatch(/secrets\.|vars\.|write|token/);
  expect(workflow.replace(own, '')).not.toContain('npm run electronegativity');
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
    'WINDOWS_CERTIFICATE',
    'WINDOWS_CERTIFICATE_PASSWORD',
  ]);
  const steps = workflow.split(/^ {6}- /m).filter((step) => step.includes('secrets.'));
  const prefixes = steps.map((step) => [...new Set(all(/secrets\.(WINDOWS|MAC|APPLE)/g, step))]);
  expect(prefixes).toEqual([['WINDOWS'], ['MAC'], ['WINDOWS'], ['MAC', 'APPLE']]);
});

test('what is packaged is tested as it was packaged, before it is signed', () => {
  const at = (words: string) => job('build').indexOf(words);
  expect(at('npm test')).toBeGreaterThan(-1);
  expect(at('npm run e2e -- packaged.spec')).toBeGreaterThan(at('AUDIT_DESK_RELEASE'));
  expect(at('upload-artifact')).toBeGreaterThan(at('npm run e2e -- packaged.spec'));
  expect(job('draft')).toContain('gh release create "$GITHUB_REF_NAME" --repo "$GITHUB_REPOSITORY" --draft');
});

test('Windows and macOS have one installer each', () => {
  expect(configuration.win?.target).toEqual(['msi']);
  expect(configuration.msi).toEqual({ oneClick: true, perMachine: true, runAfterFinish: false });
  expect(configuration.mac?.target).toEqual([{ target: 'dmg', arch: ['x64', 'arm64'] }]);
  expect(workflow).not.toContain('setup.exe');
});

test('the manifests of winget are made of the installer as it was signed, and given out with it', () => {
  const own = job('winget');
  expect(own).not.toMatch(/secrets\.|write|token|npm/);
  expect(own).toContain('name: packages-signed-Windows-x64');
  expect(own).toContain('node packaging/winget.ts signed');
  expect(own).toContain('name: packages-winget');
  expect(job('draft')).toContain('pattern: packages-*');
});

test('every kind of package is handed on', () => {
  for (const ending of ['AppImage', 'deb']) expect(job('build')).toContain(`dist/*.${ending}`);
  for (const ending of ['msi', 'dmg']) {
    expect(job('package')).toContain(`dist/*.${ending}`);
    expect(job('sign-packages')).toContain(`            *.${ending}\n`);
  }
});
