import type { Page } from '../../model/page.ts';

/** All entries of a list, page after page. */
export async function everyEntry<Entry>(
  readPage: (cursor: string | undefined) => Promise<Page<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    entries.push(...page.results);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}
