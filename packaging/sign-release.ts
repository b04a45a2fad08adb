import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A signed release of the packages in a folder (Ed25519, PEM). The app trusts nothing else in the update folder (src/main/desktop/release.ts). */
export function signRelease(folder: string, version: string, privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of releases is an Ed25519 key.');
  const files = readdirSync(folder)
    .filter((name) => /\.(msi|dmg|AppImage|deb)$/.test(name))
    .toSorted()
    .map((name) => ({
      name,
      sha512: createHash('sha512')
        .update(readFileSync(join(folder, name)))
        .digest('base64'),
    }));
  if (files.length === 0) throw new Error(`There are no packages in ${folder}.`);
  const release = JSON.stringify({ format: 'audit-desk-release-1', version, files });
  const signature = sign(null, Buffer.from(release), key).toString('base64');
  return `${JSON.stringify({ release, signature })}\n`;
}

/** The lists that the app downloads by, with packages as they are: these were signed after their lists were made. */
export function correctLists(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => /^latest.*\.yml$/.test(each))) {
    const path = join(folder, name);
    const list = readFileSync(path, 'utf8').replaceAll(
      /(url|path): (\S+)(\n\s*sha512: )\S+(?:(\n\s*size: )\d+)?/g,
      (_, key: string, file: string, hashOf: string, sizeOf?: string) => {
        const bytes = readFileSync(join(folder, file));
        const size = sizeOf === undefined ? '' : `${sizeOf}${bytes.length}`;
        return `${key}: ${file}${hashOf}${createHash('sha512').update(bytes).digest('base64')}${size}`;
      },
    );
    writeFileSync(path, list);
  }
}

// node packaging/sign-release.ts FOLDER VERSION, by a person and not where packages are made; the key in AUDIT_DESK_UPDATE_PRIVATE_KEY
if (process.argv[1] === import.meta.filename) {
  const [folder = '', version = ''] = process.argv.slice(2);
  const key = process.env['AUDIT_DESK_UPDATE_PRIVATE_KEY'] ?? '';
  writeFileSync(join(folder, 'release.json'), signRelease(folder, version, key));
  correctLists(folder);
}
