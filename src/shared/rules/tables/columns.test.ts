import { describe, expect, it } from 'vitest';
import {
  headerFingerprint,
  type ImportWords,
  mapHeader,
  proposeMapping,
  titleBeside,
  titlesTwice,
} from './columns.ts';
import { titleKey } from './titles.ts';

const words: ImportWords = {
  columns: {
    audit_id: ['Audit ID', 'Audit-ID', 'ID revisione'],
    audit_name: ['Audit', 'Naam', 'Revisione'],
    client_id: ['Client ID', 'Cliënt-ID', 'ID cliente'],
    client_name: ['Client', 'Naam', 'Cliente'],
    country: ['Country', 'Land', 'Paese'],
    period_start: ['Period start', 'Begin periode', 'Inizio periodo'],
    user_id: ['E-mail', 'Email address'],
    role: ['Role', 'Rol', 'Ruolo'],
  },
  values: {},
  yes: [],
  no: [],
  months: [],
};

describe('titles', () => {
  it.each([
    ['Cliënt-ID', 'client id'],
    ['  CLIENT_ID* ', 'client id'],
    ['Period start (yyyy-mm-dd)', 'period start'],
    ['E-mail', 'e mail'],
    ['***', ''],
  ])('%j is compared as %j', (title, key) => {
    expect(titleKey(title)).toBe(key);
  });

  it('a header is known again in any order, and with columns that have no title', () => {
    const fingerprint = headerFingerprint(['Client ID', 'Name', '']);
    expect(headerFingerprint(['NAME', 'client-id'])).toBe(fingerprint);
    expect(headerFingerprint(['Name', 'Client ID', 'Country'])).not.toBe(fingerprint);
  });
});

describe('a mapping is proposed', () => {
  it('what a column is called counts before what people call it besides, wherever it stands', () => {
    const also = {
      ...words,
      alsoCalled: { client_id: ['Customer', 'ID'], client_name: ['Name', 'Customer'] },
    };
    expect(mapHeader('clients', ['Customer', 'Client ID', 'Land'], also)).toEqual({
      client_name: 0,
      client_id: 1,
      country: 2,
    });
    expect(mapHeader('clients', ['ID', 'Customer'], also)).toEqual({ client_id: 0, client_name: 1 });
  });

  it('of what people call a column the likeliest counts, wherever it stands', () => {
    const also = { ...words, alsoCalled: { user_id: ['E-mailadres', 'Medewerker'] } };
    expect(mapHeader('users', ['Medewerker', 'E-mailadres', 'Rol'], also)).toEqual({ user_id: 1, role: 2 });
    expect(mapHeader('users', ['Medewerker', 'Rol'], also)).toEqual({ user_id: 0, role: 1 });
  });

  it.each([
    {
      header: ['Cliënt-ID', 'Naam', 'Land'],
      kind: 'clients',
      mapping: { client_id: 0, client_name: 1, country: 2 },
    },
    {
      header: ['Audit-ID', 'Email address', 'Ruolo'],
      kind: 'users',
      mapping: { audit_id: 0, user_id: 1, role: 2 },
    },
    {
      header: ['audit_id', 'Naam', 'client_id', 'period_start', 'Remark'],
      kind: 'audits',
      mapping: { audit_id: 0, audit_name: 1, client_id: 2, period_start: 3 },
    },
    {
      header: ['group_audit_id', 'legal_entity_ids', 'auditor_relation'],
      kind: 'components',
      mapping: { group_audit_id: 0, legal_entity_ids: 1, auditor_relation: 2 },
    },
  ])('$kind by $header', ({ header, kind, mapping }) => {
    expect(proposeMapping([header, ['1']], words)).toEqual({ kind, headerRow: 0, mapping });
  });

  it('the header is found below titles and remarks', () => {
    const rows = [
      ['Clients 2025'],
      ['Role of each: see below'],
      ['Client ID', 'Client', 'Land'],
      ['1', 'A', 'NL'],
    ];
    expect(proposeMapping(rows, words)).toMatchObject({ kind: 'clients', headerRow: 2 });
  });

  it('a column that the file hides is left out', () => {
    expect(proposeMapping([['Client ID', 'Client', 'Country']], words, [1]).mapping).toEqual({
      client_id: 0,
      country: 2,
    });
  });

  it('of a title that stands twice the first is taken', () => {
    expect(proposeMapping([['Client ID', 'Client', 'client-id', 'Country']], words).mapping).toEqual({
      client_id: 0,
      client_name: 1,
      country: 3,
    });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['that are written alike', ['Client ID', 'x', 'client-id'], ['Client ID', 'client-id']],
    ['that differ in parentheses', ['Period (start)', 'Period [end]'], ['Period (start)', 'Period [end]']],
    ['none', ['Start', '', '', 'End'], []],
  ])('titles that are the same are told: %s', (_, header, twice) => {
    expect(titlesTwice(header)).toEqual(twice);
  });

  it('titles that nobody knows are no header', () => {
    expect(
      proposeMapping(
        [
          ['a', 'b'],
          ['1', '2'],
        ],
        words,
      ),
    ).toMatchObject({ headerRow: null, mapping: {} });
    expect(proposeMapping([], words)).toMatchObject({ headerRow: null });
  });

  it('a word of two columns means the one that the kind has', () => {
    expect(mapHeader('clients', ['Naam'], words)).toEqual({ client_name: 0 });
    expect(mapHeader('audits', ['Naam'], words)).toEqual({ audit_name: 0 });
    expect(mapHeader('users', ['Naam'], words)).toEqual({});
  });
});

it.each([
  [['Name', 'Reason'], 'Outcome', 'Outcome'],
  [['Name', 'reason'], 'Reason', 'Reason 2'],
  [['Reason', 'Reason 2'], 'Reason', 'Reason 3'],
])('a column beside %j is called %s as %s', (header, title, titled) => {
  expect(titleBeside(header, title)).toBe(titled);
});
