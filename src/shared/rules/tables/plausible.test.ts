import { describe, expect, it } from 'vitest';
import { cellKinds } from '../../model/table.ts';
import { audit, checked, component, known, right, table } from '../../testing/import-tables.ts';
import { columnsOf, type ImportColumn, type ImportKind } from './columns.ts';
import type { CheckedRow, ImportRow, RowCode, RowIssue } from './model.ts';
import { remediesOf } from './plausible.ts';
import { doubtedRows } from './summary.ts';

describe('the period of an audit', () => {
  const audits = [
    audit('LAST', { legal_entity_ids: ['E1'], period_start: '2024-01-01', period_end: '2024-12-31' }),
    audit('GONE', {
      legal_entity_ids: ['E1'],
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      status: 'deleting',
    }),
    audit('OTHER', { legal_entity_ids: ['E2'] }),
  ];
  const said = (period_start: string, period_end: string, entity = 'E1') => {
    const { rows } = checked(
      'audits',
      [{ ...right, legal_entity_ids: entity, period_start, period_end }],
      {},
      { audits },
    );
    return {
      issues: rows[0]?.issues.map(({ code, facts }) => [code, facts?.['id'] ?? facts?.['count']]),
      isDoubted: doubtedRows(rows).length > 0,
    };
  };

  it.each<[string, string, string, readonly (readonly [string, string | number | undefined])[], boolean]>([
    ['as last time', '01/01/2025', '31/12/2025', [], false],
    ['a year later', '01/01/2026', '31/12/2026', [], false],
    [
      '13 months',
      '01/01/2025',
      '31/01/2026',
      [
        ['no-year', undefined],
        ['other-year-end', 'LAST'],
      ],
      true,
    ],
    ['another year end', '01/02/2025', '31/01/2026', [['other-year-end', 'LAST']], false],
    ['a year that is far away', '01/01/1926', '31/12/1926', [['far-year', 100]], true],
    ['ten years later, as by one wrong digit', '01/01/2036', '31/12/2036', [['far-year', 10]], true],
    ['nine years later', '01/01/2035', '31/12/2035', [], false],
    ['days in common', '01/07/2024', '30/06/2025', [['period-overlaps', 'LAST']], false],
    ['the same audit', '01/01/2024', '31/12/2024', [['same-audit', 'LAST']], true],
    ['an end before its start', '31/12/2024', '01/01/2024', [['ends-before-start', undefined]], true],
  ])('%s', (_, start, end, issues, isDoubted) => {
    expect(said(start, end)).toEqual({ issues, isDoubted });
  });

  it('only audits of the same entity are beside it', () => {
    expect(said('01/01/2024', '31/12/2024', 'E2').issues).toEqual([]);
  });
});

describe('a name that no column reads beside the id of a client', () => {
  const clients = [
    ...known.clients,
    ...[
      ['C2', 'Brouwer'],
      ['C3', 'Pietersen B.V.'],
      ['C4', 'Pietersen B.V.'],
    ].map(([id = '', name = '']) => ({
      id,
      name,
      country: 'NL',
      domains: [],
      allow_password_login: true,
      is_test_organisation: false,
    })),
  ];

  it.each<[client: string, beside: readonly string[], told: string | number | undefined]>([
    ['C1', ['Valkenhorst'], undefined],
    ['C1', ['VALKENHORST ', 'Brouwer'], undefined],
    ['C1', ['Brouwer'], 'C2'],
    ['C1', ['Delft', ' BROUWER'], 'C2'],
    ['C1', ['Pietersen B.V.'], 'C3'],
    ['C4', ['Pietersen B.V.'], undefined],
    ['C1', ['C2'], undefined],
    ['C1', ['Nobody', ''], undefined],
    ['', ['Brouwer'], undefined],
  ])('%s beside %j', (client_id, beside, told) => {
    const { check, rows } = table('audits', [{ ...right, client_id }], {}, { clients });
    const wider = rows.map((row) => ({ ...row, cells: [...row.cells, ...beside] }));
    const issues = check(wider).rows.flatMap((row) => row.issues);
    expect(issues.find(({ code }) => code === 'other-client')?.facts?.['id']).toBe(told);
  });
});

