import { describe, expect, it, test } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import { groupsOf } from '../../../shared/rules/plans/season-groups.ts';
import type { DayOrder } from '../../../shared/rules/tables/cells.ts';
import { proposePlaces } from '../../../shared/rules/tables/columns.ts';
import {
  deadlineColumns,
  deadlineOrders,
  fileCells,
  pastedCells,
  readDeadlines,
} from './season-deadlines.ts';
import { entriesOfFile } from './season-expected.ts';
import { forecastRows } from './season-rows.ts';

const entry = (id: string, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  connection: 'c',
  name: `Harbour ${id}`,
  client: 'harbour',
  predecessor: `${id}-2025`,
  successor: null,
  deadline: { day: '2027-03-31', from: 'rule' },
  priority: 0,
  components: 3,
  coupled: 0,
  ...more,
});
const made = Audit.parse({
  id: 'C-2026',
  name: 'Made',
  client_organisation_id: 'harbour',
  legal_entity_ids: ['c'],
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  audit_type: 'consolidated',
  status: 'open',
});

// In their order: A and B by deadline, C is created, and comes last.
const rows = forecastRows(
  groupsOf({
    entries: [
      entry('A'),
      entry('B', {
        name: 'Alike',
        successor: 'B-2026',
        deadline: { day: '2027-04-30', from: 'typed' },
      }),
      entry('D', { name: 'Alike', client: 'dock', deadline: null }),
      entry('C', { successor: 'C-2026' }),
    ],
    audits: [made],
    parts: [],
    prices: null,
  }),
  { today: '2027-01-15', entries: new Map() },
);

const reading = (order: DayOrder) => ({
  order,
  today: '2027-01-15',
  readNamed: (text: string) => (text === 'May 31, 2027' ? '2027-05-31' : null),
});
const pasted = (text: string, from = 0) => pastedCells(text, rows, from, rows) ?? [];
const told = (text: string, from = 0, order: DayOrder = 'dmy') =>
  readDeadlines(pasted(text, from), reading(order)).map(({ row, day, state, fault, isPast }) =>
    [row?.id ?? '', fault ?? state, day ?? '', ...(isPast ? ['past'] : [])].join(' ').trim(),
  );

test('the groups stand so', () => {
  expect(rows.map(({ id }) => id)).toEqual(['A', 'B', 'D', 'C']);
});

describe('what is pasted fills its row and those below', () => {
  it.each([
    ['one day', '2027-05-31', ['A change 2027-05-31']],
    [
      'a column as spreadsheets copy it',
      '31/05/2027\r\n01/06/2027\r\n',
      ['A change 2027-05-31', 'B change 2027-06-01'],
    ],
    ['a day that stands there already', '31-03-2027\n2027-04-30', ['A same 2027-03-31', 'B same 2027-04-30']],
    ['an empty cell leaves its deadline', '\n30.04.2027\n\n', ['A blank', 'B same 2027-04-30']],
    ['a name of a month', 'May 31, 2027', ['A change 2027-05-31']],
    ['what is no day', '31/13/2027\nsoon\n28/02/27', ['A not-a-day', 'B not-a-day', 'D not-a-day']],
    ['a day that has passed', '31/01/2026', ['A change 2026-01-31 past']],
  ])('%s', (_, text, lines) => {
    expect(told(text)).toEqual(lines);
  });

  it('no further than there are groups, and nothing for one that is created', () => {
    expect(told('2027-05-31\n2027-06-30\n2027-07-31', 2)).toEqual([
      'D change 2027-05-31',
      'C created',
      'beyond',
    ]);
  });

  it.each([
    ['31/05/2027\n01/06/2027', ['dmy']],
    ['05/31/2027\n01/06/2027', ['mdy']],
    ['01/03/2027\n05/06/2027', ['dmy', 'mdy']],
    ['2027-03-01\n2027-06-05', ['ymd']],
    ['31/05/2027\n05/31/2027', ['dmy', 'mdy', 'ymd']],
  ])('the order of %j is one of %j', (text, orders) => {
    expect(deadlineOrders(pasted(text))).toEqual(orders);
  });

  it('by the order that a person chose', () => {
    expect(told('01/03/2027', 0, 'dmy')).toEqual(['A change 2027-03-01']);
    expect(told('01/03/2027', 0, 'mdy')).toEqual(['A change 2027-01-03 past']);
  });

  it.each([
    [
      'ids of either year before the days',
      'B-2026\t2027-06-30\nA-2025\t2027-05-31\n',
      ['B change 2027-06-30', 'A change 2027-05-31'],
    ],
    ['ids behind the days', '31/05/2027\tA-2025\r\n', ['A change 2027-05-31']],
    [
      'names, of which one means two groups and one is of none',
      'HARBOUR A\t31/05/2027\nAlike\t31/05/2027\nGone\t31/05/2027',
      ['A change 2027-05-31', 'several', 'no-group'],
    ],
    ['titles above', 'Group\tDay\nA-2025\t2027-05-31', ['no-group', 'A change 2027-05-31']],
    ['an empty day', 'A-2025\t\nB-2026\t2027-05-31', ['A blank', 'B change 2027-05-31']],
  ])(
    'of two columns one says which groups the days are for, wherever they are pasted: %s',
    (_, text, lines) => {
      expect(told(text, 2)).toEqual(lines);
    },
  );

  it.each([
    ['three columns', 'A-2025\tHarbour A\t2027-05-31'],
    ['two, neither of which knows a group', 'Gone\t2027-05-31'],
    ['two that know as many', 'A-2025\tHarbour A'],
  ])('%s are refused', (_, text) => {
    expect(pastedCells(text, rows, 0, rows)).toBeNull();
  });
});

