import { describe, expect, it, test } from 'vitest';
import { known as anyKnown, audit, checked, table } from '../../testing/import-tables.ts';
import { addedEntries, groupChange, seasonUpdate, stillSo } from './deadlines.ts';
import type { ImportKnown, SeasonGroup } from './known.ts';

const group = (id: string, more: Partial<SeasonGroup> = {}): SeasonGroup => ({
  id,
  names: [`Harbour ${id}`],
  client: 'harbour',
  audit: null,
  predecessor: `${id}-2025`,
  successor: null,
  components: 3,
  coupled: 0,
  people: { partner: 'Ilse', manager: '' },
  deadline: { day: '2027-03-31', from: 'rule' },
  isOpen: true,
  ...more,
});
const client = (id: string, name: string) => ({
  id,
  name,
  country: null,
  domains: [],
  allow_password_login: null,
  is_test_organisation: false,
});
const known = {
  groups: [
    group('A'),
    group('B', { names: ['Alike'], successor: 'B-2026', deadline: { day: '2027-04-30', from: 'typed' } }),
    group('C', { audit: 'C-2026', successor: 'C-2026', isOpen: false }),
    group('D', { names: ['Alike', 'As expected'], client: 'dock', deadline: null }),
  ],
  clients: [
    client('harbour', 'Harbour Ltd'),
    client('dock', 'Dock Ltd'),
    client('twin-1', 'Twin Ltd'),
    client('twin-2', 'Twin Ltd'),
  ],
  audits: [
    audit('C-2026', { client_organisation_id: 'harbour' }),
    audit('X-2026', { client_organisation_id: 'harbour', name: 'There' }),
    audit('GOES', { client_organisation_id: 'harbour', name: 'Goes', status: 'deleting' }),
  ],
} satisfies Partial<ImportKnown>;

type Row = Parameters<typeof table>[1][number];
const setup = { orders: { deadline: 'dmy' }, today: '2027-01-15' } as const;
const ofRows = (...rows: readonly Row[]) => checked('deadlines', rows, setup, known);

/** The group that a row is about, and what becomes of it. */
function told(row: Row): string {
  const [one] = ofRows(row).rows;
  const errors = one?.issues.filter(({ isWarning }) => !isWarning).map(({ code }) => code) ?? [];
  return [one?.existing ?? '', errors[0] ?? one?.state].join(' ').trim();
}

describe('a row is for the group', () => {
  const deadline = '31/05/2027';
  it.each<[string, Row, string]>([
    ['with this id', { audit_id: 'B-2026' }, 'B different'],
    ['with this id and blanks around it', { audit_id: ' B-2026 ' }, 'B different'],
    ['whose next audit will have this id', { successor_id: 'B-2026' }, 'B different'],
    ['whose audit of last year has this id', { predecessor_id: 'A-2025' }, 'A different'],
    ['of last year’s id in a list of a person', { audit_id: 'A-2025' }, 'A different'],
    ['with this name, where it is the only one', { audit_name: 'harbour a' }, 'A different'],
    ['with the name under which it was expected', { audit_name: 'as expected' }, 'D different'],
    ['with this name and client', { audit_name: 'Alike', client_id: 'dock' }, 'D different'],
    [
      'with this name and the name of the client',
      { audit_name: 'Alike', client_name: 'dock ltd' },
      'D different',
    ],
    ['none: the id is not known', { audit_id: 'other', audit_name: 'Harbour A' }, 'group-not-in-season'],
    ['none: the name is not known', { audit_name: 'Harbour' }, 'group-not-in-season'],
    ['none: it is of another client', { audit_name: 'Harbour A', client_id: 'dock' }, 'group-not-in-season'],
    ['none: two have this name', { audit_name: 'Alike' }, 'several-groups'],
    ['none: the ids are of two', { audit_id: 'B-2026', predecessor_id: 'A-2025' }, 'several-groups'],
    ['none: nothing names it', {}, 'group-not-in-season'],
  ])('%s', (_, row, found) => {
    expect(told({ deadline, ...row })).toBe(found);
  });

  it('once only', () => {
    expect(
      ofRows(
        { deadline, audit_id: 'B-2026' },
        { deadline, predecessor_id: 'B-2025' },
        { deadline, audit_id: 'C-2026' },
      ).said,
    ).toEqual([[], ['twice audit_name'], ['group-created deadline']]);
  });
});

