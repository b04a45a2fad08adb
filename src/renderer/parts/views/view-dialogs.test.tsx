import { expect, it } from 'vitest';
import type { SavedView } from '../../../shared/model/list-setup.ts';
import { namedAlike, nameFault, withMovedView } from './view-dialogs.tsx';

const view = (id: string, name: string, place: number): SavedView => ({
  id,
  connection: 'c',
  list: 'audits',
  name,
  place,
  search: '',
  setup: { filters: {}, sort: null },
  columns: {},
});
const views = [view('a', 'Open audits', 0), view('b', 'ארכיון 2024', 1), view('c', 'Società', 5)];

it.each([
  ['', 'required'],
  ['   ', 'required'],
  ['n'.repeat(200), null],
  ['n'.repeat(201), 'too-long'],
  ['ארכיון', null],
  ['Open audits', null],
])('the name %j: %j', (name, fault) => expect(nameFault(name, views, null)).toBe(fault));

it('one view more than can be kept is refused, and renaming one of them is not', () => {
  const many = Array.from({ length: 500 }, (_, place) => view(`v${place}`, `View ${place}`, place));
  expect(nameFault('New', many, null)).toBe('full');
  expect(nameFault('New', many, many[0] ?? null)).toBe(null);
});

it.each([
  ['open AUDITS ', null, 'a'],
  ['societa', null, 'c'],
  ['Other', null, undefined],
  ['Open audits', 'a', undefined],
  ['Open audits', 'b', 'a'],
])('%j, of the view %j, is alike to %j', (name, own, found) => {
  const renamed = views.find(({ id }) => id === own) ?? null;
  expect(namedAlike(name, views, renamed)?.id).toBe(found);
});

it.each([
  [
    'b',
    -1,
    [
      ['b', 0],
      ['a', 1],
      ['c', 2],
    ],
  ],
  [
    'b',
    1,
    [
      ['c', 1],
      ['b', 2],
    ],
  ],
  ['a', -1, []],
  ['c', 1, []],
] as const)('%s moved by %i: these have another place', (id, by, places) => {
  expect(withMovedView(views, id, by).map((one) => [one.id, one.place])).toEqual(places);
});
