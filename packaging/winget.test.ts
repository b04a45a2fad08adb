import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wingetManifests } from './winget.ts';

test('winget gets the MSI of a release by its hash, for the whole machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-winget-'));
  try {
    writeFileSync(join(folder, 'audit-desk-2.0.0-x64.msi'), 'abc');
    const done = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'winget.ts'), folder, '2.0.0', 'https://packages.example/v2.0.0'],
      {
        env: { ...process.env, AUDIT_DESK_PUBLISHER: 'De Vries & Co. B.V.' },
        encoding: 'utf8',
      },
    );
    expect(done.status, done.stderr).toBe(0);
    const place = join(folder, 'winget');
    const begin = 'PackageIdentifier: "DeVries&CoBV.AuditDesk"\nPackageVersion: "2.0.0"\n';
    const end = (kind: string) => `ManifestType: "${kind}"\nManifestVersion: "1.6.0"\n`;
    expect(
      Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')])),
    ).toEqual({
      'DeVries&CoBV.AuditDesk.yaml': `${begin}DefaultLocale: "en-US"\n${end('version')}`,
      // The hash is the one that the standard gives as its example for “abc” (FIPS 180-4).
      'DeVries&CoBV.AuditDesk.installer.yaml': `${begin}InstallerType: "wix"\nScope: "machine"\nUpgradeBehavior: "install"\nProtocols: ["auditdesk"]\nInstallers: [{"Architecture":"x64","InstallerUrl":"https://packages.example/v2.0.0/audit-desk-2.0.0-x64.msi","InstallerSha256":"BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"}]\n${end('installer')}`,
      'DeVries&CoBV.AuditDesk.locale.en-US.yaml': `${begin}PackageLocale: "en-US"\nPublisher: "De Vries & Co. B.V."\nPublisherUrl: "https://audit-desk.invalid/"\nPackageName: "Audit Desk"\nLicense: "Proprietary"\nShortDescription: "Administration of audit engagements"\n${end('defaultLocale')}`,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a publisher without a letter that an identifier can hold gets no manifests', () => {
  const installer = { version: '2.0.0', url: 'https://packages.example/a.msi', content: new Uint8Array() };
  expect(() => wingetManifests(installer, { name: ' . ', homepage: 'https://example.com/' })).toThrow(
    'identifier',
  );
});