const clients = [
  { id: 'harbour', name: 'Harbour Ltd' },
  { id: 'dock', name: 'Dock Ltd' },
  { id: 'twin-1', name: 'Twin Ltd' },
  { id: 'twin-2', name: 'Twin Ltd' },
];
const there = Audit.parse({ ...made, id: 'X-2026', name: 'There' });
const known = { groups: rows, audits: [made, there], clients };
const words = { columns: { audit_name: ['Group'], client_name: ['Client'] } };

/** What becomes of the rows of a file, by the groups that they are for. */
function ofFile(header: readonly string[], ...lines: readonly (readonly string[])[]) {
  const { headerRow, mapping } = proposePlaces([header, ...lines], deadlineColumns, words);
  expect(headerRow).toBe(0);
  const cells = lines.map((texts, place) => ({ number: place + 2, cells: texts, kinds: null }));
  return readDeadlines(
    fileCells(cells, mapping, known, (id) => (id === 'dock' ? 'Dock Ltd' : 'Harbour Ltd')),
    reading('dmy'),
  );
}

describe('a row of a file is for the group', () => {
  const day = '2027-05-31';
  it.each([
    ['with this id', ['audit_id'], ['B-2026'], 'B'],
    ['whose next audit will have this id', ['successor_id'], ['B-2026'], 'B'],
    ['whose audit of last year has this id', ['predecessor_id'], ['A-2025'], 'A'],
    ['of last year’s id in a list of a person', ['audit_id'], ['A-2025'], 'A'],
    ['of one id, where the others are empty', ['audit_id', 'predecessor_id'], ['', 'A-2025'], 'A'],
    ['with this name, where it is the only one', ['Group'], ['harbour a'], 'A'],
    ['with this name and client', ['Group', 'client_id'], ['Alike', 'dock'], 'D'],
    ['with this name and the name of the client', ['Group', 'Client'], ['Alike', 'dock ltd'], 'D'],
    ['none: the id is not known', ['audit_id', 'Group'], ['other', 'Harbour A'], 'no-group'],
    ['none: the name is not known', ['Group'], ['Harbour'], 'no-group'],
    ['none: two have this name', ['Group'], ['Alike'], 'several'],
    ['none: the ids are of two', ['audit_id', 'predecessor_id'], ['B-2026', 'A-2025'], 'several'],
  ])('%s', (_, titles, texts, found) => {
    const [line] = ofFile(['deadline', ...titles], [day, ...texts]);
    expect(line?.row?.id ?? line?.fault).toBe(found);
  });

  it('once only', () => {
    const lines = ofFile(['deadline', 'audit_id'], [day, 'B-2026'], ['30/06/2027', 'B-2026']);
    expect(lines.map(({ fault }) => fault)).toEqual([null, 'twice']);
  });
});

