import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Task } from '../../../shared/plan.ts';
import { importCheck } from '../../../shared/rules/tables/check.ts';
import { columnsOf, type ImportKind, mapHeader } from '../../../shared/rules/tables/columns.ts';
import { importSteps } from '../../../shared/rules/tables/plan.ts';
import { packed, type ShownRow, unpacked } from '../../../shared/rules/tables/session.ts';
import { valueShower } from '../../../shared/rules/tables/shown.ts';
import { audit, known } from '../../../shared/testing/import-tables.ts';
import { importWords } from '../../messages/import-words.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { fileText, useCellText } from './cell-text.ts';

// What is sent of tables as firms write them, beside what their cells show.

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const lists = { ...known, audits: [...known.audits, audit('U1', { name: 'Groepscontrole' })] };

const tables: readonly (readonly [ImportKind, readonly string[]])[] = [
  [
    'clients',
    [
      'Klantnummer;Naam;Land;Domeinen;Inloggen met wachtwoord',
      '000201;Café Zonneschijn B.V. ;Nederland;zonneschijn.nl, cafe-zon.nl;x',
      '000202;Müller & Söhne GmbH;Duitsland;mueller.de,;',
      '000203;L’Aquila S.p.A.;Italia;;nee',
      '000204;Łódź Trans Sp. z o.o.;PL;lodz.pl;J',
    ],
  ],
  [
    'components',
    [
      'Groep;Entiteit;Accountant;Scope;Reden;Land;Works in audit',
      'G1;E2;Eigen accountant;Buiten scope;verkocht;België;ja',
      'Audit G1;C1;ander kantoor;;;NL;nee',
      'G1;E1, C1;inter_firm;In scope;ongebruikt;;',
    ],
  ],
  [
    'users',
    [
      'Opdracht;E-mail;Naam;Functie',
      'Groepscontrole;jan@firm.example ;Jan;audit_engagement_leader',
      'U1;eva@firm.example;Eva;Auditor',
    ],
  ],
  [
    'audits',
    [
      'Opdrachtnr;Opdracht;Klant;Entiteit;Boekjaar van;Boekjaar t/m;Methodiek;Omvang;Taal;Soort opdracht;Valuta;Settings;Gekoppeld aan',
      'TR-1 ;  Trap;Valkenhorst;E1;2026-01-01;31-12-2026;audit 2025;LARGE;Nederlands;Single;eur;{"a":1};',
      'TR-3;Two;C1;C1;20260101;31 december 2026;wp-2025;large;en-us;geconsolideerd;€;;',
      'TR-6;Six;C1;E2;1-1-2026;31-12-2026;Audit;Large;nl;; ;;',
      'TR-7;Wrong;C1;E2;2026-13-01;31-12-2026;Audit;Large;nl;;EUR;;',
    ],
  ],
];

/** All texts, and answers, in what a step sends, but for ids that the service gave. */
function leavesOf(value: unknown): readonly (string | boolean)[] {
  if (typeof value === 'string' || typeof value === 'boolean') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function sentBy(task: Task): readonly (string | boolean)[] {
  if (task.kind === 'createClient') return leavesOf(task.creation);
  if (task.kind === 'createAudit') {
    const { settings, ...creation } = task.creation;
    return [...leavesOf(creation), ...(settings === undefined ? [] : [JSON.stringify(settings)])];
  }
  if (task.kind === 'createComponent')
    return [...(typeof task.group === 'string' ? [task.group] : []), ...leavesOf(task.creation)];
  if (task.kind === 'assignUser') return [...leavesOf(task.audit), ...leavesOf(task.assignment)];
  return task.kind === 'setOutOfScope' ? [task.explanation] : [];
}

/** What values of the specification are called; days stand in the words of the interface. */
const called: Readonly<Record<string, string>> = {
  nl: 'Dutch',
  'en-us': 'English',
  single: 'Single',
  consolidated: 'Consolidated',
  self: 'Group auditor',
  inter_office: 'Inter-office',
  inter_firm: 'Inter-firm',
  '2026-01-01': 'Jan 1, 2026',
  '2026-12-31': 'Dec 31, 2026',
};

it.each(tables)('nothing is sent of %s that no cell showed', async (kind, [titles = '', ...lines]) => {
  const words = await importWords();
  const mapping = mapHeader(kind, titles.split(';'), words);
  const rows = lines.map((line, place) => ({ number: place + 2, cells: line.split(';'), kinds: null }));
  const orders = { period_start: 'dmy', period_end: 'dmy' } as const;
  const setup = { kind, mapping, orders, words, template: null, today: '2026-01-01' };
  const checked = importCheck(setup, lists)(rows).rows;
  const show = valueShower(lists);
  const shown = new Map(checked.map((one) => [one.row.number, unpacked(packed(one, show))]));
  const cells = cellsOf(kind, mapping, [...shown.values()]);
  const unseen = importSteps(checked, lists).flatMap(({ key, task }) => {
    const number = Number(/\d+/.exec(key)?.[0]);
    const texts = cells.get(number) ?? [];
    const isSeen = (leaf: string | boolean) =>
      typeof leaf === 'boolean'
        ? texts.includes(leaf ? 'Yes' : 'No')
        : texts.some(
            (text) =>
              text.replaceAll('·', ' ') === leaf ||
              text === called[leaf] ||
              text.split(', ').some((part) => part === leaf || part.endsWith(`(${leaf})`)),
          );
    return sentBy(task)
      .filter((leaf) => leaf !== '' && !isSeen(leaf))
      .map((leaf) => [number, leaf]);
  });
  expect(importSteps(checked, lists).length).toBeGreaterThan(1);
  expect(unseen).toEqual([]);
});

/** The texts of the cells of each row, in the columns that the file has. */
function cellsOf(
  kind: ImportKind,
  mapping: ReturnType<typeof mapHeader>,
  rows: readonly ShownRow[],
): ReadonlyMap<number, readonly string[]> {
  const cells = new Map<number, readonly string[]>();
  function Cells() {
    const textOf = useCellText({ kind, mapping });
    for (const row of rows) {
      const columns = columnsOf(kind).filter((column) => mapping[column] !== undefined);
      cells.set(
        row.row.number,
        columns.map((column) => textOf(row, column)),
      );
    }
    return null;
  }
  renderToStaticMarkup(<Cells />);
  return cells;
}

it('a cell shows what is sent, and the file’s own text where it is wrong', async () => {
  const words = await importWords();
  const mapping = { audit_id: 0, audit_name: 1, client_id: 2, period_start: 3, work_package_id: 4 };
  const row = {
    number: 2,
    cells: ['A-9 ', ' Nine ', 'VALKENHORST', '13-13-2026', 'audit 2025'],
    kinds: null,
  };
  const setup = { kind: 'audits', mapping, orders: {}, words, template: null, today: '2026-01-01' } as const;
  const [checked] = importCheck(setup, lists)([row]).rows;
  if (checked === undefined) throw new Error('no row');
  const shown = unpacked(packed(checked, valueShower(lists)));
  expect(cellsOf('audits', mapping, [shown]).get(2)).toEqual([
    'Valkenhorst (C1)',
    'A-9·',
    'Nine',
    '13-13-2026',
    'Audit 2025 (wp-2025)',
  ]);
  expect(fileText(shown, 'client_id', mapping)).toBe('VALKENHORST');
});