test.each([
  ['31/05/2027', 'A different'],
  ['31 januari 2027', 'A different'],
  ['31-03-2027', 'A unchanged'],
  ['', 'A unchanged'],
  ['31/13/2027', 'A not-a-day'],
  ['28/02/27', 'A not-a-day'],
  ['soon', 'A not-a-day'],
])('the deadline %j: %s', (deadline, outcome) => {
  expect(told({ deadline, predecessor_id: 'A-2025' })).toBe(outcome);
});

test.each(['31/03/1926', '31/03/2126'])('a day that is far away is pointed out: %s', (deadline) => {
  const { said } = ofRows({ deadline, predecessor_id: 'A-2025' });
  expect(said).toEqual([['far-year deadline']]);
});

test('a day that has passed is pointed out, and what it was is told', () => {
  const { rows, said } = ofRows({ deadline: '14/01/2027', predecessor_id: 'A-2025' });
  expect(said).toEqual([['deadline-past deadline']]);
  expect(rows).toMatchObject([
    { state: 'different', differences: [{ column: 'deadline', canChange: true, before: '2027-03-31' }] },
  ]);
});

test('a group that is created keeps its deadline, and a row that says the same is unchanged', () => {
  expect(told({ deadline: '31/05/2027', audit_id: 'C-2026' })).toBe('C group-created');
  expect(told({ deadline: '31/03/2027', audit_id: 'C-2026' })).toBe('C unchanged');
});

test('a row without a deadline that adds nothing, as of a total, asks nothing', () => {
  expect(told({ deadline: '', audit_name: 'Total' })).toBe('unchanged');
});

describe('a row of a group that the season does not have', () => {
  const full = { deadline: '31/05/2027', audit_name: 'New', client_id: 'dock', components: '12' };
  it.each<[string, Row, string]>([
    ['is new', {}, 'new'],
    [
      'is new without a deadline',
      { deadline: '', components: '0', coupled_audits: '3', audit_id: 'N-1' },
      'new',
    ],
    ['finds its client by the name', { client_id: '', client_name: 'DOCK LTD' }, 'new'],
    ['may have the name of another client’s group', { audit_name: 'Harbour A' }, 'new'],
    [
      'may have the name of an audit that is being deleted',
      { audit_name: 'Goes', client_id: 'harbour' },
      'new',
    ],
    ['has no client', { client_id: '' }, 'no-single-client'],
    ['has a client that is not there', { client_id: 'gone', client_name: 'Dock Ltd' }, 'no-single-client'],
    ['has the name of two clients', { client_id: '', client_name: 'Twin Ltd' }, 'no-single-client'],
    ['has no number of components', { components: '' }, 'group-not-in-season'],
    ['has half a component', { components: '1.5' }, 'not-a-count'],
    ['has too many components', { components: '10001' }, 'not-a-count'],
    ['has a word for coupled audits', { coupled_audits: 'some' }, 'not-a-count'],
    ['has the name of an audit', { audit_name: 'THERE', client_id: 'harbour' }, 'group-taken'],
    ['has the id of an audit', { audit_id: 'X-2026' }, 'group-taken'],
    [
      'has the name of a group, with another id',
      { audit_name: 'Harbour A', client_id: 'harbour', audit_id: 'N-1' },
      'group-taken',
    ],
    ['has a name that is too long', { audit_name: 'N'.repeat(101) }, 'too-long'],
    ['has no name', { audit_name: '', audit_id: 'N-1' }, 'group-not-in-season'],
    ['names last year’s audit', { predecessor_id: 'N-0' }, 'group-not-in-season'],
    ['has a day that is none', { deadline: 'soon' }, 'not-a-day'],
  ])('%s', (_, more, outcome) => {
    expect(told({ ...full, ...more })).toBe(outcome);
  });
});

