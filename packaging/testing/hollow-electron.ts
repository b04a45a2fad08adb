import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Target } from '../content.ts';

// Folders with only the parts of Electron that packaging touches. With them, packaging (without installers) runs for all three
// systems on any system, without Electron's binaries.

/** The mark before the fuses in Electron's executables, and the fuses as Electron gives them out. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1'),
  Buffer.from([1, 9]), // version, and how many there are
  Buffer.from('101100011', 'latin1'),
]);
const executable = Buffer.concat([Buffer.alloc(4_096), fuseWire, Buffer.alloc(512)]);

function put(folder: string, path: string, content: string | Buffer = ''): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}

function plist(executableName: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${executableName}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
<key>CFBundleVersion</key><string>0</string>
</dict></plist>`;
}

function putBundle(folder: string, path: string, name: string): void {
  put(folder, `${path}/${name}.app/Contents/Info.plist`, plist(name));
  put(folder, `${path}/${name}.app/Contents/MacOS/${name}`, Buffer.alloc(64));
}

/** An executable of Windows without code, with the version that electron-builder rewrites. */
function windowsExecutable(): Buffer {
  // A package of electron-builder's own; only what is used of it is described.
  const { NtExecutable, NtExecutableResource, Resource } = createRequire(
    createRequire(import.meta.url).resolve('app-builder-lib'),
  )('resedit') as {
    readonly NtExecutable: { readonly createEmpty: () => { readonly generate: () => ArrayBuffer } };
    readonly NtExecutableResource: {
      readonly from: (executable: object) => {
        readonly entries: object[];
        readonly outputResource: (executable: object) => void;
      };
    };
    readonly Resource: {
      readonly VersionInfo: {
        readonly create: (
          language: number,
          fixed: object,
          strings: readonly object[],
        ) => {
          readonly outputToResourceEntries: (entries: object[]) => void;
        };
      };
    };
  };
  const empty = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(empty);
  const english = { lang: 1033, codepage: 1200 };
  Resource.VersionInfo.create(english.lang, {}, [
    { ...english, values: { ProductName: 'Electron', FileDescription: 'Electron' } },
  ]).outputToResourceEntries(resources.entries);
  resources.entries.push({ type: 'HOLLOW', id: 'FUSES', bin: executable, ...english });
  resources.outputResource(empty);
  return Buffer.from(empty.generate());
}

/** Makes such a folder. */
export function hollowElectron(folder: string, platform: Target['platform']): void {
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version']) put(folder, file, file);
  switch (platform) {
    case 'darwin': {
      const frameworks = 'Electron.app/Contents/Frameworks';
      putBundle(folder, '.', 'Electron');
      for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'])
        putBundle(folder, frameworks, `Electron Helper${kind}`);
      const framework = `${frameworks}/Electron Framework.framework`;
      put(folder, `${framework}/Electron Framework`, executable);
      for (const language of ['en', 'nl', 'it', 'de']) {
        put(folder, `Electron.app/Contents/Resources/${language}.lproj/locale.pak`);
        put(folder, `${framework}/Versions/A/Resources/${language}.lproj/locale.pak`);
        put(folder, `${framework}/Resources/${language}.lproj/locale.pak`);
      }
      return;
    }
    case 'win32':
      put(folder, 'electron.exe', windowsExecutable());
      break;
    case 'linux':
      put(folder, 'electron', executable);
      break;
  }
  for (const language of ['en-US', 'nl', 'it', 'de']) put(folder, `locales/${language}.pak`);
}
