import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { TableContent, TableSeparator } from '../../shared/model/table.ts';
import type { Plan, PlanProgress } from '../../shared/plan.ts';
import type { SentRow } from '../../shared/rules/import-summary.ts';
import { call, unwrap } from './call.ts';
import { submitPlan } from './plans.ts';

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
}

/** The tables that were sent to a connection from this computer, the last one first. */
export function sentImportsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'sent-imports'],
    queryFn: () => unwrap(call('import.sent', { connection })),
    staleTime: 0,
  });
}

const mostKept = 7_000_000; // characters, of up to three bytes each, of which the bridge takes 24 MiB

/**
 * Sends a table as a plan. It is kept first, so that its result can be saved whenever the app ends; one that is larger than
 * that is told of while the window is open.
 */
export async function sendImport(
  client: QueryClient,
  plan: Plan,
  { plan: id, name, ...content }: SentTable,
): Promise<Reply<PlanProgress>> {
  const { connection } = plan;
  const body = JSON.stringify(content);
  if (body.length <= mostKept) {
    const kept = await call('import.keepSent', {
      id,
      connection,
      name,
      rows: content.rows.length,
      content: body,
    });
    if (!kept.ok) return kept;
  }
  const reply = await submitPlan(plan);
  if (!reply.ok) await call('import.removeSent', { id });
  await client.invalidateQueries({ queryKey: sentImportsQuery(connection).queryKey });
  return reply;
}

/** A table that was sent; null where it is no longer kept. */
export async function readSentTable(id: string): Promise<Reply<SentTable | null>> {
  const reply = await call('import.readSent', { id });
  if (!reply.ok || reply.value === null) return reply.ok ? { ok: true, value: null } : reply;
  const { name, content } = reply.value;
  const kept = JSON.parse(content) as Omit<SentTable, 'plan' | 'name'>; // as `sendImport` wrote it
  return { ok: true, value: { plan: id, name, ...kept } };
}
