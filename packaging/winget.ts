import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Publisher, publisherOf } from './publisher.ts';

// The manifests by which winget installs a release: for a pull request to a repository of such manifests, or a firm's own source.

const manifestVersion = '1.6.0';
const outsideOfIdentifiers = /[\s.\\/:*?"<>|\p{Cc}]+/gu; // what a part of an identifier cannot hold

interface Installer {
  readonly version: string;
  /** The https address of the MSI. */
  readonly url: string;
  /** Its bytes, as they are signed. */
  readonly content: Uint8Array;
}

/** The three files of a package for winget by their names. Throws where the publisher's name leaves no identifier. */
export function wingetManifests(
  { version, url, content }: Installer,
  { name, homepage }: Pick<Publisher, 'name' | 'homepage'>,
): ReadonlyMap<string, string> {
  const owner = name.replaceAll(outsideOfIdentifiers, '').slice(0, 32);
  if (owner === '') throw new Error(`“${name}” has nothing that an identifier of winget can hold.`);
  const identifier = `${owner}.AuditDesk`;
  const manifest = (kind: string, entries: Readonly<Record<string, unknown>>): string => {
    const all = {
      PackageIdentifier: identifier,
      PackageVersion: version,
      ...entries,
      ManifestType: kind,
      ManifestVersion: manifestVersion,
    };
    // A value of JSON is one of YAML.
    return `${Object.entries(all)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join('\n')}\n`;
  };
  const installer = {
    Architecture: 'x64',
    InstallerUrl: url,
    InstallerSha256: createHash('sha256').update(content).digest('hex').toUpperCase(),
  };
  return new Map([
    [`${identifier}.yaml`, manifest('version', { DefaultLocale: 'en-US' })],
    [
      `${identifier}.installer.yaml`,
      manifest('installer', {
        InstallerType: 'wix',
        Scope: 'machine',
        UpgradeBehavior: 'install',
        Protocols: ['auditdesk'],
        Installers: [installer],
      }),
    ],
    [
      `${identifier}.locale.en-US.yaml`,
      manifest('defaultLocale', {
        PackageLocale: 'en-US',
        Publisher: name,
        PublisherUrl: homepage,
        PackageName: 'Audit Desk',
        License: 'Proprietary',
        ShortDescription: 'Administration of audit engagements',
      }),
    ],
  ]);
}

// node packaging/winget.ts FOLDER VERSION ADDRESS: FOLDER has the signed MSI, ADDRESS is where people get it
if (process.argv[1] === import.meta.filename) {
  const [folder = '', version = '', address = ''] = process.argv.slice(2);
  const file = `audit-desk-${version}-x64.msi`;
  const content = readFileSync(join(folder, file));
  const installer = { version, url: new URL(file, `${address.replace(/\/$/, '')}/`).href, content };
  mkdirSync(join(folder, 'winget'), { recursive: true });
  for (const [name, text] of wingetManifests(installer, publisherOf(process.env)))
    writeFileSync(join(folder, 'winget', name), text);
}
