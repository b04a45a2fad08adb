import { describe, expect, it } from 'vitest';
import { audit, checked, component, known, right, table } from '../../testing/import-tables.ts';
import { planFaults } from '../plans/plan.ts';
import type { ImportColumn } from './columns.ts';
import { importSteps } from './plan.ts';
import { importRows, unescapedCells } from './rows.ts';

type Said = [Readonly<Partial<Record<ImportColumn, string>>>, string[]];

describe('audits', () => {
  it('a row becomes what the wizard would send, in the service’s spelling', () => {
    const { rows, states } = checked('audits', [
      { ...right, audit_type: 'geconsolideerd', unit_of_measurement: '' },
    ]);
    expect(states).toEqual(['new']);
    expect(rows[0]).toMatchObject({ issues: [], existing: null, differences: [] });
    expect(rows[0]?.object).toEqual({
      kind: 'audit',
      creation: {
        id: 'N1',
        name: 'New',
        work_package_id: 'wp-2025',
        scoping_package_id: 'Large',
        client_organisation_id: 'C1',
        legal_entity_id: 'E1',
        period_start: '2025-03-01',
        period_end: '2026-02-28',
        language: 'nl',
        audit_type: 'consolidated',
      },
    });
  });

  it.each([
    [{ audit_id: '' }, ['required audit_id']],
    [{ audit_id: 'a\u0007b' }, ['control-character audit_id']],
    [{ audit_id: '..' }, ['dot-segment audit_id']],
    [{ audit_name: 'n'.repeat(101) }, ['too-long audit_name']],
    [{ client_id: 'C9' }, ['unknown-client client_id']],
    [{ legal_entity_ids: 'E9' }, ['not-of-client legal_entity_ids']],
    [{ legal_entity_ids: 'E1, E2' }, ['several-entities legal_entity_ids']],
    [{ period_start: '31/02/2025' }, ['not-a-day period_start']],
    [{ period_end: '01/01/2020' }, ['ends-before-start period_end']],
    [{ work_package_id: 'Audit 2019' }, ['unknown-work-package work_package_id']],
    [{ scoping_label: 'Huge' }, ['not-offered scoping_label']],
    [{ language: 'fr' }, ['unknown-value language']],
    [{ language: '#N/A' }, ['error-value language']],
    [{ language: 'it' }, ['not-offered language']],
    [{ audit_type: 'component' }, ['unknown-value audit_type']],
    [{ audit_id: ' N1' }, ['outer-spaces audit_id']],
    [{ audit_id: '1,2E+10' }, ['scientific-number audit_id']],
    ...['1E5', '2025.10', 'Zü-1'].map((written): Said => [{ audit_id: written }, []]),
    [{ audit_id: 'Т-1' }, ['unseen audit_id']], // the letter is Cyrillic
    [{ audit_id: 'Ν-1' }, ['unseen audit_id']], // Greek
    [{ audit_id: 'Zu\u0308-1' }, ['unseen audit_id']],
    [{ audit_id: '2025–001' }, ['unseen audit_id']],
    [{ audit_id: '2025−001' }, ['unseen audit_id']],
    [{ audit_id: '２０25' }, ['unseen audit_id']],
    ...["'000201", "000201'"].map((written): Said => [{ audit_id: written }, ['unseen audit_id']]),
    [{ audit_id: "d'Or-1" }, []],
    [{ client_id: 'С1' }, ['lost-zeros client_id', 'unseen client_id']], // Cyrillic
    ...['Ｃ1', "C1'"].map((id): Said => [{ client_id: id }, ['lost-zeros client_id', 'unseen client_id']]),
    [{ audit_id: '101.0' }, ['number-for-id audit_id']],
    [{ audit_id: 'nan' }, ['no-value audit_id']],
    [{ audit_id: '1-jan' }, ['day-for-text audit_id']],
    [{ audit_id: '02-Jan.' }, ['day-for-text audit_id']],
    [{ audit_id: 'januari-25' }, ['day-for-text audit_id']],
    [{ audit_id: '1-jun' }, []],
    [{ audit_id: 'jan-2025' }, []],
    [{ audit_name: '1-jan' }, []],
    ...'#N/A #N/B #NV #REF! #VERW! #NAAM? #DIV/0! #¡VALOR! #### #GETTING_DATA #NOM ? #DIV/0 ! Err:502'
      .split(' ')
      .map((written): Said => [{ audit_name: written }, ['error-value audit_name']]),
    ...'NULL NaN None undefined NA <NA> N/A n.v.t. - (leeg)'
      .split(' ')
      .map((written): Said => [{ audit_name: written }, ['no-value audit_name']]),
    ...['#1', '#NIEUW', 'Nan', 'NV'].map((written): Said => [{ audit_name: written }, []]),
    [{ unit_of_measurement: 'x'.repeat(33) }, ['long-unit unit_of_measurement']],
    [{ audit_id: 'G1-1' }, ['id-taken audit_id']],
  ])('%j says %j', (fields, said) => {
    expect(checked('audits', [{ ...right, ...fields }]).said).toEqual([said]);
  });

  it('the same file again is unchanged, another value is different', () => {
    const same = {
      audit_id: 'A1',
      audit_name: 'Audit A1',
      client_id: 'C1',
      legal_entity_ids: 'C1',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      work_package_id: 'wp-2025',
      scoping_label: 'Large',
      language: 'nl',
    };
    const { rows, states, counts } = checked('audits', [
      same,
      { ...same, audit_id: 'G1', audit_name: 'Other', audit_type: 'single' },
      right,
    ]);
    expect(states).toEqual(['unchanged', 'different', 'new']);
    expect(counts).toEqual({ new: 1, underway: 0, unchanged: 1, different: 1, wrong: 0 });
    expect(rows[1]).toMatchObject({
      existing: 'G1',
      differences: [
        { column: 'audit_name', canChange: false },
        { column: 'audit_type', canChange: false },
      ],
    });
  });

  it('what is there already is not held against the rules for what is made', () => {
    const old = {
      ...right,
      audit_id: 'OLD',
      audit_name: 'Audit OLD',
      legal_entity_ids: 'C1',
      work_package_id: '',
    };
    const { states, said } = checked('audits', [
      {
        ...old,
        scoping_label: 'Small',
        period_start: '1-1-2025',
        period_end: '31-12-2025',
        audit_type: 'consolidated',
      },
    ]);
    expect({ states, said }).toEqual({ states: ['unchanged'], said: [[]] });
  });

  it('one that the service is deleting is not unchanged', () => {
    const { states, said } = checked('audits', [
      { audit_id: 'GOES', audit_name: 'Audit GOES' },
      { audit_id: 'A1', audit_name: 'Audit A1' },
    ]);
    expect({ states, said }).toEqual({
      states: ['wrong', 'unchanged'],
      said: [['being-deleted audit_id'], []],
    });
  });

  it('an id twice is wrong in the second row, which names the first', () => {
    const { rows, states } = checked('audits', [right, { ...right, audit_name: 'Again' }]);
    expect(states).toEqual(['new', 'wrong']);
    expect(rows[1]?.issues).toEqual([
      { code: 'twice', column: 'audit_id', isWarning: false, facts: { row: 2 } },
    ]);
  });

  it('what is coupled in part is said, as nothing can be coupled later, unless another row couples the rest', () => {
    const groups = {
      audits: [
        audit('TOP', { audit_type: 'consolidated' }),
        audit('LOW', {
          audit_type: 'consolidated',
          legal_entity_ids: ['E2'],
          coupled_component_audit_ids: ['TOP/low'],
        }),
      ],
      componentsOf: new Map([
        [
          'TOP',
          [component('TOP/low', ['E2'], { coupled_entity_audit_id: 'LOW' }), component('TOP/e1', ['E1'])],
        ],
        ['LOW', [component('LOW/e1', ['E1']), component('LOW/out', ['E1'], { in_scope: false })]],
      ]),
    };
    const row = {
      ...right,
      period_start: '01/01/2025',
      period_end: '31/12/2025',
      coupled_component_ids: 'TOP/e1',
    };
    const saidOf = (...rows: readonly Parameters<typeof checked>[1][number][]) =>
      checked('audits', rows, {}, groups).rows.map(({ issues }) =>
        issues.map(({ code, facts, isWarning }) => [code, facts?.['list'], isWarning]),
      );
    expect(saidOf(row)).toEqual([[['coupled-in-part', 'LOW/e1', true]]]);
    expect(saidOf({ ...row, coupled_component_ids: 'TOP/e1, LOW/e1' })).toEqual([[]]);
    expect(saidOf(row, { ...row, audit_id: 'N2', coupled_component_ids: 'LOW/e1' })).toEqual([[], []]);
  });

  it('coupled audits are held against the coupling rules, and against each other', () => {
    const coupled = {
      ...right,
      period_start: '01/01/2025',
      period_end: '31/12/2025',
      coupled_component_ids: 'G1-1',
    };
    const { rows, said } = checked('audits', [
      coupled,
      { ...coupled, audit_id: 'N2', period_end: '30/12/2025' },
      { ...coupled, audit_id: 'N3', coupled_component_ids: 'G1-1, G1-1' },
      { ...coupled, audit_id: 'N4', coupled_component_ids: 'A1' },
    ]);
    expect(said).toEqual([
      [],
      ['coupling period_end', 'coupled-twice coupled_component_ids', 'no-year period_end'],
      ['coupling coupled_component_ids', 'coupled-twice coupled_component_ids'],
      ['coupling coupled_component_ids'],
    ]);
    expect(
      rows.flatMap(({ issues }) =>
        issues.map(({ code, facts, coupling }) =>
          coupling !== undefined
            ? coupling.code
            : facts === undefined
              ? code
              : `${facts['row']} ${facts['id']}`,
        ),
      ),
    ).toEqual(['differs-from-initialising', '2 G1-1', 'no-year', 'duplicate', '2 G1-1', 'not-a-component']);
  });

  it('cells of a workbook: numbers in ids, days, formulas, errors', () => {
    const { check, rows } = table('audits', [{ ...right, period_start: '20250301', period_end: '46081' }]);
    const [row] = rows;
    const letters = (kinds: string) => check([{ number: 2, cells: row?.cells ?? [], kinds }]).rows[0]?.issues;
    // In the order of the columns: client, audit, name, entities, start, end, package, label, language.
    expect(letters('nlttnnttt')).toMatchObject([
      { code: 'long-number', column: 'audit_id', isWarning: false },
      { code: 'number-for-day', column: 'period_end' },
      { code: 'number-for-id', column: 'client_id', isWarning: true },
    ]);
    expect(letters('ttnnddttt')).toMatchObject([{}, { column: 'audit_name' }, {}]);
    expect(letters('tttlddttt')?.[0]).toMatchObject({ code: 'long-number', column: 'legal_entity_ids' });
    expect(letters('tttnddttt')).toContainEqual({
      code: 'number-for-id',
      column: 'legal_entity_ids',
      isWarning: true,
    });
    expect(letters('ddmtddttt')?.filter(({ code }) => code === 'day-for-text')).toMatchObject([
      { column: 'audit_id', isWarning: true },
      { column: 'audit_name' },
      { column: 'client_id' },
    ]);
    expect(letters('pTetmDttt')).toMatchObject([
      { code: 'error-value', column: 'audit_name', isWarning: false },
      { code: 'has-time', column: 'period_start' },
      { code: 'not-a-day', column: 'period_end' },
      { code: 'formula', column: 'audit_id', isWarning: true },
      { code: 'padded-number', column: 'client_id' },
      { code: 'formula', column: 'period_end' },
    ]);
  });
});

