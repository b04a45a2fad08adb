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

const partSize = 500_000; // characters: they are written and read without the window being held up

/** Sends a table as a plan. It is kept first, so that its result can be saved whenever the app ends. */
export async function sendImport(
  client: QueryClient,
  plan: Plan,
  sent: SentTable,
): Promise<Reply<PlanProgress>> {
  const kept = await keep(plan.connection, sent);
  const reply = kept.ok ? await submitPlan(plan) : kept;
  if (!reply.ok) await call('import.removeSent', { id: sent.plan });
  await client.invalidateQueries({ queryKey: sentImportsQuery(plan.connection).queryKey });
  return reply;
}

async function keep(connection: string, { plan: id, name, rows, ...head }: SentTable): Promise<Reply<null>> {
  const content = JSON.stringify({ ...head, rows: [] });
  const parts = [...inParts(rows)];
  const size = parts.reduce((sum, { length }) => sum + length, content.length);
  const about = { id, connection, name, rows: rows.length, parts: parts.length, size };
  const begun = await call('import.keepSent', { ...about, content });
  if (!begun.ok) return begun;
  for (const [place, part] of parts.entries()) {
    const reply = await call('import.keepSentRows', { id, part: place + 1, content: part });
    if (!reply.ok) return reply;
  }
  return begun;
}

/** Rows as lists in JSON, each of them small or of one row. */
function* inParts(rows: readonly SentRow[]): Generator<string> {
  let part: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (part.length > 0 && size + text.length > partSize) {
      yield `[${part.join()}]`;
      [part, size] = [[], 0];
    }
    part.push(text);
    size += text.length;
  }
  if (part.length > 0) yield `[${part.join()}]`;
}

/** A table that was sent; null where it is no longer kept, or not whole. */
export async function readSentTable(id: string): Promise<Reply<SentTable | null>> {
  const reply = await call('import.readSent', { id });
  if (!reply.ok || reply.value === null) return reply.ok ? { ok: true, value: null } : reply;
  const { name, content, parts } = reply.value;
  const head = JSON.parse(content) as Omit<SentTable, 'plan' | 'name'>; // as `keep` wrote it
  const rows = [...head.rows];
  for (let part = 1; part <= parts; part += 1) {
    const read = await call('import.readSentRows', { id, part });
    if (!read.ok) return read;
    if (read.value === null) return { ok: true, value: null };
    rows.push(...(JSON.parse(read.value) as readonly SentRow[]));
  }
  return { ok: true, value: { plan: id, name, ...head, rows } };
}