describe('a row that sums the others up', () => {
  const client = { client_id: 'C9', client_name: 'Nine', country: 'NL' };
  it.each<[Readonly<Partial<Record<ImportColumn, string>>>, readonly string[]]>([
    [{ client_id: 'Totaal', client_name: '', country: '' }, ['totals-row null']],
    [{ client_id: '', client_name: 'Totale generale:', country: '3' }, ['totals-row null']],
    [{ client_id: 'Gesamtsumme', client_name: '1.234,50 €', country: '' }, ['totals-row null']],
    [{ client_id: 'Zwischensumme', client_name: '', country: '' }, ['totals-row null']],
    [{ client_id: 'Suma total', client_name: '', country: '' }, ['totals-row null']],
    [{ client_id: 'TOTAL', client_name: '12', country: '' }, ['totals-row null']],
    [{ client_id: 'Aantal', client_name: '12', country: '' }, ['totals-row null']],
    [{ client_id: 'C11', client_name: 'Total', country: 'FR' }, []],
    [{ client_id: 'Total', client_name: 'Total', country: 'FR' }, []],
    [{ country: 'NA' }, ['no-value country']], // Namibia, or how R writes nothing
  ])('%j says %j', (last, said) => {
    expect(checked('clients', [client, { ...client, client_id: 'C10', ...last }]).said[1]).toEqual(said);
  });

  it('only where it cannot be sent', () => {
    expect(checked('audits', [{ ...right, audit_id: 'Total' }]).said).toEqual([[]]);
  });
});

describe('a row that is another but for its id', () => {
  const client = { client_id: 'C8', client_name: 'Eight', country: 'NL' };
  const there = { client_id: 'C1', client_name: 'Valkenhorst', country: 'NL' };
  const user = { audit_id: 'A1', user_id: 'jan@firm.example', role: 'audit_auditor' };
  const renamed = (audit_id: string) => ({ ...right, audit_id, audit_name: 'Other' });
  type Row = Readonly<Partial<Record<ImportColumn, string>>>;
  it.each<[string, ImportKind, Row, Row, readonly string[]]>([
    ['is said', 'audits', right, { ...right, audit_id: 'N2' }, ['same-row audit_id']],
    ['in other words', 'audits', right, { ...right, audit_id: 'N2', language: 'nl' }, ['same-row audit_id']],
    [
      'with blanks',
      'clients',
      client,
      { ...client, client_id: 'C9', client_name: 'Eight ' },
      ['same-row client_id'],
    ],
    ['of another name', 'audits', right, { ...right, audit_id: 'N2', audit_name: 'Other' }, []],
    ['with the same id', 'audits', right, right, ['twice audit_id']],
    ['with an id of other case', 'audits', right, renamed('n1'), ['alike-row audit_id']],
    [
      'with an id with other zeros',
      'audits',
      { ...right, audit_id: '01' },
      renamed('1'),
      ['alike-row audit_id'],
    ],
    [
      'with an id that looks the same',
      'audits',
      { ...right, audit_id: 'TR-1' },
      renamed('ТR-1'),
      ['alike-row audit_id', 'unseen audit_id'],
    ],
    [
      'with an id of other accents',
      'clients',
      client,
      { ...client, client_id: 'Ç8', client_name: 'B' },
      ['alike-row client_id'],
    ],
    ['that cannot be sent', 'audits', right, { ...right, audit_id: '' }, ['required audit_id']],
    ['that is there', 'clients', { ...there, client_id: 'C9' }, there, []],
    [
      'of one that is there',
      'clients',
      there,
      { ...there, client_id: 'C9' },
      ['same-client client_name', 'same-row client_id'],
    ],
    ['of another user', 'users', user, { ...user, user_id: 'eva@firm.example' }, []],
  ])('%s', (_, kind, one, other, said) => {
    const result = checked(kind, [one, other]);
    expect(result.said[1]).toEqual(said);
    const doubted = doubtedRows(result.rows).filter(({ row }) => row.number === 3);
    expect(doubted).toHaveLength(said.some((each) => /^(?:same|alike)-/.test(each)) ? 1 : 0);
  });

  it('names the first of them', () => {
    const ids = ['N1', 'N2', 'N3'].map((audit_id) => ({ ...right, audit_id }));
    expect(checked('audits', ids).rows.map(({ issues }) => issues[0]?.facts)).toEqual([
      undefined,
      { row: 2 },
      { row: 2 },
    ]);
  });
});

it.each([
  ['firm.example; sub.firm.example', []],
  ['FIRM.EXAMPLE', []],
  ['münchen.example', []],
  ['www.firm.example', ['no-domain domains']],
  ['https://firm.example', ['no-domain domains']],
  ['info@firm.example', ['no-domain domains']],
  ['@firm.example', ['no-domain domains']],
  ['firm.example other.example', ['no-domain domains']],
  ['firm,example', ['no-domain domains']],
  ['geen', ['no-domain domains']],
  ['-', ['no-domain domains']],
  ['', []],
])('the domains %j of a client: %j', (domains, said) => {
  const row = { client_id: 'C9', client_name: 'Nine', country: 'NL', domains };
  const { rows, said: all } = checked('clients', [row]);
  expect(all).toEqual([said]);
  expect(doubtedRows(rows)).toHaveLength(said.length);
});