describe('components', () => {
  const row = { group_audit_id: 'G1', legal_entity_ids: 'C1', auditor_relation: 'inter firm' };

  it.each([
    [row, 'new', []],
    [{ ...row, group_audit_id: 'A1' }, 'wrong', ['group-closed group_audit_id']],
    [{ ...row, group_audit_id: 'OLD' }, 'wrong', ['group-closed group_audit_id']],
    [{ ...row, group_audit_id: 'G9' }, 'new', ['unknown-group group_audit_id']],
    [{ ...row, legal_entity_ids: '' }, 'wrong', ['required legal_entity_ids']],
    [{ ...row, legal_entity_ids: 'E9' }, 'new', ['not-of-client legal_entity_ids']],
    [{ ...row, legal_entity_ids: 'C1;C1' }, 'new', ['duplicate legal_entity_ids']],
    [{ ...row, auditor_relation: 'self', works_in_audit: 'ja' }, 'wrong', ['works-with-self works_in_audit']],
    [{ ...row, works_in_audit: 'maybe' }, 'wrong', ['not-a-boolean works_in_audit']],
    [{ ...row, scope: 'Buiten scope' }, 'wrong', ['explanation-needed out_of_scope_explanation']],
    [{ ...row, scope: 'Buiten scope', out_of_scope_explanation: 'Small.' }, 'new', []],
    [{ ...row, out_of_scope_explanation: 'Small.' }, 'new', ['explanation-unused out_of_scope_explanation']],
    [{ ...row, legal_entity_ids: 'E1', auditor_relation: 'self' }, 'unchanged', []],
    [{ ...row, legal_entity_ids: 'E1' }, 'different', []],
    [{ ...row, legal_entity_ids: 'C1, E2', auditor_relation: 'self', scope: 'in_scope' }, 'different', []],
    [{ ...row, component_id: 'G1-1', auditor_relation: 'self', legal_entity_ids: 'E1' }, 'unchanged', []],
    [{ group_audit_id: 'G1', country: 'NL' }, 'unchanged', []],
    [
      { group_audit_id: 'G1', scope: 'Buiten scope', out_of_scope_explanation: 'Small.' },
      'wrong',
      ['required legal_entity_ids', 'required auditor_relation'],
    ],
    [{ group_audit_id: 'GOES', legal_entity_ids: 'E1' }, 'wrong', ['being-deleted group_audit_id']],
  ] as const)('%j is %s', (fields, state, said) => {
    const { states, said: codes } = checked('components', [fields]);
    expect([states, codes]).toEqual([[state], [said]]);
  });

  const out = { scope: 'out_of_scope', out_of_scope_explanation: 'Small.' };
  const there = { group_audit_id: 'G1', component_id: 'G1-1' };
  const isOut = { group_audit_id: 'G1', component_id: 'G1-2' };
  it.each<
    [string, Readonly<Partial<Record<ImportColumn, string>>>, string, readonly string[], readonly string[]]
  >([
    ['what is blank is not said', there, 'unchanged', [], []],
    [
      'a value that cannot be changed, and one that can',
      { ...there, auditor_relation: 'inter_firm', ...out },
      'different',
      ['auditor_relation', 'scope *'],
      [],
    ],
    ['other legal entities', { ...there, legal_entity_ids: 'E2' }, 'different', ['legal_entity_ids'], []],
    [
      'another primary legal entity',
      { group_audit_id: 'G1', legal_entity_ids: 'C1, E2' },
      'different',
      ['legal_entity_ids'],
      [],
    ],
    ['another explanation', { ...isOut, ...out }, 'different', ['out_of_scope_explanation *'], []],
    ['the same explanation', { ...isOut, ...out, out_of_scope_explanation: 'Old.' }, 'unchanged', [], []],
    ['no explanation', { ...isOut, scope: 'out_of_scope' }, 'unchanged', [], []],
    [
      'what leaves the scope needs an explanation',
      { ...there, scope: 'out_of_scope' },
      'wrong',
      ['scope *'],
      ['explanation-needed out_of_scope_explanation'],
    ],
    [
      'what the service does not show',
      { ...there, country: 'BE', works_in_audit: 'nee' },
      'unchanged',
      [],
      ['not-compared country', 'not-compared works_in_audit'],
    ],
    ['the country of its legal entity', { ...there, country: 'NL' }, 'unchanged', [], []],
    [
      'a scope that the service does not show',
      { group_audit_id: 'G1', component_id: 'G1-3', ...out },
      'unchanged',
      [],
      ['not-compared scope'],
    ],
  ])('that are there are compared: %s', (_, fields, state, differences, issues) => {
    const { rows, said } = checked('components', [fields]);
    expect({
      state: rows[0]?.state,
      differences: rows[0]?.differences.map(({ column, canChange }) => (canChange ? `${column} *` : column)),
      issues: said[0],
    }).toEqual({ state, differences, issues });
  });

  it('a component may stand before its group, if the file makes it', () => {
    const group = { ...right, audit_id: 'G2', audit_type: 'consolidated' };
    const child = { group_audit_id: 'G2', legal_entity_ids: 'E2', auditor_relation: 'self' };
    expect(checked('audits', [child, group]).states).toEqual(['new', 'new']);
    expect(checked('audits', [child, { ...group, audit_type: 'single' }]).said).toEqual([
      ['group-closed group_audit_id'],
      [],
    ]);
    expect(checked('audits', [{ ...child, legal_entity_ids: 'E9' }, group]).said).toEqual([
      ['not-of-client legal_entity_ids'],
      [],
    ]);
  });
});

