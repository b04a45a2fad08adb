import { crc32, inflateRawSync } from 'node:zlib';
import { tableLimits } from '../../shared/model/table.ts';
import { Refused } from './refused.ts';

/** The parts of a packed file, each inflated when it is asked for; null for one that is not there. */
export interface Archive {
  readonly has: (name: string) => boolean;
  /** Refuses as `inflates` once all parts together are larger than may be, and as `damaged` what is not what was packed. */
  readonly part: (name: string) => Uint8Array | null;
}

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Opens a ZIP file by its directory, whose word counts for where a part begins and for nothing else: the inflated bytes
 * are counted as they come.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryOf(bytes, view);
  const folded = Map.groupBy(entries.keys(), foldedName);
  let left: number = tableLimits.bytes;
  const find = (name: string): Entry | undefined => {
    const [alike, other] = folded.get(foldedName(name)) ?? [];
    if (other !== undefined && !entries.has(name)) throw new Refused('damaged'); // nobody can say which one is meant
    return entries.get(name) ?? entries.get(alike ?? name);
  };
  return {
    has: (name) => find(name) !== undefined,
    part: (name) => {
      const entry = find(name);
      if (entry === undefined) return null;
      const whole = inflated(packedBytes(bytes, view, entry), entry.method, left);
      left -= whole.length;
      if (left < 0) throw new Refused('too-large');
      if (crc32(whole) !== entry.crc) throw new Refused('damaged');
      return whole;
    },
  };
}

/** Stops as soon as more bytes have come than are left, before there is room for them. */
function inflated(packed: Uint8Array, method: number, left: number): Uint8Array {
  if (method === 0) return packed;
  if (method !== 8) throw new Refused('damaged');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) });
  } catch (fault) {
    const isLarge = fault instanceof Error && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refused(isLarge ? 'too-large' : 'damaged');
  }
}

/** Names of parts are equal without regard to case, and may be written as addresses are (ECMA-376, part 2, 6.2.2). */
function foldedName(name: string): string {
  let plain = name;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // a name that is no address
  }
  return plain.replace(/^\/+/, '').toLowerCase();
}

const endSign = 0x06054b50;
const wideEndSign = 0x06064b50;
const wideLocatorSign = 0x07064b50;
const entrySign = 0x02014b50;
const localSign = 0x04034b50;
const inZip64 = 0xffffffff;

function directoryOf(bytes: Uint8Array, view: DataView): ReadonlyMap<string, Entry> {
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== endSign) end -= 1;
  if (end < 0) throw new Refused('damaged');
  const entries = new Map<string, Entry>();
  try {
    let { at, count } = beginningOf(view, end);
    for (; count > 0; count -= 1) {
      if (view.getUint32(at, true) !== entrySign) throw new Refused('damaged');
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
        view.getUint16(at + place, true),
      ) as [number, number, number]; // as many as were asked for
      const written = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const name = written.replaceAll('\\', '/'); // as some programs write it
      if (entries.has(name)) throw new Refused('damaged'); // nobody can say which one counts
      const wide = wideNumbers(view, at + 46 + nameLength, extraLength);
      const number = (place: number): number => {
        const value = view.getUint32(at + place, true);
        return value === inZip64 ? (wide.next().value ?? inZip64) : value;
      };
      number(24); // the inflated size, which comes first among the wide numbers and is not believed
      entries.set(name, {
        method: view.getUint16(at + 10, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        crc: view.getUint32(at + 16, true),
        size: number(20),
        offset: number(42),
      });
      at += 46 + nameLength + extraLength + commentLength;
    }
  } catch (fault) {
    throw fault instanceof RangeError ? new Refused('damaged') : fault;
  }
  return entries;
}

/** Where the directory begins and how many entries it has, from the record behind it; from the wide one (ZIP64) where they do not fit. */
function beginningOf(view: DataView, end: number): { at: number; count: number } {
  const narrow = { at: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) };
  const isWide =
    narrow.at === inZip64 || narrow.count === 0xffff || view.getUint32(end + 12, true) === inZip64;
  const locator = end - 20;
  if (!isWide || locator < 0 || view.getUint32(locator, true) !== wideLocatorSign) return narrow;
  const wide = Number(view.getBigUint64(locator + 8, true));
  if (view.getUint32(wide, true) !== wideEndSign) throw new Refused('damaged');
  return {
    at: Number(view.getBigUint64(wide + 48, true)),
    count: Number(view.getBigUint64(wide + 32, true)),
  };
}

/** The numbers that did not fit into an entry (ZIP64), in their order. */
function* wideNumbers(view: DataView, start: number, length: number): Generator<number, undefined> {
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const end = at + 4 + view.getUint16(at + 2, true);
    for (let place = at + 4; place + 8 <= end; place += 8) yield Number(view.getBigUint64(place, true));
  }
}

function packedBytes(bytes: Uint8Array, view: DataView, { isEncrypted, offset, size }: Entry): Uint8Array {
  if (isEncrypted) throw new Refused('password');
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localSign) throw new Refused('damaged');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + size > bytes.length) throw new Refused('damaged');
  return bytes.subarray(start, start + size);
}
