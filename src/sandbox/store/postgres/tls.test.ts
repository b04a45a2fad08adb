import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../../../../e2e/fixtures/certificate.ts';
import { type Cluster, startCluster } from '../../testing/cluster.ts';
import { freePort } from '../../testing/processes.ts';
import { connect, openForTest } from '../../testing/stores.ts';

// Databases at other machines: over TCP, with a certificate, by the words of libpq.

const folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
const fileOf = (name: string) => join(folder, name);
let port = 0;
let cluster: Cluster | null = null;

beforeAll(async () => {
  port = await freePort();
  const { key, cert } = selfSigned('localhost');
  writeFileSync(fileOf('cert'), cert);
  writeFileSync(fileOf('key'), key, { mode: 0o600 });
  writeFileSync(fileOf('other'), selfSigned('localhost').cert);
  cluster = await startCluster({
    settings: [
      'listen_addresses=localhost',
      `port=${String(port)}`,
      'ssl=on',
      `ssl_cert_file=${fileOf('cert')}`,
      `ssl_key_file=${fileOf('key')}`,
    ],
    prepare: (owner) => {
      if (owner !== null) for (const name of ['', 'key']) chownSync(fileOf(name), owner.id, owner.group);
    },
  });
});
afterAll(async () => {
  await cluster?.end();
  rmSync(folder, { recursive: true });
});

const addressOf = (words: string) => `postgres://tests@localhost:${String(port)}/postgres?schema=tls${words}`;

it.each(['&sslmode=require', '&sslmode=verify-full&sslrootcert=CERT', '&sslmode=verify-ca&sslrootcert=CERT'])(
  'with %s everything is encrypted',
  async (words) => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const address = addressOf(words.replace('CERT', fileOf('cert')));
    const database = await openForTest(address);
    await database.turn(({ now }) => now);
    const client = await connect(`${address}&uselibpqcompat=true`);
    const { rows } = await client.query<{ readonly ssl: boolean }>(
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'audit-sandbox'",
    );
    await client.end();
    process.off('warning', note);
    expect(rows).toEqual([{ ssl: true }]);
    expect(warnings).toEqual([]);
  },
);

it.each([
  ['', /^it refuses the user: no pg_hba\.conf entry .* no encryption$/],
  ['&sslmode=disable', /^it refuses the user: no pg_hba\.conf entry .* no encryption$/],
  ['&sslmode=verify-full', /^this machine does not trust its certificate \(self-signed certificate\)$/],
  ['&sslmode=verify-full&sslrootcert=OTHER', /^this machine does not trust its certificate \(/],
  ['&sslmode=verify-full&sslrootcert=NONE', /^a file that its address names cannot be read \(ENOENT.*none/],
  ['&sslmode=verify-ca', /^sslmode=verify-ca needs sslrootcert/],
])('with %s a person is told why it is not used', async (words, sentence) => {
  const given = words.replace('OTHER', fileOf('other')).replace('NONE', fileOf('none'));
  const refusal = await openForTest(addressOf(given)).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect(refusal).toMatch(sentence);
});

it('a server without TLS is told apart from one that is away', async () => {
  const at = await freePort();
  const plain = await startCluster({ settings: ['listen_addresses=localhost', `port=${String(at)}`] });
  const address = `postgres://tests@localhost:${String(at)}/postgres?sslmode=require`;
  await expect(openForTest(address)).rejects.toThrow(
    'it does not encrypt connections, and its address asks for it',
  );
  await plain?.end();
});
