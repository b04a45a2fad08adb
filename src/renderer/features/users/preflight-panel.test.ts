import { expect, test } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { doubtsIn, preflightOf } from './preflight-panel.tsx';

const audit = (id: string, status: string) => Audit.parse({ id, name: id.toUpperCase(), status });
const members = [
  { id: 'a@firm.example', role: 'audit_auditor' },
  { id: 'b@firm.example', role: 'audit_reader' },
];
const someone = { id: 'B@firm.example', role: 'audit_auditor', name: 'B' };
const users = new Map([
  ['open', [someone]],
  ['new', []],
  ['old', []],
]);
const audits = [
  audit('open', 'open'),
  audit('new', 'initializing'),
  audit('old', 'archived'),
  audit('unread', 'open'),
];

test('B2: what will run, what is skipped, and nothing about audits whose users are not known', () => {
  const { rows, assigned, changed, skipped } = preflightOf(members, audits, users, false);
  expect([assigned, changed, skipped]).toEqual([3, 0, 3]);
  expect(rows.map(({ audit: { id }, verdict }) => `${id} ${verdict}`)).toEqual([
    'open assign',
    'open other-role',
    'new assign',
    'new assign',
    'old archived',
    'old archived',
  ]);
});

test('the role of a user of an archived audit is changed, and that is in doubt', () => {
  const there = new Map([['old', [someone]]]);
  const preflight = preflightOf(members, audits, there, true);
  expect(preflight.rows.map(({ verdict }) => verdict)).toEqual(['archived', 'change']);
  expect(doubtsIn(preflight)).toEqual([{ name: 'OLD', closed: 'archived' }]);
  expect(doubtsIn(preflightOf(members, audits, there, false))).toEqual([]);
});

test('the changes are grouped by audit; one that is not open yet is waited for', () => {
  expect(preflightOf(members, audits, users, true).changes).toEqual([
    {
      audit: { id: 'open', name: 'OPEN' },
      waits: false,
      changes: [
        { kind: 'assignUser', user: 'a@firm.example', role: 'audit_auditor' },
        { kind: 'changeUser', user: 'B@firm.example', role: 'audit_reader', before: 'audit_auditor' },
      ],
    },
    {
      audit: { id: 'new', name: 'NEW' },
      waits: true,
      changes: [
        { kind: 'assignUser', user: 'a@firm.example', role: 'audit_auditor' },
        { kind: 'assignUser', user: 'b@firm.example', role: 'audit_reader' },
      ],
    },
  ]);
});
