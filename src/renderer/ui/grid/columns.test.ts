import { expect, test } from 'vitest';
import { type AnyColumn, inOrder, layoutColumns, type Measured, withMoved } from './columns.ts';

type One = Measured<AnyColumn>;

const name: One = { id: 'name', title: '', min: 280, width: { grows: 5 } };
const wide: One = { ...name, width: { grows: 5, wants: 400 } };
const relation: One = { id: 'relation', title: '', min: 112, width: { givesWay: 2 }, hasIcon: true };
const scope: One = { id: 'scope', title: '', min: 120, width: { givesWay: 3 }, hasIcon: true };
const group: One = { id: 'group', title: '', min: 100, width: { grows: 1 } };
const country: One = { id: 'country', title: '', min: 72, width: { givesWay: 1 } };
const packages: One = { id: 'package', title: '', min: 160, width: { grows: 1, from: 900 } };
const id: One = { id: 'id', title: '', min: 120, isOnDemand: true };

test.each([
  ['what is left goes by how they grow', [name, group], {}, 720, 'name 600, group 120'],
  ['none is narrower than its least', [name, group], {}, 480, 'name 380, group 100'],
  ['one folds in its order', [name, relation, scope], {}, 480, 'name 332, relation 28*, scope 120'],
  ['then the next', [name, relation, scope], {}, 400, 'name 344, relation 28*, scope 28*'],
  ['none folds where all fits', [name, relation, scope], {}, 512, 'name 280, relation 112, scope 120'],
  ['one folds for what another wants', [wide, relation], {}, 480, 'name 452, relation 28*'],
  ['but not for more than that', [wide, relation], {}, 512, 'name 400, relation 112'],
  ['one shows from a width on', [name, packages], {}, 899, 'name 899'],
  ['one shows from a width on', [name, packages], {}, 960, 'name 800, package 160'],
  [
    'nor for a width that a person gave',
    [wide, relation],
    { widths: { name: 300 } },
    480,
    'name 300, relation 112',
  ],
  ['one without an icon disappears', [name, country], {}, 340, 'name 340'],
  [
    'but not one that a person asked for',
    [name, country],
    { shown: { country: true } },
    340,
    'name 280, country 72',
  ],
  ['what does not fit is scrolled to', [name, relation], {}, 100, 'name 280, relation 28*'],
  ['a person switches a column on', [name, id], { shown: { id: true } }, 400, 'name 280, id 120'],
  ['and off', [name, group], { shown: { group: false } }, 400, 'name 400'],
  ['a width that a person gave stays', [name, group], { widths: { name: 300 } }, 720, 'name 300, group 420'],
  [
    'one dragged to nothing keeps its minimum',
    [name, group],
    { widths: { name: -5 } },
    720,
    'name 280, group 440',
  ],
  [
    'one dragged wide folds others',
    [name, relation],
    { widths: { name: 380 } },
    420,
    'name 380, relation 28*',
  ],
  [
    'a person has an order',
    [name, group, country],
    { order: ['country', 'name'] },
    600,
    'country 72, name 428, group 100',
  ],
  [
    'a choice of columns that are gone does nothing',
    [name],
    { order: ['gone'], widths: { gone: 9 } },
    400,
    'name 400',
  ],
] as const)('columns: %s', (_title, columns, choice, room, expected) => {
  const laid = layoutColumns<One>(columns, choice, room);
  expect(
    laid.map(({ column, width, isFolded }) => `${column.id} ${width}${isFolded ? '*' : ''}`).join(', '),
  ).toBe(expected);
});

test.each([
  ['group', -1, 'name group relation country'],
  ['relation', -1, 'name relation group country'], // the first one is pinned
  ['group', 1, 'name relation country group'],
  ['country', 1, 'name relation group country'],
  ['relation', 1, 'name group relation country'],
  ['name', 1, 'name relation group country'],
] as const)('columns: %s moves by %i', (moved, by, expected) => {
  const columns = [name, relation, group, country];
  const choice = withMoved(columns, {}, { id: moved, by, pinned: 1, isIn: () => true });
  expect(
    inOrder(columns, choice)
      .map((column) => column.id)
      .join(' '),
  ).toBe(expected);
});

test('columns: a column moves over those that do not show', () => {
  const columns = [name, relation, group, country];
  const choice = withMoved(columns, {}, { id: 'country', by: -1, pinned: 1, isIn: (one) => one !== 'group' });
  expect(
    inOrder(columns, choice)
      .map((column) => column.id)
      .join(' '),
  ).toBe('name country relation group');
});