it('a client of the name of another is asked about, if it is new', () => {
  const named = (client_id: string, client_name: string) => ({ client_id, client_name, country: 'NL' });
  const { rows, said } = checked('clients', [
    named('C8', ' VALKENHORST'),
    named('C9', 'Valkenhorst II'),
    named('C1', 'Valkenhorst'),
  ]);
  expect(said).toEqual([['same-client client_name'], [], []]);
  expect(rows[0]?.issues[0]?.facts).toEqual({ id: 'C1' });
});

it.each([
  ['Ilse Brand <ilse@firm.example>', 'ilse@firm.example', []],
  ['Brand, Ilse <ilse@firm.example>', 'ilse@firm.example', []],
  ['ilse@firm.example;', 'ilse@firm.example', []],
  ['mailto:ilse@firm.example', 'ilse@firm.example', []],
  ['ilse@firm.example, jan@firm.example', 'ilse@firm.example, jan@firm.example', ['no-address user_id']],
  ['ilse@firm,example', 'ilse@firm,example', ['no-address user_id']],
])('the user %j is %s', (user_id, id, said) => {
  const { rows, said: all } = checked('users', [{ audit_id: 'A2', user_id, role: 'audit_auditor' }]);
  expect(all).toEqual([said]);
  expect(rows[0]?.object).toMatchObject({ assignment: { id } });
});

describe('zeros that a spreadsheet has taken from an id', () => {
  const entity = (id: string) => ({ id, name: id, country: 'NL', parent_id: null });
  const others = {
    entitiesOf: new Map([['C1', ['000101-05', '000101-06', '7', '007'].map(entity)]]),
    groups: [
      {
        id: 'S1',
        names: ['Conti'],
        client: 'C1',
        audit: null,
        predecessor: '000201',
        successor: '000301',
        components: 3,
        coupled: 0,
        people: null,
        deadline: null,
        isOpen: true,
      },
    ],
    clients: known.clients.flatMap((client) => [client, { ...client, id: '000401' }]),
  };
  const inside = { group_audit_id: 'G1', auditor_relation: 'self' };
  const expected = { audit_name: 'New', components: '3' };
  const group = { ...right, audit_id: 'N2', audit_type: 'consolidated' };
  type Row = Readonly<Partial<Record<ImportColumn, string>>>;

  it.each<[ImportKind, readonly Row[], readonly (readonly [ImportColumn, string])[]]>([
    ['audits', [{ ...right, legal_entity_ids: '101-05' }], [['legal_entity_ids', '000101-05']]],
    ['audits', [{ ...right, legal_entity_ids: '000101-05' }], []],
    ['audits', [{ ...right, legal_entity_ids: '7' }], []],
    ['audits', [{ ...right, legal_entity_ids: '102-05' }], []],
    [
      'components',
      [{ ...inside, legal_entity_ids: '000101-05, 101-06' }],
      [['legal_entity_ids', '000101-05, 000101-06']],
    ],
    [
      'components',
      [{ ...inside, legal_entity_ids: '101-05; 101-06' }],
      [['legal_entity_ids', '000101-05; 000101-06']],
    ],
    [
      'audits',
      [{ ...inside, group_audit_id: 'N2', legal_entity_ids: '101-06' }, group],
      [['legal_entity_ids', '000101-06']],
    ],
    ['deadlines', [{ deadline: '2027-05-31', predecessor_id: '201' }], [['predecessor_id', '000201']]],
    ['deadlines', [{ deadline: '2027-05-31', audit_id: '201' }], [['audit_id', '000201']]],
    ['deadlines', [{ deadline: '2027-05-31', successor_id: '301' }], [['successor_id', '000301']]],
    ['deadlines', [{ ...expected, client_id: '401' }], [['client_id', '000401']]],
    ['audits', [{ ...right, client_id: ' c\u200b1' }], [['client_id', 'C1']]],
    ['audits', [{ ...right, client_id: "'401" }], [['client_id', '000401']]],
    ['audits', [{ ...right, client_id: '401.0' }], [['client_id', '000401']]],
    ['audits', [{ ...right, client_id: '000\u00a0401' }], [['client_id', '000401']]],
    ['audits', [{ ...right, client_id: '４０１' }], [['client_id', '000401']]],
    // What is made anew, too, is there perhaps.
    ['audits', [{ ...right, audit_id: 'a1' }], [['audit_id', 'A1']]],
    ['audits', [{ ...right, audit_id: 'a11' }], []],
    ['clients', [{ client_id: '401', client_name: 'X', country: 'NL' }], [['client_id', '000401']]],
    ['deadlines', [{ ...expected, client_id: '000401' }], []],
  ])('%s %j: %j', (kind, rows, mended) => {
    const columns = columnsOf(kind).filter((column) => rows.some((row) => row[column] !== undefined));
    const [remedy, ...more] = remediesOf(
      checked(kind, rows, {}, others).rows,
      Object.fromEntries(columns.map((column, place) => [column, place])),
    );
    expect(more).toEqual([]);
    expect((remedy?.corrections ?? []).map(({ place, text }) => [columns[place], text])).toEqual(mended);
  });
});

