import { describe, expect, test } from 'vitest';
import {
  type AddressVerdict,
  addressKey,
  isAddress,
  type MemberVerdict,
  readAddresses,
  rolesByName,
  teamInAudit,
  usersChangeable,
} from './audit-user.ts';

const assigned = [
  { id: 'Ilse.Brand@kantoor.example', role: 'audit_auditor', name: 'Ilse Brand' },
  { id: "o'dowd+audit@kantoor.example", role: 'audit_engagement_leader', name: 'Colleen O’Dowd' },
];

test('decisions §5.6: the service has chosen the roles of audits, however it spells whose they are; each name comes once', () => {
  const role = (name: string, associated_model: string) => ({ name, associated_model, description: '' });
  const roles = [
    role('audit_auditor', 'Audit'),
    role('both', 'ServiceAccount'),
    role('both', 'Audit'),
    role('unsaid', ''),
    role('lower', 'audits.Audit'),
  ];
  expect(rolesByName(roles).map(({ name }) => name)).toEqual(['audit_auditor', 'both', 'unsaid', 'lower']);
});

test('decisions §10.1: addresses compare without case', () => {
  expect(addressKey('Ilse.BRAND@Kantoor.Example')).toBe(addressKey('ilse.brand@kantoor.example'));
});

test.each([
  ['ilse@kantoor.example', true],
  ["o'dowd+audit%2025@kantoor.example", true],
  ['"a@b"@kantoor.example', true],
  ['josé@società.example', true],
  [`${'a'.repeat(241)}@kantoor.nl.eu`, true],
  [`${'a'.repeat(242)}@kantoor.nl.eu`, false],
  ['ilse', false],
  ['@kantoor.example', false],
  ['ilse@', false],
  ['ilse brand@kantoor.example', false],
  ['ilse@kantoor.example>', false],
  ['ilse\u0000@kantoor.example', false],
  ['\ud800@kantoor.example', false],
  ['', false],
])('%j can be an address: %j', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

interface Row {
  readonly text: string;
  readonly entries: readonly (readonly [line: number, address: string, verdict: AddressVerdict])[];
}

const tables: Readonly<Record<string, Row>> = {
  'nothing at all': { text: ' \n\t\n;,', entries: [] },
  'one a line, of each kind': {
    text: "new@kantoor.example\r\nILSE.brand@kantoor.example\n\no'DOWD+audit@kantoor.example\nnobody\nNEW@kantoor.example",
    entries: [
      [1, 'new@kantoor.example', 'new'],
      [2, 'Ilse.Brand@kantoor.example', 'same-role'],
      [4, "o'dowd+audit@kantoor.example", 'other-role'],
      [5, 'nobody', 'no-address'],
      [6, 'NEW@kantoor.example', 'twice'],
    ],
  },
  'somebody assigned, twice': {
    text: 'ilse.brand@kantoor.example\nIlse.Brand@kantoor.example',
    entries: [
      [1, 'Ilse.Brand@kantoor.example', 'same-role'],
      [2, 'Ilse.Brand@kantoor.example', 'twice'],
    ],
  },
  'several a line, as a sheet or a mail program copies them': {
    text: 'a@x.example; b@x.example,c@x.example\td@x.example',
    entries: [
      [1, 'a@x.example', 'new'],
      [1, 'b@x.example', 'new'],
      [1, 'c@x.example', 'new'],
      [1, 'd@x.example', 'new'],
    ],
  },
  'a block of a sheet, without its titles and what stands beside addresses': {
    text: 'Name\tE-mail\tRole\r\nEva\teva@x.example\tReader\r\nMarco\tmarco(at)x.example',
    entries: [
      [2, 'eva@x.example', 'new'],
      [3, 'Marco', 'no-address'],
      [3, 'marco(at)x.example', 'no-address'],
    ],
  },
  'with names, which may have a comma': {
    text: 'Brand, Marco <marco@x.example>; "Tosi, A." <a+b@x.example>, Eva <eva@x.example>\nEva\t<eva%1@x.example>',
    entries: [
      [1, 'marco@x.example', 'new'],
      [1, 'a+b@x.example', 'new'],
      [1, 'eva@x.example', 'new'],
      [2, 'eva%1@x.example', 'new'],
    ],
  },
  'a bracket that does not close': {
    text: 'Marco <marco@x.example',
    entries: [[1, 'Marco <marco@x.example', 'no-address']],
  },
  'the same twice that is no address': {
    text: 'nobody\nnobody',
    entries: [
      [1, 'nobody', 'no-address'],
      [2, 'nobody', 'no-address'],
    ],
  },
};

test.each(Object.entries(tables))('a pasted list: %s', (_, { text, entries }) => {
  const read = readAddresses(text, 'audit_auditor', assigned);
  expect(read.map(({ line, address, verdict }) => [line, address, verdict])).toEqual(entries);
});

test('a list that one of our exports holds is read as it was', () => {
  const text = "'+31@kantoor.example;Pim <'=pim@kantoor.example>";
  expect(readAddresses(text, null, []).map(({ address }) => address)).toEqual([
    '+31@kantoor.example',
    '=pim@kantoor.example',
  ]);
});

test('while no role is chosen, whoever is assigned has another one', () => {
  expect(readAddresses('ilse.brand@kantoor.example', null, assigned)).toEqual([
    { line: 1, address: 'Ilse.Brand@kantoor.example', verdict: 'other-role', role: 'audit_auditor' },
  ]);
});

describe('decisions §10.2: users are changed in an open audit, and for a component in an open group', () => {
  test.each([
    ['open', null, 'now'],
    ['initializing', null, 'later'],
    ['archived', null, 'archived'],
    ['deleting', null, 'deleting'],
    ['under-review', null, 'now'],
    ['', null, 'now'],
    ['open', 'open', 'now'],
    ['open', 'initializing', 'later'],
    ['open', 'archived', 'archived'],
    ['archived', 'deleting', 'deleting'],
    ['initializing', 'archived', 'archived'],
  ] as const)('audit %j, group %j: %s', (status, group, expected) => {
    expect(usersChangeable(status, group)).toBe(expected);
  });
});

describe('a team in an audit', () => {
  const members = [
    { id: 'new@firm.example', role: 'audit_auditor' },
    { id: 'ILSE@firm.example', role: 'audit_auditor' },
    { id: 'Marco@firm.example', role: 'audit_auditor' },
  ];
  const users = [
    { id: 'Ilse@firm.example', role: 'audit_auditor', name: 'Ilse' },
    { id: 'marco@firm.example', role: 'audit_reader', name: 'Marco' },
  ];

  test.each<[status: string, changesRoles: boolean, verdicts: readonly MemberVerdict[]]>([
    ['open', false, ['assign', 'same-role', 'other-role']],
    ['open', true, ['assign', 'same-role', 'change']],
    ['initializing', true, ['assign', 'same-role', 'change']],
    ['of-another-version', false, ['assign', 'same-role', 'other-role']],
    ['archived', true, ['archived', 'same-role', 'change']],
    ['deleting', false, ['deleting', 'same-role', 'other-role']],
  ])('a team in an audit that is %s, roles changed: %s', (status, changesRoles, verdicts) => {
    const outcomes = teamInAudit(members, { status, users }, changesRoles);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  test('who is there already is spelled as the service does, with the role that they have', () => {
    expect(teamInAudit(members, { status: 'open', users }, true).slice(1)).toEqual([
      {
        address: 'Ilse@firm.example',
        role: 'audit_auditor',
        roleNow: 'audit_auditor',
        verdict: 'same-role',
      },
      { address: 'marco@firm.example', role: 'audit_auditor', roleNow: 'audit_reader', verdict: 'change' },
    ]);
  });
});
