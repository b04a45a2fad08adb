import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import type { RowFilter, RowView, ShownRows } from '../../shared/rules/tables/session.ts';
import { createView } from './import-checking.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const filter = (state: RowFilter['state']): RowFilter => ({ state, cause: null, staying: [] });
const shown = (numbers: readonly number[]): ShownRows => ({
  version: numbers.join(),
  numbers,
  rows: [],
});
const ofState = { all: [1, 2, 3], wrong: [2] };

/** A view whose process answers with the rows of the filter that it was asked for; `meanwhile` is done before it answers. */
function open(meanwhile: () => void) {
  const asked: RowFilter['state'][] = [];
  const call = async (_: string, { view }: { readonly view: string }) => {
    const { state } = (JSON.parse(view) as RowView).filter; // as the view writes it
    asked.push(state);
    if (asked.length === 1) meanwhile();
    return succeed(JSON.stringify(shown(state === 'wrong' ? ofState.wrong : ofState.all)));
  };
  vi.stubGlobal('window', { auditDesk: { call } });
  const view = createView('file');
  const numbers = () => view.rows().map(({ number }) => number);
  return { view, asked, numbers };
}

it('shows the rows of the filter that was chosen while those of another were on their way', async () => {
  const { view, asked, numbers } = open(() => view.filterBy(filter('wrong')));
  view.filterBy(filter('new'));
  await view.readOn();
  await view.readOn();
  expect([asked, numbers()]).toEqual([['new', 'wrong'], ofState.wrong]);
});

it('shows them as well where the table was checked meanwhile', async () => {
  const { view, asked, numbers } = open(() => undefined);
  const before = view.wanted();
  view.filterBy(filter('wrong'));
  view.checked(shown(ofState.all), before);
  await view.readOn();
  expect([asked, numbers()]).toEqual([['wrong'], ofState.wrong]);
});

it('asks for nothing again that is there', async () => {
  const { view, asked } = open(() => undefined);
  view.checked(shown(ofState.all), view.wanted());
  view.filterBy(filter('all'));
  await view.readOn();
  expect(asked).toEqual([]);
});
