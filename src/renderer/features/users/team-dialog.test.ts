import { expect, test } from 'vitest';
import { readMembers, withMembers } from './team-dialog.tsx';

const members = [{ id: 'Ilse@firm.example', role: 'audit_auditor' }];
const many = Array.from({ length: 100 }, (_, index) => `member-${index}@firm.example`);

test.each([
  ['', { addresses: [], fault: 'empty', line: 0 }],
  ['a@firm.example\nA@firm.example', { addresses: ['a@firm.example'], fault: null, line: 0 }],
  ['ilse@FIRM.example', { addresses: ['Ilse@firm.example'], fault: null, line: 0 }],
  ['a@firm.example\n\nnobody', { addresses: ['a@firm.example'], fault: 'wrong', line: 3 }],
])('what %j adds to a team', (text, expected) => {
  expect(readMembers(text, 'audit_reader', members)).toEqual(expected);
});

test('a team keeps a hundred members and no more', () => {
  expect(readMembers(many.slice(0, 99).join('\n'), 'audit_reader', members).fault).toBeNull();
  expect(readMembers(many.join('\n'), 'audit_reader', members).fault).toBe('many');
});

test('a member who is entered again has the new role, at the old place', () => {
  const two = [...members, { id: 'b@firm.example', role: 'audit_reader' }];
  expect(withMembers(two, ['ilse@firm.example', 'c@firm.example'], 'audit_manager')).toEqual([
    { id: 'Ilse@firm.example', role: 'audit_manager' },
    { id: 'b@firm.example', role: 'audit_reader' },
    { id: 'c@firm.example', role: 'audit_manager' },
  ]);
});
