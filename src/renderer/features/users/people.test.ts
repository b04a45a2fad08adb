import { expect, it } from 'vitest';
import { colleaguesOf } from './people.tsx';

const compare = (left: string, right: string) => left.localeCompare(right);
const team = (name: string, ...addresses: readonly string[]) => ({
  id: name,
  connection: 'one',
  name,
  members: addresses.map((id) => ({ id, role: 'auditor' })),
});

it('a person of several teams and audits is one, whatever the case of the address, with the name that the service tells', () => {
  const teams = [team('North', 'Ada@firm.example', 'bo@firm.example'), team('South', 'ada@firm.example')];
  const known = [{ id: 'ADA@firm.example', name: 'Ada Vos', audits: 2 }];
  expect(colleaguesOf(teams, known, compare)).toEqual([
    {
      id: 'ada@firm.example',
      address: 'Ada@firm.example',
      name: 'Ada Vos',
      teams: ['North', 'South'],
      audits: 2,
    },
    { id: 'bo@firm.example', address: 'bo@firm.example', name: null, teams: ['North'], audits: 0 },
  ]);
});
