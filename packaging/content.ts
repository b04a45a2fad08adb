// The content of a packaged app, twice on purpose: what electron-builder puts in, and what may be in it.

/** A system and processor that the app is packaged for, as Node names them. */
export interface Target {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly arch: string;
}

const keychain = 'node_modules/keytar';

/** Patterns for electron-builder: what is built, and the one package that is not bundled. */
export const builtFiles = ['out/main/**', 'out/preload/**', 'out/renderer/**'] as const;

/** The keychain's package. electron-builder fills in the processor. */
export function keychainFiles(platform: Target['platform']): readonly string[] {
  return [
    '!node_modules/**',
    `${keychain}/package.json`,
    `${keychain}/LICENSE.md`,
    `${keychain}/lib/keytar.js`,
    `${keychain}/prebuilds/${platform}-\${arch}/keytar.node`,
  ];
}

function allowed({ platform, arch }: Target): readonly RegExp[] {
  return [
    /^package\.json$/,
    /^out\/main\/(index|sandbox|tables)\.js$/,
    /^out\/main\/licences\.json$/,
    /^out\/main\/chunks\/[\w-]+\.js$/,
    /^out\/preload\/(index|sign-in)\.cjs$/,
    /^out\/renderer\/((index|sign-in)\.html|icon\.svg|(layers|sign-in)\.css)$/,
    /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|svg|png)$/,
    /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
    new RegExp(`^${keychain}/prebuilds/${platform}-${arch}/keytar\\.node$`),
  ];
}

/** Names that are never allowed. */
const never = /\.(map|tsx?|env|pem|key|db|log)$|(^|[./-])(test|spec)\.|\/\.|^\./;

/** The files that may not be in a package. */
export function strangersIn(files: readonly string[], target: Target): readonly string[] {
  const rules = allowed(target);
  return files.filter((file) => never.test(file) || !rules.some((rule) => rule.test(file)));
}

/** Missing files without which the app does not start or keeps no secret. */
export function missingFrom(files: readonly string[], { platform, arch }: Target): readonly string[] {
  const needed = [
    'package.json',
    'out/main/index.js',
    'out/main/sandbox.js',
    'out/main/tables.js',
    'out/main/licences.json',
    'out/preload/index.cjs',
    'out/preload/sign-in.cjs',
    'out/renderer/index.html',
    'out/renderer/sign-in.html',
    `${keychain}/package.json`,
    `${keychain}/lib/keytar.js`,
    `${keychain}/prebuilds/${platform}-${arch}/keytar.node`,
  ];
  return needed.filter((file) => !files.includes(file));
}
