import { expect, test } from 'vitest';
import { peopleOf } from './matrix-screen.tsx';

test('everybody stands once, however the address is written, with the role in each audit', () => {
  const users = new Map([
    ['one', [{ id: 'Ilse@firm.example', role: 'audit_auditor', name: 'Ilse' }]],
    ['none', []],
    [
      'two',
      [
        { id: 'anna@firm.example', role: 'audit_reader', name: 'Anna' },
        { id: 'ilse@FIRM.example', role: 'audit_manager', name: 'Ilse' },
      ],
    ],
  ]);
  const people = peopleOf(users, (left, right) => (left < right ? -1 : left > right ? 1 : 0));
  expect(people.map(({ name, address, roles }) => [name, address, [...roles]])).toEqual([
    ['Anna', 'anna@firm.example', [['two', 'audit_reader']]],
    [
      'Ilse',
      'Ilse@firm.example',
      [
        ['one', 'audit_auditor'],
        ['two', 'audit_manager'],
      ],
    ],
  ]);
});
