import { expect, test } from 'vitest';
import { type Grouping, type SeasonRow, valueIn } from './season-rows.ts';
import { partsOf, weeksOf } from './season-weeks.ts';

const row = (deadline: string | null, readyOn: string | null, stepsLeft = 10) => ({
  scheduling: { deadline, priority: 0 },
  readyOn,
  stepsLeft,
  deadlineStatus: 'on-time' as const,
});

// 7 January 2026 is a Wednesday.
test('weeks have what is due and what is ready in them, and the first what has passed', () => {
  const rows = [
    row('2025-11-30', '2026-01-09'),
    row('2026-01-11', null, 4),
    row('2026-01-26', '2026-01-12'),
    { ...row('2026-06-30', null), deadlineStatus: 'done' as const },
  ];
  expect(weeksOf(rows, '2026-01-07', 240).weeks).toEqual([
    { monday: '2026-01-05', due: 14, ready: 10, carried: 1_200 },
    { monday: '2026-01-12', due: 0, ready: 10, carried: 1_680 },
    { monday: '2026-01-19', due: 0, ready: 0, carried: 1_680 },
    { monday: '2026-01-26', due: 10, ready: 0, carried: 1_680 },
  ]);
});

test('without groups there are no weeks, and a deadline that is far away makes no thousands', () => {
  expect(weeksOf([], '2026-01-05', 240)).toEqual({ weeks: [], later: 0 });
  expect(weeksOf([row(null, null)], '2026-01-05', null)).toEqual({ weeks: [], later: 0 });
  const far = [row('2126-01-01', null), row('1926-01-01', null), row('2026-01-20', '2027-03-01', 3)];
  const { weeks, later } = weeksOf(far, '2026-01-05', null);
  expect(weeks).toHaveLength(3);
  expect(weeks[0]).toEqual({ monday: '2026-01-05', due: 10, ready: 0, carried: null });
  expect(later).toBe(13); // it is said, and not left out
});

const of = (part: Pick<Part, 'deadlineStatus'> & Partial<Pick<Part, 'partner' | 'day'>>, id = '') =>
  ({
    ...row(part.day ?? null, null),
    id,
    deadlineStatus: part.deadlineStatus,
    entry: part.partner === undefined ? null : { partner: part.partner },
  }) as SeasonRow; // what is counted
interface Part {
  readonly partner: string;
  readonly day: string;
  readonly deadlineStatus: SeasonRow['deadlineStatus'];
}

test('the groups of each person are counted, with what is late, left and due first; those of nobody come last', () => {
  const rows = [
    of({ partner: '', deadlineStatus: 'none' }),
    of({ partner: 'Marco', day: '2026-03-31', deadlineStatus: 'late' }),
    of({ partner: 'Ilse', day: '2026-02-28', deadlineStatus: 'done' }),
    of({ partner: 'Ilse', day: '2026-06-30', deadlineStatus: 'on-time' }),
    of({ partner: 'Ilse', day: '2026-04-30', deadlineStatus: 'overdue' }),
  ];
  const parts = (by: Grouping) =>
    partsOf(rows, (one) => valueIn(one, by)).map(({ rows: own, ...part }) => ({
      ...part,
      groups: own.length,
    }));
  expect(parts('partner')).toEqual([
    { name: 'Ilse', groups: 3, late: 1, stepsLeft: 20, due: '2026-04-30' },
    { name: 'Marco', groups: 1, late: 1, stepsLeft: 10, due: '2026-03-31' },
    { name: '', groups: 1, late: 0, stepsLeft: 10, due: null },
  ]);
  expect(parts('manager')).toMatchObject([{ name: '', groups: 5 }]);
});

const status = 'on-time';
test.each<
  readonly [
    rule: string,
    by: Grouping,
    rows: readonly SeasonRow[],
    parts: readonly (readonly [string, string])[],
  ]
>([
  ['no group, no part', 'month', [], []],
  [
    'people by their names as people sort, in each the order that was',
    'partner',
    [
      of({ partner: 'zoë', deadlineStatus: status }, 'a'),
      of({ partner: 'Émile', deadlineStatus: status }, 'b'),
      of({ partner: 'zoë', deadlineStatus: status }, 'c'),
      of({ partner: 'Adam', deadlineStatus: status }, 'd'),
    ],
    [
      ['Adam', 'd'],
      ['Émile', 'b'],
      ['zoë', 'ac'],
    ],
  ],
  [
    'without a name, or without an entry that could have one, last and together',
    'partner',
    [
      of({ deadlineStatus: 'done' }, 'a'),
      of({ partner: 'Ilse', deadlineStatus: status }, 'b'),
      of({ partner: '', deadlineStatus: status }, 'c'),
    ],
    [
      ['Ilse', 'b'],
      ['', 'ac'],
    ],
  ],
  [
    'months in their order over a change of the year, without a deadline last',
    'month',
    [
      of({ deadlineStatus: 'none' }, 'a'),
      of({ day: '2027-01-31', deadlineStatus: status }, 'b'),
      of({ day: '2026-12-31', deadlineStatus: status }, 'c'),
      of({ day: '2026-12-01', deadlineStatus: 'done' }, 'd'),
      of({ day: '1926-12-01', deadlineStatus: 'overdue' }, 'e'),
    ],
    [
      ['1926-12', 'e'],
      ['2026-12', 'cd'],
      ['2027-01', 'b'],
      ['', 'a'],
    ],
  ],
])('%s', (_, by, rows, parts) => {
  expect(
    partsOf(rows, (one) => valueIn(one, by)).map(({ name, rows: own }) => [
      name,
      own.map(({ id }) => id).join(''),
    ]),
  ).toEqual(parts);
});