describe('a row of a group that the season does not have', () => {
  const titles = ['deadline', 'Group', 'client_id', 'Client', 'components', 'coupled_audits', 'audit_id'];
  const day = '2027-05-31';
  it.each([
    ['can be added', [day, 'New', 'dock', '', '12', '', ''], 'add'],
    ['can be added without a deadline', ['', 'New', 'dock', '', '0', '3', 'N-1'], 'add'],
    ['finds its client by the name', [day, 'New', '', 'DOCK LTD', '12', '', ''], 'add'],
    ['may have the name of another client’s group', [day, 'Harbour A', 'dock', '', '12', '', ''], 'add'],
    ['has no client', [day, 'New', '', '', '12', '', ''], 'no-client'],
    ['has a client that is not there', [day, 'New', 'gone', 'Dock Ltd', '12', '', ''], 'no-client'],
    ['has the name of two clients', [day, 'New', '', 'Twin Ltd', '12', '', ''], 'no-client'],
    ['has no number of components', ['', 'New', 'dock', '', '', '', ''], 'no-size'],
    ['has half a component', [day, 'New', 'dock', '', '1.5', '', ''], 'no-size'],
    ['has too many components', [day, 'New', 'dock', '', '10001', '', ''], 'no-size'],
    ['has a word for coupled audits', [day, 'New', 'dock', '', '1', 'some', ''], 'no-size'],
    ['has the name of an audit', [day, 'THERE', 'harbour', '', '12', '', ''], 'taken'],
    ['has the id of an audit', [day, 'New', 'harbour', '', '12', '', 'X-2026'], 'taken'],
    ['has the name of a group, with another id', [day, 'Harbour A', 'harbour', '', '1', '', 'N-1'], 'taken'],
    ['has a name that is too long', [day, 'N'.repeat(101), 'dock', '', '12', '', ''], 'too-long'],
    ['has no name', [day, '', 'dock', '', '12', '', 'N-1'], 'no-group'],
    ['has a day that is none', ['soon', 'New', 'dock', '', '12', '', ''], 'not-a-day'],
  ])('%s: %j, %s', (_, texts, found) => {
    const [line] = ofFile(titles, texts);
    expect(line?.fault ?? line?.state).toBe(found);
  });

  it.each([
    [
      'names last year’s audit',
      ['Group', 'client_id', 'components', 'predecessor_id'],
      ['New', 'dock', '1', 'N-0'],
    ],
    ['is in a file without numbers of components', ['Group', 'client_id'], ['New', 'dock']],
  ])('is not offered where it %s', (_, columns, texts) => {
    expect(ofFile(['deadline', ...columns], [day, ...texts])).toMatchObject([{ fault: 'no-group' }]);
  });

  it.each([{ clients: null }, { audits: null }])('waits for clients and audits: %o', (missing) => {
    const cells = [{ number: 2, cells: ['', 'New', 'dock', '1'], kinds: null }];
    const mapping = { deadline: 0, audit_name: 1, client_id: 2, components: 3 };
    expect(fileCells(cells, mapping, { ...known, ...missing }, (id) => id)).toMatchObject([
      { target: 'unread' },
    ]);
  });

  it('is added once, by its name or its id', () => {
    const lines = ofFile(
      titles,
      [day, 'New', 'dock', '', '12', '2', 'N-1'],
      [day, 'NEW', 'dock', '', '3', '', 'N-2'],
      [day, 'Newer', 'dock', '', '3', '', 'N-1'],
      ['', 'New', 'harbour', '', '3', '', ''],
    );
    expect(lines.map(({ fault, state }) => fault ?? state)).toEqual(['add', 'twice', 'twice', 'add']);
    const added = lines.flatMap(({ group, day: due, state }) =>
      state === 'add' && group !== null ? [{ group, day: due }] : [],
    );
    const entries = entriesOfFile('c', added, []);
    expect(entries).toMatchObject([
      {
        name: 'New',
        client: 'dock',
        predecessor: null,
        successor: 'N-1',
        deadline: { day, from: 'imported' },
        components: 12,
        coupled: 2,
      },
      { name: 'New', client: 'harbour', successor: null, deadline: null, components: 3, coupled: 0 },
    ]);
    const again = entriesOfFile('c', added, entries);
    expect(new Set([...entries, ...again].map(({ id }) => id)).size).toBe(4);
  });
});

it.each([
  ['m', '2027-05-31 10:00:00', 'has-time'],
  ['n', '46538', 'number-for-day'],
  ['e', '#N/A', 'not-a-day'],
  ['U', '', 'uncalculated'],
  ['D', '2027-05-31', null],
])('a cell of a workbook of the kind %s, %j: %s', (kinds, text, fault) => {
  const cells = fileCells(
    [{ number: 2, cells: [text, 'A-2025'], kinds: `${kinds}t` }],
    { deadline: 0, audit_id: 1 },
    known,
    (id) => id,
  );
  expect(readDeadlines(cells, reading('ymd'))).toMatchObject([{ fault }]);
});
