import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, holderBy } from '../tables.ts';
import { openDatabase } from './database.ts';
import { driverOf } from './driver.ts';

// What is remembered is forgotten by the changes that make it untrue, and by no other.

let db = openDatabase(undefined);
beforeEach(() => {
  db = openDatabase(undefined);
  db.exec(`insert into firm (seq, id, credits, limits) values (1, 'firm', 10, '{}');
    insert into account (seq, firm, client_id, salt, secret_hash, roles, denied) values (1, 1, 'me', '', '', '[]', '[]');
    insert into token (hash, account, expires_at) values ('a', 1, 5), ('b', 1, 9);
    insert into client (seq, firm, id, name, country, domains, allow_password_login, is_test)
      values (1, 1, 'one', 'One', 'NL', '[]', 0, 0)`);
});
afterEach(() => {
  db.close();
});

function read() {
  const driver = driverOf(db);
  const holder = driver.known<[string], Holder>(holderBy);
  const clients = driver.list<[firm: number], { readonly name: string }>('name', 'client where firm = ?');
  const look = () => ({ holder: holder('a'), clients: clients(1).slice() });
  return { driver, look, before: look() };
}

type Looked = Record<'holder' | 'clients', unknown>;
const others = (changed: keyof Looked | null) =>
  (['holder', 'clients'] as const).filter((name) => name !== changed);

test.each([
  ['credits, which the owner of a token does not have', 'update firm set credits = 1 where seq = 1', null],
  ['a token that is added', "insert into token (hash, account, expires_at) values ('c', 1, 11)", null],
  ['nothing', 'delete from token where expires_at < 1', null],
  ['roles', `update account set salt = 'x', roles = '["r"]' where seq = 1`, 'holder'],
  [
    'a client that is added',
    "insert into client (firm, id, name, country, domains, allow_password_login, is_test) values (1, 'two', 'Two', 'NL', '[]', 0, 0)",
    'clients',
  ],
  ['a name', "update client set name = 'Other' where seq = 1", 'clients'],
  ['a country, which the list does not have', "update client set country = 'IT' where seq = 1", null],
] as const)('%s', (_, change, changed) => {
  const { driver, look, before } = read();
  driver.run(change)();
  const after = look();
  for (const name of others(changed)) expect(after[name], name).toBe(before[name]);
  if (changed !== null) expect(after[changed]).not.toEqual(before[changed]);
  expect(after).toEqual(read().before);
});

test('what is removed is gone, and so is what a failed change had made', () => {
  const { driver, look, before } = read();
  driver.run("delete from token where hash = 'a'")();
  expect(look().holder).toBeUndefined();
  driver.forget();
  expect(look().clients).not.toBe(before.clients);
  expect(look().clients).toEqual(before.clients);
});
