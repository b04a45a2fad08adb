import { describe, expect, it } from 'vitest';
import { readFixture } from '../../fixture/fixture.ts';
import { storeFixture } from '../../fixture/load.ts';
import { readFault } from '../../http/faults.ts';
import { clusterAddress } from '../../testing/postgres.ts';
import { connect, newSchema, openForTest } from '../../testing/stores.ts';
import { twoFirms } from '../../testing/two-firms.ts';
import { openDatabase } from '../sqlite/database.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { tables } from '../tables.ts';
import { readAddress } from './address.ts';
import { outageOf } from './outage.ts';

/** What a person is told of a database that cannot be used. */
async function refusalOf(address: string): Promise<string> {
  return openForTest(address).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function carryOut(address: string, ...statements: readonly string[]): Promise<void> {
  const client = await connect(address);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function addressWith(change: (url: URL) => void): string {
  const url = new URL(newSchema(clusterAddress()));
  change(url);
  return url.href;
}

describe('a database that cannot be used is refused by a sentence', () => {
  it('that is down', async () => {
    const address = addressWith((url) => {
      url.searchParams.set('host', '/nowhere');
    });
    expect(await refusalOf(address)).toMatch(/^it cannot be reached \(connect ENOENT/);
    expect(await refusalOf('postgres://127.0.0.1:1/postgres')).toMatch(
      /^it cannot be reached \(connect ECONNREFUSED/,
    );
    expect(await refusalOf('postgres://no-such-host.invalid/postgres')).toMatch(/^it cannot be reached \(/);
  });
  it('with a wrong password, which is not told', async () => {
    await carryOut(
      clusterAddress(),
      "drop role if exists guarded; create role guarded login password 'right'",
    );
    const address = addressWith((url) => {
      [url.username, url.password] = ['guarded', 'wrong-one'];
    });
    const refusal = await refusalOf(address);
    expect(refusal).toMatch(/^it refuses the user or the password: /);
    expect(refusal).not.toContain('wrong-one');
  });
  it('that there is not', async () => {
    const address = addressWith((url) => {
      url.pathname = '/missing';
    });
    expect(await refusalOf(address)).toBe('it does not exist: database "missing" does not exist');
  });
  it('where the user may make no tables', async () => {
    await carryOut(clusterAddress(), 'drop role if exists stranger; create role stranger login');
    const address = addressWith((url) => {
      url.username = 'stranger';
    });
    expect(await refusalOf(address)).toMatch(/^the user may not do this there: /);
  });
  it('that is read-only', async () => {
    const address = addressWith((url) => {
      url.searchParams.set('options', '-c default_transaction_read_only=on');
    });
    expect(await refusalOf(address)).toBe('it is read-only');
  });
  it('with a schema of something else, which stays', async () => {
    const address = newSchema(clusterAddress());
    const schema = readAddress(address)?.schema ?? '';
    await carryOut(address, `create schema ${schema}`, 'create table notes (text text)');
    expect(await refusalOf(address)).toBe(`the schema "${schema}" has tables that are not of this service`);
    await carryOut(address, 'insert into notes values (1)');
  });
  it('with a schema of something else, of which the user sees nothing', async () => {
    await carryOut(clusterAddress(), 'drop role if exists maker', 'create role maker login');
    const [foreign, ours] = [newSchema(clusterAddress()), newSchema(clusterAddress())];
    const schema = readAddress(foreign)?.schema ?? '';
    await carryOut(
      foreign,
      `create schema ${schema}`,
      'create table notes (text text)',
      `grant all on schema ${schema} to maker`,
    );
    const asMaker = (address: string) => address.replace('tests@', 'maker@');
    expect(await refusalOf(asMaker(foreign))).toBe(
      `the schema "${schema}" has tables that are not of this service`,
    );
    await openForTest(ours);
    expect(await refusalOf(asMaker(ours))).toMatch(
      /^the user may not do this there: permission denied for schema /,
    );
    await carryOut(clusterAddress(), `drop schema ${schema} cascade`, 'drop role maker');
  });
  it('whose texts cannot have every character', async () => {
    const encoded = "encoding 'LATIN1' locale 'C' template template0";
    await carryOut(clusterAddress(), 'drop database if exists latin', `create database latin ${encoded}`);
    const address = addressWith((url) => {
      url.pathname = '/latin';
    });
    expect(await refusalOf(address)).toBe('it keeps texts as LATIN1, and this service needs one with UTF8');
  });
  it('with a schema of a later version, which stays', async () => {
    const address = newSchema(clusterAddress());
    await openForTest(address);
    await carryOut(address, 'update sandbox_version set version = version + 90');
    expect(await refusalOf(address)).toMatch(
      /^the schema "test_\w+" has version 9\d, this service reads \d+$/,
    );
    await carryOut(address, 'update sandbox_version set version = version - 90');
    expect(await refusalOf(address)).toBe('opened');
  });
  it('with a schema that came to a later version while this service used it', async () => {
    const address = newSchema(clusterAddress());
    const { turn, outageOf: outage } = await openForTest(address);
    await carryOut(address, 'update sandbox_version set version = version + 90');
    const refused = await Promise.resolve(turn(() => null)).catch(outage);
    expect(refused).toMatch(/^the schema "test_\w+" has version 9\d, this service reads \d+$/);
  });
  it.each([
    [1, ['world', 'snapshot', ...tables.map((table) => `snapshot_${table}`), 'recorded', 'exchange']],
    [2, ['recorded', 'exchange']],
  ])(
    'with a schema of version %s, which keeps its rows and gets the tables that it lacks',
    async (version, later) => {
      const address = newSchema(clusterAddress());
      await openForTest(address);
      await carryOut(
        address,
        `drop table ${later.join()}`,
        'create table request_log ()',
        `update sandbox_version set version = ${String(version)}`,
        "insert into firm values (1, 'kept', 5, '{}')",
      );
      const database = await openForTest(address);
      expect(await database.read(({ accounts }) => accounts.firmById('kept'))).toMatchObject({ credits: 5 });
      expect(await database.snapshots.keep('one', 0)).toBe(true);
      expect(await database.controls.recorder({}).requests()).toEqual([]);
    },
  );
  it.each([
    'postgres://',
    'http://localhost/a',
    'postgres://localhost/a?schema=a;b',
    'postgres://localhost/a?schema=A',
    'postgres://localhost/a?port=b',
    'nothing',
  ])('by no address: %s', async (address) => {
    expect(await refusalOf(address)).toMatch(
      address === 'postgres://' ? /./ : /^it is no address of a PostgreSQL database/,
    );
  });
});

it.each([
  ['ECONNRESET', 'it cannot be reached (it failed)'],
  ['EAI_AGAIN', 'it cannot be reached (it failed)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it cannot be reached (it failed)'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'this machine does not trust its certificate (it failed)'],
  ['ERR_INVALID_ARG_TYPE', null],
  ['ERR_OUT_OF_RANGE', null],
])('an error of the system tells of the database, a bug does not: %s', (code, outage) => {
  expect(outageOf(Object.assign(new Error('it failed'), { code }))).toBe(outage);
});

it.each([
  ['timeout exceeded when trying to connect', 'all connections to it are in use'],
  ['Query read timeout', 'it answers too slowly'],
  [
    'Connection terminated due to connection timeout',
    'it cannot be reached (Connection terminated due to connection timeout)',
  ],
])('what pg says is told as what it is: %s', (message, outage) => {
  expect(outageOf(new Error(message))).toBe(outage);
});

it('who waits for the server waits longer than it lets a statement run, and not for ever', () => {
  const { statement_timeout: server, query_timeout: client } =
    readAddress('postgres://localhost/a')?.config('a') ?? {};
  expect(server).toBeLessThan(client ?? 0);
});

it('replicas that start at once make the tables once', async () => {
  const address = newSchema(clusterAddress());
  await Promise.all([1, 2, 3, 4].map(() => openForTest(address)));
  const client = await connect(address);
  expect((await client.query('select * from sandbox_version')).rows).toHaveLength(1);
  expect((await client.query('select * from clock')).rows).toHaveLength(1);
  await client.end();
});

it.each([
  ['PostgreSQL', async () => openForTest(newSchema(clusterAddress()))],
  ['SQLite', () => openSqlite({ file: undefined, cache: undefined, machineTime: Date.now })],
])('faults and used quota go in the moment in which a snapshot is restored: %s', async (_, open) => {
  const { controls, snapshots, write } = await open();
  const fixture = readFixture(twoFirms());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  await write('all', (store) => storeFixture(store, fixture.value));
  const fault = readFault({ kind: 'drop_before' });
  if (!fault.ok) throw new Error('This is a fault.');
  const limiter = controls.limiter({ windows: 'fixed', rejectedRequestsCount: false });
  await snapshots.keep('one', Date.now());
  const file = await snapshots.write(Date.now());
  for (const restore of [() => snapshots.restore('one'), () => snapshots.read(file)]) {
    await controls.faults.add(fault.value);
    await limiter.admit('read 1', {}, Date.now());
    expect(await restore()).toBe(true);
    expect(await controls.faults.entries()).toEqual([]);
    const stands = await limiter.windows('read 1', {}, Date.now());
    expect(stands.map(({ counted }) => counted)).toEqual([0, 0, 0]);
  }
});

it('the tables of the state have the same columns as in SQLite, and texts compare by their bytes', async () => {
  const address = newSchema(clusterAddress());
  await openForTest(address);
  const client = await connect(address);
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    collation: string | null;
  }>(
    `select table_name as table, column_name as column, data_type as type, collation_name as collation
     from information_schema.columns where table_schema = current_schema()`,
  );
  await client.end();
  const sqlite = openDatabase(undefined);
  const state = 'meta kept_audit firm account token client legal_entity audit assignment'.split(' ');
  for (const table of state) {
    const columns = sqlite.prepare('select name from pragma_table_info(?)').all(table);
    const own = rows.filter((row) => row.table === table);
    expect(new Set(own.map(({ column }) => column))).toEqual(new Set(columns.map(({ name }) => name)));
    expect(own).toHaveLength(columns.length);
    for (const { column, type, collation } of own)
      expect([table, column, collation]).toEqual([table, column, type === 'text' ? 'C' : null]);
  }
  sqlite.close();
});
