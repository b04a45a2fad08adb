import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenedTable } from '../../shared/operations/import.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportKind,
  importColumns,
  mapHeader,
  neededColumns,
  proposeMapping,
} from '../../shared/rules/tables/columns.ts';
import { ordersIn, ordersOf } from '../../shared/rules/tables/content.ts';
import type { CheckedSummary, CheckSetup, TableFacts, TakenRows } from '../../shared/rules/tables/session.ts';
import { readingKey } from '../../shared/rules/tables/session.ts';
import { unusedColumns } from '../../shared/rules/tables/unused.ts';
import { fill } from '../../words/language.ts';
import type { Desk } from './desk.ts';
import { GivenUp, type OpenPoint, type Result, sentenceOfFile, status } from './output.ts';
import { carryOut, neededConnection, type PlansOptions, permitted, valueOf } from './plans.ts';
import { tableWords, wordsIn } from './words.ts';

export interface ImportOptions extends PlansOptions {
  readonly kind: string | undefined;
  readonly dryRun: boolean;
}

const kinds = ['clients', 'audits', 'components', 'users'] as const satisfies readonly ImportKind[];
type Table = NonNullable<OpenedTable['table']>;

/** `import FILE --kind KIND --connection NAME [--dry-run]`: a table is sent only where nothing in it stands open. */
export async function importTable(
  desk: Desk,
  [path, ...others]: readonly string[],
  options: ImportOptions,
): Promise<Result> {
  const kind = kinds.find((one) => one === options.kind);
  if (path === undefined || others.length > 0 || kind === undefined)
    throw new GivenUp(status.wrongUse, `import takes one file, and --kind: ${kinds.join(', ')}.`);
  const connection = await neededConnection(desk, 'import', options);
  const { id, table } = await readTable(desk, connection.id, path, options);
  const found = await understood(desk, id, table, kind, options);
  const { summary, open } = await checked(desk, id, found.setup, options);
  const points = [...openNotes(table), ...found.open, ...open];
  const { counts, deeds, steps } = summary;
  const { unused } = found;
  const json = { file: basename(path), kind, counts, steps, deeds, cost: summary.cost, unused };
  const lines = [
    ...(unused.length === 0 ? [] : [fill(wordsIn('import').unused.list, { columns: unused.join(' · ') })]),
    Object.entries(counts)
      .map(([state, count]) => `${state}: ${String(count)}`)
      .join(', '),
    ...deeds.map((deed) => `${deed.kind}: ${String(deed.count)}`),
  ];
  if (points.length > 0) return { status: status.open, json, lines, open: points };
  if (options.dryRun || steps === 0)
    return { status: counts.underway > 0 ? status.left : status.done, json, lines };
  const sent = {
    id,
    plan: randomUUID(),
    title: basename(path),
    name: basename(path),
    format: table.format,
    separator: table.separator,
    namePlace: found.namePlace,
    sent: JSON.stringify({ header: found.header, titles: {} }),
  };
  const begun = await permitted(desk, connection.id, options, () => desk.call('import.send', sent));
  const result = await carryOut(desk, [valueOf(begun, options)], options);
  return { ...result, json: { ...json, ...result.json }, lines: [...lines, ...result.lines] };
}

const partBytes = 4 * 1024 * 1024;

async function readTable(
  desk: Desk,
  connection: string,
  path: string,
  options: ImportOptions,
): Promise<{ readonly id: string; readonly table: Table }> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (fault) {
    throw new GivenUp(status.wrongUse, sentenceOfFile(path, fault));
  }
  let opened: OpenedTable | null = null;
  for (let at = 0; at < Math.max(bytes.length, 1); at += partBytes) {
    const part = bytes.subarray(at, at + partBytes).toString('base64');
    const given = { connection, name: basename(path), size: bytes.length, at, part };
    opened = valueOf(await desk.call('import.drop', given), options);
  }
  if (opened?.table == null)
    throw new GivenUp(status.wrongUse, `The table cannot be read (${opened?.fault?.fault ?? 'damaged'}).`);
  return { id: opened.id, table: opened.table };
}