it('clients', () => {
  const { states, said } = checked('clients', [
    {
      client_id: 'C1',
      client_name: 'Valkenhorst',
      country: 'nl',
      domains: 'VALK.example',
      allow_password_login: 'ja',
    },
    { client_id: 'C1', client_name: 'Valkenhorst', country: 'NL', domains: 'other.example' },
    { client_id: 'C2', client_name: 'New', country: 'BE' },
    { client_id: '', client_name: ' ', country: 'Atlantis' },
    { client_id: 'C3', client_name: 'Drini', country: 'XK' },
  ]);
  expect(states).toEqual(['unchanged', 'wrong', 'new', 'wrong', 'new']);
  expect(said).toEqual([
    [],
    ['twice client_id'],
    [],
    ['unknown-value country', 'required client_id', 'required client_name'],
    ['unknown-country country'],
  ]);
});

it('users', () => {
  const { rows, states, said } = checked('users', [
    { audit_id: 'A1', user_id: 'jan@firm.example', role: 'Audit auditor' },
    { audit_id: 'A1', user_id: 'JAN@firm.example', role: 'audit_auditor' },
    { audit_id: 'A9', user_id: 'nobody', role: 'boss' },
    { audit_id: 'OLD', user_id: 'jan@firm.example', role: 'audit_auditor' },
  ]);
  expect(states).toEqual(['new', 'wrong', 'wrong', 'wrong']);
  expect(said).toEqual([
    [],
    ['twice user_id'],
    ['no-address user_id', 'unknown-role role', 'unknown-audit audit_id'],
    ['audit-closed audit_id'],
  ]);
  expect(rows[0]?.object).toEqual({
    kind: 'user',
    audit: 'A1',
    assignment: { id: 'jan@firm.example', role: 'audit_auditor' },
  });

  const again = checked('users', [
    { audit_id: 'A1', user_id: 'ilse@firm.example', role: 'audit_engagement_leader' },
  ]);
  expect(again.rows[0]).toMatchObject({
    state: 'different',
    existing: 'Ilse@firm.example',
    differences: [{ column: 'role', canChange: true }],
  });
});

