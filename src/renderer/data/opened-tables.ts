import { create } from 'zustand';
import type { Reply } from '../../shared/error.ts';
import type { OpenedTable } from '../../shared/operations/import.ts';
import { call } from './call.ts';

/** Tables that another screen has made, for the import of each connection to take. */
export const useHandedFiles = create<Readonly<Record<string, File | undefined>>>()(() => ({}));

export function handFile(connection: string, file: File | undefined): void {
  useHandedFiles.setState({ [connection]: file });
}

/** Reads a file again, otherwise than it was found; null where it is read once more meanwhile. */
export function readTableAs(
  id: string,
  { encoding, separator, sheet }: Pick<NonNullable<OpenedTable['table']>, 'encoding' | 'separator' | 'sheet'>,
): Promise<Reply<OpenedTable | null>> {
  const choice = {
    ...(encoding === null ? {} : { encoding }),
    ...(separator === null ? {} : { separator }),
    ...(sheet === null ? {} : { sheet }),
  };
  return call('import.read', { id, ...choice });
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
    if (!reply.ok || reply.value !== null || at + partSize >= size) return reply;
  }
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