/** How a table is checked: its columns by their titles, its days where their order is certain. */
async function understood(desk: Desk, id: string, table: Table, kind: ImportKind, options: ImportOptions) {
  const words = tableWords();
  const { headerRow } = proposeMapping(table.rows, words, table.hidden.columns);
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const shown = header.map((title, place) => (table.hidden.columns.includes(place) ? '' : title));
  const mapping: ColumnMapping = mapHeader(kind, shown, words);
  const lacking = neededColumns(kind).filter((column) => mapping[column] === undefined);
  if (lacking.length === neededColumns(kind).length)
    throw new GivenUp(
      status.wrongUse,
      `The table has none of the columns of ${kind}: ${lacking.join(', ')}.`,
    );
  const rows: TakenRows = { reading: readingKey(table), headerRow, takesHidden: false, corrections: [] };
  const facts = JSON.parse(
    valueOf(await desk.call('import.facts', { id, rows: JSON.stringify(rows) }), options),
  ) as TableFacts; // as the process of the table writes it
  const orders = ordersOf(mapping, facts.columns);
  const open = [...ordersIn(mapping, facts.columns).keys()]
    .filter((column) => orders[column] === undefined)
    .map(
      (column): OpenPoint => ({
        about: column,
        reason: 'days',
        sentence: 'The order of day and month is not certain. Write days as 2025-12-31.',
      }),
    );
  const samples = facts.columns.map(({ sample }) => sample);
  const unused = unusedColumns({ kind, mapping, words }, header, samples);
  for (const { title, close } of unused)
    if (close !== null)
      open.push({
        about: title,
        reason: 'unused',
        sentence: `It may be ${close}. Call it so, or leave it out of the file.`,
      });
  const named = columnsOf(kind).find(
    (column) => importColumns[column].names?.includes(kind) === true && mapping[column] !== undefined,
  );
  const setup: CheckSetup = {
    ...rows,
    kind,
    mapping,
    orders,
    words,
    template: null,
    today: new Date().toLocaleDateString('sv-SE'), // as 2025-12-31
    left: [],
    team: [],
    view: { filter: { state: 'all', cause: null, staying: [] }, first: 0, end: 0, version: null },
  };
  return {
    setup,
    open,
    unused: unused.map(({ title, place }) => title || String(place + 1)),
    header,
    namePlace: (named === undefined ? undefined : mapping[named]) ?? 0,
  };
}

/** Of how a file is read, what a person compares or decides before its rows are sent. */
const doubtful: readonly string[] = [
  'hidden-rows',
  'nearly-utf-8',
  'wrong-letters',
  'without-format',
  'separator-unsure',
];

function openNotes({ notes }: Table): readonly OpenPoint[] {
  const words = wordsIn('tables').notes;
  return notes
    .filter(({ code }) => doubtful.includes(code))
    .map(({ code, count, row }) => ({
      about: 'file',
      reason: code,
      sentence: fill(words[code], { count: String(count), row: String(row ?? 0) }),
    }));
}

const betweenChecks = 250; // milliseconds

/** Checks until all was read that the table is checked against, and lists what stands open. */
async function checked(desk: Desk, id: string, setup: CheckSetup, options: ImportOptions) {
  for (;;) {
    const answer = valueOf(await desk.call('import.check', { id, setup: JSON.stringify(setup) }), options);
    if (answer.error !== null) valueOf({ ok: false, error: answer.error }, options);
    const summary = JSON.parse(answer.summary) as CheckedSummary; // as the process of the table writes it
    if (answer.isWhole) return { summary, open: openIn(summary) };
    if (options.ending.aborted) throw new GivenUp(status.left, 'Nothing was sent.');
    await wait(betweenChecks);
  }
}

function openIn({ causes, doubted, unread }: CheckedSummary): readonly OpenPoint[] {
  const wrong = causes
    .filter(({ isWarning }) => !isWarning)
    .map(({ code, column, count }) => ({
      about: column ?? 'row',
      reason: code,
      sentence: `${String(count)} rows: ${code.replaceAll('-', ' ')}. Correct them in the file.`,
    }));
  const unclear = unread.map(({ column, text, count }) => ({
    about: column,
    reason: 'unread',
    sentence: `“${text}” in ${String(count)} rows is not understood.`,
  }));
  const doubts =
    doubted.length === 0
      ? []
      : [
          {
            about: 'rows',
            reason: 'doubted',
            sentence: `${doubted.map(([row]) => String(row)).join(', ')}: something may be meant otherwise. Import them in the app.`,
          },
        ];
  return [...wrong, ...unclear, ...doubts];
}
