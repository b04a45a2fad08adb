import { expect, it } from 'vitest';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { copiedColumns, copiedTable } from './copied-rows.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly steps: number;
}

const columns: readonly TableColumn<Row>[] = [
  { key: 'plan_id', value: ({ id }) => id }, // of the file alone
  { id: 'name', title: 'Shown name', value: ({ name }) => name, file: 'client_name' },
  {
    id: 'progress',
    title: 'Progress',
    cell: () => null,
    file: [
      { key: 'steps', value: ({ steps }) => steps },
      { key: 'state', value: () => 'ended', words: () => 'Ended' },
    ],
  },
  { id: 'own', title: 'Own', value: ({ id }) => id.toUpperCase() },
  { id: 'drawn', title: 'Drawn', cell: () => null },
];

it('copies the columns in sight in their order, with the values and titles of an export', () => {
  const shown = copiedColumns(columns, ['own', 'progress', 'name', 'drawn'], (key) => `<${key}>`);
  const { text, html } = copiedTable(shown, [
    { id: 'a', name: '=1+1', steps: 3 },
    { id: '007', name: 'one\ntwo & "three"', steps: -1 },
  ]);
  expect(text).toBe(
    'Own\t<steps>\t<state>\t<client_name>\r\n' +
      `A\t3\tEnded\t'=1+1\r\n` +
      '007\t-1\tEnded\t"one\ntwo & ""three"""\r\n',
  );
  expect(html).toContain('&lt;steps&gt;</th>');
  expect(html).toContain(`<td>3</td>`);
  expect(html).toContain(`<td style="mso-number-format:'\\@'">'=1+1</td>`);
  expect(html).toContain('one<br style="mso-data-placement:same-cell">two &amp; &quot;three&quot;');
});
