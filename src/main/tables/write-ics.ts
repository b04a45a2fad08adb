import type { FileCell, FileColumnHead, FileKey } from '../../shared/model/file-table.ts';

const lineLength = 75; // octets, without its end

/**
 * A table as a calendar (RFC 5545): for each row with a `deadline` a whole day, which has the name of its audit and is known by its `object_id`, so that a
 * calendar that reads a later file moves it.
 */
export async function* calendarChunks(
  columns: readonly FileColumnHead[],
  batches: AsyncIterable<readonly (readonly FileCell[])[]>,
  now: Date,
): AsyncGenerator<string> {
  const place = new Map(columns.map(({ key }, index) => [key, index]));
  const cell = (row: readonly FileCell[], key: FileKey): FileCell => row[place.get(key) ?? -1] ?? null;
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  yield lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Audit Desk//Deadlines//EN');
  for await (const rows of batches)
    yield rows
      .map((row) => {
        const day = cell(row, 'deadline');
        if (typeof day !== 'string') return '';
        const client = cell(row, 'client_name');
        return lines(
          'BEGIN:VEVENT',
          `UID:${text(cell(row, 'object_id'))}@audit-desk`,
          `DTSTAMP:${stamp}`,
          `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
          `SUMMARY:${text(cell(row, 'audit_name'))}`,
          ...(client === null || client === '' ? [] : [`DESCRIPTION:${text(client)}`]),
          'TRANSP:TRANSPARENT',
          'END:VEVENT',
        );
      })
      .join('');
  yield lines('END:VCALENDAR');
}

function lines(...all: readonly string[]): string {
  return all.map((line) => `${folded(line)}\r\n`).join('');
}

/** A value of the type TEXT: no character of it ends it, or is a control character. */
function text(cell: FileCell): string {
  return String(cell ?? '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A line in parts of 75 octets at most, each further one behind a space; no character is cut. */
function folded(line: string): string {
  let [written, length] = ['', 0];
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (length + octets > lineLength) {
      written += '\r\n ';
      length = 1;
    }
    written += character;
    length += octets;
  }
  return written;
}