describe('days that a program has swapped', () => {
  const days = (...cells: readonly (readonly [start: string, end: string])[]) => {
    const { check, rows } = table(
      'audits',
      cells.map(([period_start, period_end], place) => ({
        ...right,
        audit_id: `N${place}`,
        period_start,
        period_end,
      })),
    );
    const kindOf = (text: string) => (/^\d{4}-/.test(text) ? cellKinds.day : cellKinds.text);
    return check(rows.map((row) => ({ ...row, kinds: row.cells.map(kindOf).join('') }))).rows.map(
      ({ issues }) => issues.flatMap(({ code, column }) => (code === 'swapped-days' ? [column] : [])),
    );
  };

  it('are asked about where all real days have a day up to twelve, and the texts beside them none', () => {
    expect(
      days(['2026-01-03', '28/02/2027'], ['2026-04-05', '2027-04-04'], ['15/03/2026', '14/03/2027']),
    ).toEqual([['period_start'], ['period_start'], []]);
  });

  it.each<[string, readonly (readonly [string, string])[]]>([
    [
      'a real day above twelve',
      [
        ['2026-01-31', '28/02/2027'],
        ['2026-04-05', '2027-04-04'],
      ],
    ],
    [
      'a text that could be read',
      [
        ['2026-01-03', '01/02/2027'],
        ['2026-04-05', '28/02/2027'],
      ],
    ],
    [
      'days that make years as they are',
      [
        ['2026-07-01', '30/06/2027'],
        ['2026-04-01', '31/03/2027'],
      ],
    ],
    ['real days alone', [['2026-01-03', '2027-01-02']]],
    ['texts alone', [['15/03/2026', '14/03/2027']]],
  ])('are not suspected with %s', (_, cells) => {
    expect(days(...cells).flat()).toEqual([]);
  });
});

describe('blanks around', () => {
  it('names and units are not sent, and nothing is said of them', () => {
    const { rows, said } = checked('audits', [
      { ...right, audit_name: ' New ', unit_of_measurement: 'EUR ' },
    ]);
    expect(said).toEqual([[]]);
    expect(rows[0]?.object).toMatchObject({ creation: { name: 'New', unit_of_measurement: 'EUR' } });
  });

  it('a name makes no difference from what is there, whichever of the two has them', () => {
    const named = (id: string, name: string) => audit(id, { name });
    const { states } = checked(
      'audits',
      [
        { audit_id: 'A1', audit_name: 'One ' },
        { audit_id: 'A2', audit_name: ' Two' },
      ],
      {},
      { audits: [named('A1', 'One'), named('A2', ' Two')] },
    );
    expect(states).toEqual(['unchanged', 'unchanged']);
  });

  it('a component’s name, too', () => {
    const componentsOf = new Map([['G1', [component('G1-1', ['E1'], { name: 'One' })]]]);
    const row = {
      group_audit_id: 'G1',
      component_name: 'One ',
      legal_entity_ids: 'E1',
      auditor_relation: 'self',
    };
    expect(checked('components', [row], {}, { componentsOf }).states).toEqual(['unchanged']);
  });
});

it('all swapped days are swapped back at once, and all lost zeros typed', () => {
  const row = (number: number, ...cells: readonly string[]) => ({ number, cells, kinds: null });
  const issue = (code: RowCode, column: ImportColumn, facts: RowIssue['facts'] = {}): RowIssue => ({
    code,
    column,
    isWarning: true,
    facts,
  });
  const of = (given: ImportRow, ...issues: readonly RowIssue[]): CheckedRow => ({
    row: given,
    issues,
    object: { kind: 'user', audit: '', assignment: { id: '', role: '' } },
    filled: new Map(),
    state: 'new',
    existing: null,
    differences: [],
    underway: null,
  });
  const rows = [
    of(
      row(2, '101', '2026-01-03'),
      issue('lost-zeros', 'client_id', { id: '000101' }),
      issue('swapped-days', 'period_start'),
    ),
    of(row(3, '000101', '2026-05-04'), issue('swapped-days', 'period_start')),
  ];
  expect(remediesOf(rows, { client_id: 0, period_start: 1 })).toEqual([
    {
      code: 'swapped-days',
      corrections: [
        { row: 2, place: 1, text: '2026-03-01' },
        { row: 3, place: 1, text: '2026-04-05' },
      ],
    },
    { code: 'lost-zeros', corrections: [{ row: 2, place: 0, text: '000101' }] },
  ]);
  expect(remediesOf([], {})).toEqual([]);
});
