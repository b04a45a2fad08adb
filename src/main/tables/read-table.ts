import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import {
  type TableChoice,
  type TableContent,
  type TableFault,
  type TableReading,
  type TableRefusal,
  tableLimits,
} from '../../shared/model/table.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { Refused } from './refused.ts';

/** Reads a file that a person chose, whatever its name says that it is. Answers why it is not read; throws nothing. */
export async function readTableFile(path: string, choice: TableChoice): Promise<TableReading | TableRefusal> {
  let file: FileHandle | null = null;
  try {
    if (!(await stat(path)).isFile()) return { fault: 'unreadable', row: null }; // a pipe or a device has no end
    file = await open(path, 'r');
    const about = await file.stat();
    if (about.size > tableLimits.bytes) return { fault: 'too-large', row: null };
    const bytes = await bytesOf(file, about.size);
    const fingerprint = hashOf(bytes);
    const reading = readTable(bytes, choice);
    const [after, again] = [await file.stat(), await bytesOf(file, about.size)];
    if (after.size !== about.size || after.mtimeMs !== about.mtimeMs || hashOf(again) !== fingerprint)
      return { fault: 'changed', row: null };
    return 'fault' in reading ? reading : { ...reading, bytes: bytes.length, fingerprint };
  } catch (fault) {
    if (fault instanceof Error && 'syscall' in fault) return { fault: 'unreadable', row: null };
    throw fault;
  } finally {
    await file?.close();
  }
}

/** Reads a file whose bytes are here. */
export async function readTableBytes(
  bytes: Uint8Array,
  choice: TableChoice,
): Promise<TableReading | TableRefusal> {
  const reading = readTable(bytes, choice);
  return 'fault' in reading ? reading : { ...reading, bytes: bytes.length, fingerprint: hashOf(bytes) };
}

async function bytesOf(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The table in the bytes of a file. */
export function readTable(bytes: Uint8Array, choice: TableChoice): TableContent | TableRefusal {
  try {
    if (bytes.length === 0) throw new Refused('empty');
    if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
      throw new Refused(compoundFault(bytes));
    if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes, choice);
    if (isBareWorkbook(bytes)) throw new Refused('old-workbook');
    if (isLockFile(bytes)) throw new Refused('lock-file');
    if (others.some((sign) => begins(bytes, sign))) throw new Refused('not-a-table');
    return readCsv(bytes, choice);
  } catch (fault) {
    if (fault instanceof Refused) {
      const { tried, ...told } = { fault: fault.fault, row: fault.row, tried: fault.tried };
      return tried === undefined ? told : { ...told, tried };
    }
    throw fault;
  }
}

// PDF, PNG, JPEG, GIF, gzip, RTF, an empty ZIP.
const others: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0x50, 0x4b, 0x05, 0x06],
];

function begins(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, place) => bytes[place] === byte);
}

/** A compound file holds a workbook with a password, whose content is one part of that name, one of the old format, or something else of that time. */
function compoundFault(bytes: Uint8Array): TableFault {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const has = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) return 'password';
  return ['WordDocument', 'PowerPoint Document', '__substg1.0'].some(has) ? 'not-a-table' : 'old-workbook';
}

/** A workbook of before 1997 begins with the record that says so, in no file around it. */
function isBareWorkbook([first, version, length, none]: Uint8Array): boolean {
  return (
    first === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(version ?? -1) &&
    [0x04, 0x06, 0x08, 0x10].includes(length ?? -1) &&
    none === 0
  );
}

/** What Excel keeps beside a workbook while it is open: the name of a person, twice, after its length. */
function isLockFile(bytes: Uint8Array): boolean {
  const length = bytes[0] ?? 0;
  const isLong = bytes.length === 165 || bytes.length === 162;
  return isLong && length > 0 && length <= 54 && (bytes[55] === length || bytes[54] === length);
}
