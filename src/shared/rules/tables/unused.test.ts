import { describe, expect, it } from 'vitest';
import type { ImportWords } from './columns.ts';
import { unusedColumns } from './unused.ts';

const words: ImportWords = {
  columns: {
    client_id: ['Client ID', 'Cliënt-ID'],
    client_name: ['Client', 'Naam'],
    allow_password_login: ['Sign-in with a password', 'Aanmelden met wachtwoord'],
    scope: ['Scope'],
    country: ['Country', 'Land'],
    audit_name: ['Audit'],
    audit_type: ['Audit type', 'Soort audit'],
    language: ['Language', 'Taal'],
    unit_of_measurement: ['Unit of measurement', 'Meeteenheid'],
  },
  values: {},
  yes: [],
  no: [],
  months: [],
};

describe('columns of a file that are not used', () => {
  it('all that have a title or a value are told, and no other', () => {
    const of = { kind: 'clients', mapping: { client_id: 0 }, words } as const;
    expect(unusedColumns(of, ['Klant', 'Remark', '', ' '], ['1', '', 'x', '', 'y'])).toEqual([
      { place: 1, title: 'Remark', close: null },
      { place: 2, title: '', close: null },
      { place: 4, title: '', close: null },
    ]);
  });

  it.each([
    ['components', 'In scope', 'scope'],
    ['components', 'Scopestatus', 'scope'],
    ['clients', 'wachtwoord', 'allow_password_login'],
    ['clients', 'Password', 'allow_password_login'],
    ['clients', 'Inlog met wachtwoord?', 'allow_password_login'],
    ['clients', 'Land van vestiging', 'country'],
    ['clients', 'Coutnry', 'country'],
    ['clients', 'CLIENTID', 'client_id'],
    ['audits', 'Meet-eenheid', 'unit_of_measurement'],
    ['audits', 'Rapportagetaal', null],
    ['audits', 'Taal rapport', 'language'],
    ['audits', 'Opmerking', null],
    ['audits', 'Audit remark', null],
    ['clients', 'Naam contactpersoon', null],
    ['clients', 'Klant sinds', null],
    ['users', 'In scope', null],
  ] as const)('of %s, “%s” is close to %s', (kind, title, close) => {
    expect(unusedColumns({ kind, mapping: {}, words }, [title], [])).toMatchObject([{ close }]);
  });

  it('a column that the table has already is close to none', () => {
    const of = { kind: 'clients', mapping: { country: 0 }, words } as const;
    expect(unusedColumns(of, ['Land', 'Landnaam'], [])).toMatchObject([{ title: 'Landnaam', close: null }]);
  });
});
