import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A signed release of the packages in a folder (Ed25519, PEM). The app trusts nothing else in the update folder (src/main/desktop/release.ts). */
export function signRelease(folder: string, version: string, privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of releases is an Ed25519 key.');
  const files = readdirSync(folder)
    .filter((name) => /\.(exe|msi|dmg|AppImage|deb)$/.test(name))
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

// node packaging/sign-release.ts FOLDER VERSION; the key in AUDIT_DESK_UPDATE_PRIVATE_KEY
if (process.argv[1] === import.meta.filename) {
  const [folder = '', version = ''] = process.argv.slice(2);
  const key = process.env['AUDIT_DESK_UPDATE_PRIVATE_KEY'] ?? '';
  writeFileSync(join(folder, 'release.json'), signRelease(folder, version, key));
}
