import { type AnyRow, type ListOperation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';

const mostPages = 5_000; // half a million entries: a list that is longer does not end

/** Follows a list to its end, without the entries that turn up twice when rows shift between pages (decisions.md §3.5). */
export async function readWholeList<Entry>(
  operation: ListOperation,
  readPage: (cursor: string | undefined) => Promise<Reply<Page<Entry>>>,
): Promise<Reply<readonly Entry[]>> {
  const entries = new Map<unknown, Entry>();
  const visited = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await readPage(cursor);
    if (!page.ok) return page;
    const { results, cursor: next } = page.value;
    for (const entry of results) entries.set(keyOf(entry) ?? entries.size, entry);
    if (next === null || visited.has(next)) return succeed([...entries.values()]);
    visited.add(next);
    cursor = next;
  }
  const row: AnyRow = operations[operation];
  return fail('unexpected-answer', { operation, tier: row.tier });
}

/** An entry's id, or a role's name, which is all that a role has. */
function keyOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return null;
  return 'id' in entry ? entry.id : 'name' in entry ? entry.name : null;
}
