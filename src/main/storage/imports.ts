import { z } from 'zod';
import { type SentImport, SentImportHead } from '../../shared/model/sent-import.ts';
import type { LocalStore } from './store.ts';

const mostKept = 20; // of a connection: the oldest goes for the next

const Rows = z.strictObject({ content: z.string() });

export type ImportStore = ReturnType<typeof openImports>;

/** The tables that were sent, as they were corrected, so that their outcomes can be told after a restart. */
export function openImports(store: LocalStore, now: () => Date) {
  const heads = store.collection('imports', SentImportHead);
  const rows = store.collection('import_rows', Rows);
  const list = (connection: string): readonly SentImportHead[] =>
    heads
      .list()
      .filter((head) => head.connection === connection)
      .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
  const remove = (id: string): void => {
    heads.remove(id);
    rows.remove(id);
  };
  return {
    /** Of a connection, the one that was sent last first. */
    list,
    /** Null where it is not kept. */
    read: (id: string): SentImport | null => {
      const [head, body] = [heads.read(id), rows.read(id)];
      return head === null || body === null ? null : { ...head, ...body };
    },
    /** Keeps a table: on disk when it returns. */
    save: ({ content, ...head }: Omit<SentImport, 'sentAt'>): void => {
      rows.put(head.id, { content });
      heads.put(head.id, { ...head, sentAt: now().toISOString() });
      for (const { id } of list(head.connection).slice(mostKept)) remove(id);
    },
    remove,
  };
}