it('texts that our exports have escaped are read as they were', () => {
  const rows = [['client_id'], ["'=C2, '+co"], ["o'"]];
  const saved = { rows, numbers: [1, 2, 4], kinds: null, hidden: { rows: [4], columns: [] } };
  expect(importRows({ ...saved, format: 'csv' }, 0, true)).toEqual([
    { number: 2, cells: ['=C2, +co'], kinds: null },
    { number: 4, cells: ["o'"], kinds: null },
  ]);
  expect(unescapedCells({ ...saved, format: 'csv' })).toBe(1);
  const kept = { ...saved, rows: [['="00101"', '\'="x"', '="x"&"y"', '=""']], numbers: [1] };
  expect(importRows({ ...kept, format: 'csv' }, null, true)).toMatchObject([
    { cells: ['00101', '="x"', '="x"&"y"', ''] },
  ]);
  expect(unescapedCells({ ...saved, format: 'json' })).toBe(0);
  const own = ["'s-Hertogenbosch", "Den Haag, 't Hof", "d'=1"];
  expect(importRows({ ...saved, rows: [own], numbers: [1], format: 'csv' }, null, true)).toMatchObject([
    { cells: own },
  ]);
  expect(importRows({ ...saved, format: 'json' }, 0, true)[0]?.cells).toEqual(["'=C2, '+co"]);
  expect(importRows({ ...saved, format: 'xlsx', kinds: ['t', 'T', 'n'] }, null, false)).toMatchObject([
    { number: 1, kinds: 't' },
    { kinds: 'T' },
  ]);
});