test('the season changes by the rows that are new or different, under ids of its own, and nothing is sent', () => {
  const { rows } = ofRows(
    { deadline: '31/05/2027', predecessor_id: 'A-2025' },
    { deadline: '30/04/2027', successor_id: 'B-2026' },
    {
      deadline: '31/05/2027',
      audit_name: 'New',
      client_id: 'dock',
      components: '12',
      coupled_audits: '2',
      audit_id: 'N-1',
    },
    { deadline: '', audit_name: 'New', client_id: 'harbour', components: '3' },
    { deadline: '31/05/2027', audit_name: 'NEW', client_id: 'dock', components: '3' },
  );
  const update = seasonUpdate(rows, { ...anyKnown, ...known });
  expect(update.changes).toEqual([
    {
      id: 'A',
      before: { deadline: { day: '2027-03-31', from: 'rule' } },
      after: { deadline: { day: '2027-05-31', from: 'imported' } },
    },
  ]);
  const entries = addedEntries('c', update.added, []);
  expect(entries).toMatchObject([
    {
      name: 'New',
      client: 'dock',
      predecessor: null,
      successor: 'N-1',
      deadline: { day: '2027-05-31', from: 'imported' },
      components: 12,
      coupled: 2,
    },
    { name: 'New', client: 'harbour', successor: null, deadline: null, components: 3, coupled: 0 },
  ]);
  const again = addedEntries('c', update.added, entries);
  expect(new Set([...entries, ...again].map(({ id }) => id)).size).toBe(4);
});

describe('who leads and plans a group', () => {
  const nothing = {};
  const a = { audit_name: 'Harbour A', deadline: '' };
  const added = { audit_name: 'New', client_id: 'dock', components: '2', deadline: '' };
  it.each<[string, Row, readonly string[], object]>([
    ['is changed, and the deadline stays', { ...a, partner: 'Marco' }, [], { id: 'A', partner: 'Marco' }],
    ['is said for the first time', { ...a, manager: ' Anna ' }, [], { id: 'A', manager: 'Anna' }],
    [
      'is changed with the deadline',
      { ...a, partner: 'Marco', deadline: '31/05/2027' },
      [],
      { id: 'A', partner: 'Marco', deadline: { day: '2027-05-31' } },
    ],
    ['stays where the row has nobody', { ...a, partner: '', manager: ' ' }, [], nothing],
    ['stays where it is the same', { ...a, partner: 'Ilse' }, [], nothing],
    [
      'is kept of a group that is created',
      { audit_id: 'C-2026', manager: 'Anna' },
      [],
      { id: 'C', manager: 'Anna' },
    ],
    [
      'is kept of a group that is added',
      { ...added, partner: 'Marco' },
      [],
      { name: 'New', partner: 'Marco' },
    ],
    ['has a name that is too long', { ...a, partner: 'é'.repeat(256) }, ['too-long partner'], nothing],
    [
      'cannot be kept for a plan',
      { ...a, audit_name: 'Planned', partner: 'Eva' },
      ['not-kept partner'],
      nothing,
    ],
  ])('%s', (_, row, issues, change) => {
    const planned = group('P', { names: ['Planned'], people: null });
    const lists = { ...known, groups: [...known.groups, planned] };
    const { rows, said } = checked('deadlines', [{ deadline: '', ...row }], setup, lists);
    const { changes, added: more } = seasonUpdate(rows, { ...anyKnown, ...lists });
    expect(said).toEqual([issues]);
    expect([...changes.map(({ id, after }) => ({ id, ...after })), ...more]).toMatchObject(
      change === nothing ? [] : [change],
    );
  });

  it('is forgotten by nobody: what a file does not say is not among the changes', () => {
    const { rows } = ofRows({ ...a, partner: 'Marco' });
    expect(seasonUpdate(rows, { ...anyKnown, ...known }).changes).toEqual([
      { id: 'A', before: { partner: 'Ilse' }, after: { partner: 'Marco' } },
    ]);
  });
});

describe('what is taken back of a group', () => {
  const before = group('A', { people: { partner: 'Ilse', manager: 'Eva' } });
  const after = { deadline: { day: '2027-05-31', from: 'imported' }, partner: 'Marco' } as const;
  const change = groupChange(before, after);
  const changed = group('A', { deadline: after.deadline, people: { partner: 'Marco', manager: 'Eva' } });

  it('is what was changed, and nothing else', () => {
    const was = { deadline: { day: '2027-03-31', from: 'rule' }, partner: 'Ilse' };
    expect(change).toEqual({ id: 'A', before: was, after });
    expect(stillSo(changed, change, 'after')).toEqual({ id: 'A', ...was });
    expect(stillSo(before, change, 'before')).toEqual({ id: 'A', ...after });
  });

  it('is not what somebody has changed since', () => {
    const since = { ...changed, people: { partner: 'Noor', manager: 'Eva' } };
    expect(stillSo(since, change, 'after')).toEqual({ id: 'A', deadline: before.deadline });
    expect(stillSo({ ...since, deadline: null }, change, 'after')).toBeNull();
  });
});

