import { type AfterPackContext, Arch, type Configuration } from 'electron-builder';
import { finish } from './packaging/after-pack.ts';
import { builtFiles, keychainFiles, type Target } from './packaging/content.ts';
import { flavourOf } from './packaging/fuses.ts';
import { publisherOf } from './packaging/publisher.ts';
import { languages } from './packaging/words.ts';

const flavour = flavourOf(process.env['AUDIT_DESK_FLAVOUR']);
const publisher = publisherOf(process.env);
const executable = 'audit-desk';
// What is given out: around the Electron that the lockfile names and whose hash its package knows.
const isRelease = process.env['AUDIT_DESK_RELEASE'] === '1';

function platformOf(name: string): Target['platform'] {
  if (name === 'darwin' || name === 'linux' || name === 'win32') return name;
  throw new Error(`There are no packages for ${name}.`);
}

async function afterPack({
  appOutDir,
  arch,
  electronPlatformName,
  packager,
}: AfterPackContext): Promise<void> {
  const platform = platformOf(electronPlatformName);
  const packed = {
    platform,
    arch: Arch[arch],
    folder: appOutDir,
    executable: platform === 'linux' ? executable : packager.appInfo.productFilename,
  };
  await finish(packed, flavour);
}

const filesFor = (platform: Target['platform']) => [{ from: '.', filter: [...keychainFiles(platform)] }];

// `AUDIT_DESK_FLAVOUR=e2e electron-builder --dir` makes what the end-to-end tests of the packaged app run.
const configuration: Configuration = {
  appId: 'app.auditdesk.desktop',
  productName: 'Audit Desk',
  copyright: `Copyright © ${publisher.name}`,
  extraMetadata: {
    homepage: publisher.homepage,
    author: { name: publisher.name, email: publisher.email },
    ...(publisher.updateKey === null ? {} : { updateKey: publisher.updateKey }),
  },
  directories: { buildResources: 'packaging/resources', output: flavour === 'e2e' ? 'dist/e2e' : 'dist' },
  files: [...builtFiles],
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/keytar/prebuilds/**'],
  npmRebuild: false, // the keychain's package brings its binaries
  electronLanguages: languages(),
  protocols: [{ name: 'Audit Desk', schemes: ['auditdesk'] }],
  publish: publisher.feed === null ? null : { provider: 'generic', url: publisher.feed },
  afterPack,
  ...(isRelease ? { electronDist: 'node_modules/electron/dist' } : {}),
  win: {
    target: ['msi'],
    icon: 'icon.ico',
    files: filesFor('win32'),
    requestedExecutionLevel: 'asInvoker',
    artifactName: '${name}-${version}-${arch}.${ext}',
  },
  msi: { oneClick: true, perMachine: true, runAfterFinish: false },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    icon: 'icon.icns',
    category: 'public.app-category.business',
    files: filesFor('darwin'),
    hardenedRuntime: true,
    entitlements: 'packaging/resources/entitlements.mac.plist',
    entitlementsInherit: 'packaging/resources/entitlements.mac.plist',
    artifactName: '${name}-${version}-${arch}.${ext}',
  },
  linux: {
    target: ['AppImage', 'deb'],
    icon: 'icons',
    category: 'Office',
    synopsis: 'Administration of audit engagements',
    executableName: executable,
    files: filesFor('linux'),
    maintainer: `${publisher.name} <${publisher.email}>`,
    artifactName: '${name}-${version}-${arch}.${ext}',
  },
  appImage: { executableArgs: [] }, // what its makers would write there is --no-sandbox
  deb: {
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
    ],
  },
};

export default configuration;