it('an edit reads only its own row again', () => {
  const { check, rows } = table('audits', [right, { ...right, audit_id: 'N2' }]);
  const first = check(rows);
  const edited = rows.map((row, place) => (place === 0 ? { ...row } : row));
  const second = check(edited);
  expect(second.rows[1]?.object).toBe(first.rows[1]?.object);
  expect(second.rows[0]?.object).not.toBe(first.rows[0]?.object);
  expect(second.rows[0]?.object).toEqual(first.rows[0]?.object);
});

describe('the plan', () => {
  const steps = (...given: Parameters<typeof table>) => importSteps(checked(...given).rows, known);
  const child = { group_audit_id: 'G2', auditor_relation: 'self' };

  it('a group stands before its components, wherever the file has it, and one group before the next', () => {
    const made = steps('audits', [
      { ...child, legal_entity_ids: 'E1', scope: 'out_of_scope', out_of_scope_explanation: 'Small.' },
      { ...right, audit_id: 'N1' },
      { ...right, audit_id: 'G2', audit_type: 'consolidated' },
      { ...child, legal_entity_ids: 'E2' },
      { ...child, group_audit_id: 'G1', legal_entity_ids: 'C1' },
    ]);
    expect(made.map(({ key, after, task }) => [key, task.kind, after])).toEqual([
      ['row-3', 'createAudit', []],
      ['row-4', 'createAudit', []],
      ['open-2', 'awaitOpen', []],
      ['row-2', 'createComponent', ['open-2']],
      ['row-2-scope', 'setOutOfScope', ['row-2']],
      ['row-5', 'createComponent', ['open-2']],
      ['row-6', 'createComponent', []],
    ]);
    expect(planFaults({ steps: made })).toEqual([]);
  });

  it('what is unchanged, wrong or cannot be changed is not sent', () => {
    expect(
      steps('components', [
        { ...child, group_audit_id: 'G1', legal_entity_ids: 'E1' },
        { ...child, group_audit_id: 'A1', legal_entity_ids: 'C1' },
        { ...child, group_audit_id: 'G1', legal_entity_ids: 'C1, E2', auditor_relation: 'inter_firm' },
      ]),
    ).toEqual([]);
  });

  it('what can be changed is changed: scope and role', () => {
    const scope = { scope: 'out_of_scope', out_of_scope_explanation: 'Small.' };
    expect(
      steps('components', [{ ...child, group_audit_id: 'G1', legal_entity_ids: 'E1', ...scope }]),
    ).toMatchObject([
      { task: { kind: 'setOutOfScope', group: 'G1', component: 'G1-1', explanation: 'Small.' } },
    ]);
    expect(steps('components', [{ group_audit_id: 'G1', component_id: 'G1-2', ...scope }])).toMatchObject([
      { task: { kind: 'setOutOfScope', group: 'G1', component: 'G1-2', explanation: 'Small.' } },
    ]);
    expect(
      steps('users', [
        { audit_id: 'A1', user_id: 'ilse@firm.example', role: 'audit_engagement_leader' },
        { audit_id: 'A1', user_id: 'jan@firm.example', role: 'audit_auditor' },
      ]),
    ).toMatchObject([
      {
        task: {
          kind: 'changeUser',
          assignment: { id: 'Ilse@firm.example', role: 'audit_engagement_leader' },
          before: 'audit_auditor',
        },
      },
      { task: { kind: 'assignUser', assignment: { id: 'jan@firm.example' } } },
    ]);
  });
});
