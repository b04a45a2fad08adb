import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeInput, BridgeOperation, BridgeOutput } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { ImportKind } from '../../shared/rules/tables/columns.ts';
import { type CheckedSummary, readingKey } from '../../shared/rules/tables/session.ts';
import type { openApp } from './app.ts';

// A table from a file, as a window imports it.

export const clientColumns = { client_id: 0, client_name: 1, country: 2 };

/** How a table is checked: its header is its first row, and nothing is corrected or left out unless that is given. */
export const setupOf = (kind: ImportKind, mapping: Readonly<Record<string, number>>, more: object = {}) =>
  JSON.stringify({
    kind,
    mapping,
    orders: {},
    words: { columns: {}, values: {}, yes: [], no: [], months: [] },
    template: null,
    today: '2026-01-01',
    headerRow: 0,
    takesHidden: false,
    corrections: [],
    left: [],
    team: [],
    view,
    ...more,
  });

const filter = { state: 'all', cause: null, staying: [] };
export const everything = JSON.stringify(filter);

/** A window that shows the first hundred rows, and has no numbers yet. */
export const view = { filter, first: 0, end: 100, version: null };

/** What is sent of a table of clients besides its rows. */
export const sentClients = {
  plan: 'plan',
  title: 'clients.csv',
  name: 'clients.csv',
  format: 'csv',
  separator: ',',
  namePlace: 1,
  sent: JSON.stringify({ header: ['id', 'name', 'country'], titles: {} }),
} as const;

/** Imports in an app whose files are in `folder`. */
export function importsIn(call: ReturnType<typeof openApp>['call'], folder: string, connection: string) {
  /** What an operation answers; throws where it fails. */
  const value = async <Name extends BridgeOperation>(name: Name, input: BridgeInput<Name>) => {
    const reply = (await call(name, input)) as Reply<BridgeOutput<Name>>;
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code}`);
    return reply.value;
  };
  const readings = new Map<string, string>();
  /** Checks the reading of a file that was opened. */
  const check = async (id: string, given: string) => {
    const setup = JSON.stringify({ reading: readings.get(id), ...(JSON.parse(given) as object) });
    const { summary: text, ...reading } = await value('import.check', { id, setup });
    const { shown, ...summary } = JSON.parse(text) as CheckedSummary; // as the process writes it
    const states = Object.fromEntries(shown.rows.map(({ row, state }) => [row.number, state]));
    return { ...summary, ...reading, shown, rows: shown.rows, states };
  };
  return {
    value,
    /** Opens a file with these rows below its header, the first of them in line 2; answers its id. */
    openRows: async (rows: readonly (readonly string[])[]): Promise<string> => {
      const lines = [rows[0]?.map((_, place) => `column ${place}`) ?? [], ...rows];
      writeFileSync(join(folder, 'opened.table'), lines.map((cells) => cells.join(',')).join('\n'));
      const opened = await value('import.open', { connection });
      if (opened?.table == null) throw new Error('not read');
      readings.set(opened.id, readingKey(opened.table));
      return opened.id;
    },
    /** By the id of its file. */
    readings,
    check,
    /** Checks until all was read that it is checked against, or cannot be. */
    checkWhole: async (id: string, setup: string) => {
      for (;;) {
        const checked = await check(id, setup);
        if (checked.isWhole || checked.error !== null) return checked;
      }
    },
  };
}
