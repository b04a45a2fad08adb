import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { TableContent, TableSeparator } from '../../shared/model/table.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { SentRow } from '../../shared/rules/tables/summary.ts';
import { call, unwrap } from './call.ts';
import { submitAs } from './plans.ts';

/** A table as it was sent, with what its result file needs. */
export interface SentTable {
  readonly plan: string;
  /** What its file is called. */
  readonly name: string;
  readonly format: TableContent['format'];
  /** Null where the format has none. */
  readonly separator: TableSeparator | null;
  readonly header: readonly string[];
  /** The column that names the rows, from 0 on. */
  readonly namePlace: number;
  readonly rows: readonly SentRow[];
  /** The name of the template that filled empty cells; absent where none did. */
  readonly template?: string;
}

/** The tables that were sent to a connection from this computer, the last one first. */
export function sentImportsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'sent-imports'],
    queryFn: () => unwrap(call('import.sent', { connection })),
    staleTime: 0,
  });
}

/** Sends a table as a plan, whose steps main makes. It is kept there, so that its result can be saved whenever the app ends. */
export async function sendImport(
  client: QueryClient,
  plan: { readonly connection: string; readonly title: string },
  submit: () => Promise<Reply<PlanProgress>>,
): Promise<Reply<PlanProgress>> {
  const reply = await submitAs(plan, submit);
  await client.invalidateQueries({ queryKey: sentImportsQuery(plan.connection).queryKey });
  return reply;
}

/** A table that was sent; null where it is no longer kept, or not whole. */
export async function readSentTable(id: string): Promise<Reply<SentTable | null>> {
  const reply = await call('import.readSent', { id });
  if (!reply.ok || reply.value === null) return reply.ok ? { ok: true, value: null } : reply;
  const { name, content, parts } = reply.value;
  const head = JSON.parse(content) as Omit<SentTable, 'plan' | 'name'>; // as main wrote it
  const rows = [...head.rows];
  for (let part = 1; part <= parts; part += 1) {
    const read = await call('import.readSentRows', { id, part });
    if (!read.ok) return read;
    if (read.value === null) return { ok: true, value: null };
    rows.push(...(JSON.parse(read.value) as readonly SentRow[]));
  }
  return { ok: true, value: { plan: id, name, ...head, rows } };
}
