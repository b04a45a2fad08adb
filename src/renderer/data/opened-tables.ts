import type { BridgeInput } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { OpenedTable as FirstPart } from '../../shared/operations/import.ts';
import { call } from './call.ts';

/** A file that a person chose, with all rows of its table, of an import the first ones; or why it is not read. */
export interface OpenedTable extends Omit<FirstPart, 'table'> {
  readonly table: Omit<NonNullable<FirstPart['table']>, 'more'> | null;
}

/** Asks for a file and reads it; null where a person chooses none. */
export async function openTable(input: BridgeInput<'import.open'>): Promise<Reply<OpenedTable | null>> {
  return whole(await call('import.open', input));
}

/** Reads a file again, otherwise than it was found; null where it is read once more meanwhile. */
export async function readTableAs(
  id: string,
  { encoding, separator, sheet }: Pick<NonNullable<OpenedTable['table']>, 'encoding' | 'separator' | 'sheet'>,
): Promise<Reply<OpenedTable | null>> {
  const choice = {
    ...(encoding === null ? {} : { encoding }),
    ...(separator === null ? {} : { separator }),
    ...(sheet === null ? {} : { sheet }),
  };
  return whole(await call('import.read', { id, ...choice }));
}

const partSize = 6 * 1024 * 1024; // bytes

/**
 * Reads a file that was dropped on the page, as one that is chosen. What is in it goes over the bridge, since the page knows no paths. Null
 * where it could not be read to its end.
 */
export async function readDropped(connection: string, file: File): Promise<Reply<OpenedTable | null>> {
  const { name, size } = file;
  for (let at = 0; ; at += partSize) {
    const part = await base64Of(file.slice(at, at + partSize)).catch(() => null);
    if (part === null) {
      const fault = { fault: 'unreadable', row: null } as const;
      return { ok: true, value: { id: '', name, table: null, fault } };
    }
    const reply = await call('import.drop', { connection, name, size, at, part });
    if (!reply.ok || reply.value !== null || at + partSize >= size) return whole(reply);
  }
}

/** Follows the parts of a table to its last row: each is small, so that the page answers meanwhile. */
async function whole(first: Reply<FirstPart | null>): Promise<Reply<OpenedTable | null>> {
  if (!first.ok || first.value === null) return first;
  const { table: begun, ...file } = first.value;
  if (begun === null) return { ok: true, value: { ...file, table: null } };
  const { more: next, ...table } = begun;
  const [rows, numbers, kinds] = [[...table.rows], [...table.numbers], table.kinds && [...table.kinds]];
  for (let more = next; more !== null; ) {
    const part = await call('import.rows', more);
    if (!part.ok) return part;
    if (part.value === null) return { ok: true, value: null };
    rows.push(...part.value.rows);
    numbers.push(...part.value.numbers);
    kinds?.push(...(part.value.kinds ?? []));
    more = part.value.more;
  }
  return { ok: true, value: { ...file, table: { ...table, rows, numbers, kinds } } };
}

function base64Of(part: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')));
  reader.addEventListener('load', () => {
    const { result } = reader; // a text: it is read as an address of data
    resolve(typeof result === 'string' ? result.replace(/^[^,]*,?/, '') : '');
  });
  reader.readAsDataURL(part);
  return promise;
}