describe('of two files of one season, the second', () => {
  const march = '31/03/2027';
  const may = '31/05/2027';
  const added = { audit_name: 'New', client_id: 'dock', components: '2', deadline: march };
  it.each<[string, Row, Row, string]>([
    ['is unchanged where it says the same', added, added, 'unchanged'],
    [
      'is unchanged in another spelling',
      added,
      { ...added, audit_name: 'NEW ', client_id: '', client_name: 'dock ltd' },
      'unchanged',
    ],
    [
      'is unchanged where it has nothing more',
      added,
      { ...added, deadline: '', components: '9' },
      'unchanged',
    ],
    ['changes the deadline of the first', added, { ...added, deadline: may }, 'different deadline'],
    ['says who leads what the first has added', added, { ...added, partner: 'Marco' }, 'different partner'],
    [
      'finds by its id what the first has added',
      { ...added, successor_id: 'N-1' },
      { audit_id: 'N-1', deadline: may },
      'different deadline',
    ],
    [
      'does not add under an id what the first has by its name',
      added,
      { ...added, audit_id: 'N-1' },
      'wrong group-taken',
    ],
    ['adds the same name of another client', added, { ...added, client_id: 'harbour' }, 'new'],
    [
      'has the last word on what is there',
      { audit_name: 'Harbour A', deadline: may },
      { predecessor_id: 'A-2025', deadline: march },
      'different deadline',
    ],
    [
      'leaves what only the first has said',
      { audit_name: 'Harbour A', deadline: may, partner: 'Marco' },
      { predecessor_id: 'A-2025', deadline: may },
      'unchanged',
    ],
  ])('%s', (_, first, second, outcome) => {
    const groups = seasonAfter(ofRows(first).rows);
    const [row] = checked('deadlines', [second], setup, { ...known, groups }).rows;
    const errors = row?.issues.flatMap(({ code, isWarning }) => (isWarning ? [] : [code])) ?? [];
    const columns = row?.differences.map(({ column }) => column) ?? [];
    expect([row?.state, ...errors, ...columns].join(' ')).toBe(outcome);
  });

  /** The groups of the season once a file has changed it. */
  function seasonAfter(rows: Parameters<typeof seasonUpdate>[0]): readonly SeasonGroup[] {
    const { changes, added: more } = seasonUpdate(rows, { ...anyKnown, ...known });
    const changed = known.groups.map((one): SeasonGroup => {
      const { deadline, partner, manager } = changes.find(({ id }) => id === one.id)?.after ?? {};
      const people = {
        partner: partner ?? one.people?.partner ?? '',
        manager: manager ?? one.people?.manager ?? '',
      };
      return { ...one, deadline: deadline ?? one.deadline, people };
    });
    const entries = addedEntries('c', more, []).map(
      ({ id, name, client: owner, successor, deadline, partner = '', manager = '' }) =>
        group(id, {
          names: [name],
          client: owner,
          predecessor: null,
          successor,
          deadline,
          people: { partner, manager },
        }),
    );
    return [...changed, ...entries];
  }
});

test.each([
  ['m', '2027-05-31 10:00:00', 'has-time'],
  ['n', '46538', 'number-for-day'],
  ['e', '#N/A', 'error-value'],
  ['U', '', 'uncalculated'],
  ['D', '2027-05-31', 'formula'],
])('a cell of a workbook of the kind %s, %j: %s', (kind, deadline, code) => {
  const { check, rows } = table('deadlines', [{ audit_id: 'A-2025', deadline }], setup, known);
  const [one] = check(rows.map((row) => ({ ...row, kinds: `t${kind}` }))).rows;
  expect(one?.issues.map((issue) => issue.code)).toContain(code);
});
