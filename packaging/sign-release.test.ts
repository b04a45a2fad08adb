import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRelease } from '../src/main/desktop/release.ts';
import { signRelease } from './sign-release.ts';

test('security 52: what the script signs is what the app reads: each package by its hash, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-release-'));
  try {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(() => signRelease(folder, '2.0.0', pem)).toThrow('no packages');
    for (const name of ['b.AppImage', 'a.deb', 'latest.yml', 'SHA256SUMS'])
      writeFileSync(join(folder, name), name);
    const entry = (hash: string, size: number): string =>
      `version: 2.0.0\nfiles:\n  - url: a.deb\n    sha512: ${hash}\n    size: ${size}\npath: a.deb\nsha512: ${hash}\n`;
    writeFileSync(join(folder, 'latest.yml'), entry('bWFkZSBiZWZvcmU=', 7));
    const script = join(import.meta.dirname, 'sign-release.ts');
    const done = spawnSync(process.execPath, [script, folder, '2.0.0'], {
      env: { ...process.env, AUDIT_DESK_UPDATE_PRIVATE_KEY: pem },
    });
    expect(done.status, String(done.stderr)).toBe(0);
    expect(readRelease(readFileSync(join(folder, 'release.json'), 'utf8'), key)).toEqual({
      format: 'audit-desk-release-1',
      version: '2.0.0',
      files: ['a.deb', 'b.AppImage'].map((name) => ({
        name,
        sha512: createHash('sha512').update(name).digest('base64'),
      })),
    });
    const hash = createHash('sha512').update('a.deb').digest('base64');
    expect(readFileSync(join(folder, 'latest.yml'), 'utf8')).toBe(entry(hash, 5));
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(() =>
      signRelease(folder, '2.0.0', other.export({ format: 'pem', type: 'pkcs8' }).toString()),
    ).toThrow('Ed25519');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
