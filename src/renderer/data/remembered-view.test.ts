import { expect, test } from 'vitest';
import { atMost } from '../../shared/settings.ts';
import { setupOf, withSetup } from './remembered-view.ts';

const columns = ['name', 'end'];
const view = {
  search: 'typed',
  filters: { status: [], client: ['a'] },
  sort: { column: 'name', direction: 'ascending' },
} as const;

test('what is kept of a list is its filters and its order, and not what was typed', () => {
  expect(setupOf(view)).toEqual({ filters: { client: ['a'] }, sort: view.sort });
  expect(setupOf({})).toEqual({ filters: {}, sort: null });
});

test('of what was kept, a list takes the filters and columns that it has', () => {
  const setup = {
    filters: { status: ['open', 'archived'], removed: ['x'] },
    sort: { column: 'end', direction: 'descending' },
  } as const;
  expect(withSetup(view, setup, columns)).toEqual({
    search: 'typed',
    filters: { status: ['open', 'archived'], client: [] },
    sort: setup.sort,
  });
  expect(withSetup(view, { ...setup, sort: { ...setup.sort, column: 'removed' } }, columns).sort).toBe(
    view.sort,
  );
  expect(withSetup(view, undefined, columns)).toBe(view);
});

test('a filter keeps as many values as main takes', () => {
  const values = Array.from({ length: atMost.filterValues + 1 }, (_, place) => `client-${place}`);
  expect(setupOf({ filters: { client: values } }).filters.client).toHaveLength(atMost.filterValues);
});
