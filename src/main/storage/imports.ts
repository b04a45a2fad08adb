import { z } from 'zod';
import { type SentImport, SentImportHead } from '../../shared/model/sent-import.ts';
import type { LocalStore } from './store.ts';

// Of a connection: the oldest go for the next, which is kept however large it is.
const mostKept = 20;
const mostCharacters = 64 * 1024 * 1024;

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
    const parts = heads.read(id)?.parts ?? 0;
    heads.remove(id);
    rows.remove(id);
    for (let part = 1; part <= parts; part += 1) rows.remove(keyOf(id, part));
  };
  return {
    /** Of a connection, the one that was sent last first. */
    list,
    /** Null where it is not kept. */
    read: (id: string): SentImport | null => {
      const [head, body] = [heads.read(id), rows.read(id)];
      return head === null || body === null ? null : { ...head, ...body };
    },
    /** A part of the rows of a table, from 1 on; null where it is not kept. */
    readRows: (id: string, part: number): string | null => rows.read(keyOf(id, part))?.content ?? null,
    /** Keeps a table, whose rows follow in parts: on disk when it returns. */
    save: ({ content, ...head }: Omit<SentImport, 'sentAt'>): void => {
      remove(head.id);
      rows.put(head.id, { content });
      heads.put(head.id, { ...head, sentAt: now().toISOString() });
      let size = 0;
      for (const [place, one] of list(head.connection).entries()) {
        size += one.size;
        if (place > 0 && (place >= mostKept || size > mostCharacters)) remove(one.id);
      }
    },
    /** Keeps a part of the rows of a table; false where it has no such part. */
    saveRows: (id: string, part: number, content: string): boolean => {
      const head = heads.read(id);
      if (head === null || part > head.parts) return false;
      rows.put(keyOf(id, part), { content });
      return true;
    },
    remove,
  };
}

function keyOf(id: string, part: number): string {
  return `${id} ${part}`;
}
