import { crc32, deflateRawSync } from 'node:zlib';

export interface Zipping {
  readonly isStored?: boolean;
  /** `end`: the directory's place and length are in the wide record alone; `entries`: those of each part, too. */
  readonly wide?: 'end' | 'entries';
  readonly comment?: string;
}

const full = 0xffffffff;

/** A ZIP file, as other programs may write it. */
export function zipped(
  parts: Readonly<Record<string, Uint8Array>>,
  { isStored = false, wide, comment = '' }: Zipping = {},
): Uint8Array {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, data] of Object.entries(parts)) {
    const packed = isStored ? data : deflateRawSync(data);
    const written = Buffer.from(name);
    const method = isStored ? 0 : 8;
    const local = record(30, [
      [0, 4, 0x04034b50],
      [8, 2, method],
      [14, 4, crc32(data)],
      [18, 4, packed.length],
      [22, 4, data.length],
      [26, 2, written.length],
    ]);
    const extra = wide === 'entries' ? wideExtra([data.length, packed.length, at]) : new Uint8Array();
    const sizes = wide === 'entries' ? [full, full, full] : [packed.length, data.length, at];
    const entry = record(46, [
      [0, 4, 0x02014b50],
      [10, 2, method],
      [16, 4, crc32(data)],
      [20, 4, sizes[0] ?? 0],
      [24, 4, sizes[1] ?? 0],
      [28, 2, written.length],
      [30, 2, extra.length],
      [42, 4, sizes[2] ?? 0],
    ]);
    files.push(local, written, packed);
    directory.push(entry, written, extra);
    at += 30 + written.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(parts).length;
  const tail = [...(wide === undefined ? [] : wideEnd(at, list.length, count))];
  const end = record(22, [
    [0, 4, 0x06054b50],
    [8, 2, wide === undefined ? count : 0xffff],
    [10, 2, wide === undefined ? count : 0xffff],
    [12, 4, wide === undefined ? list.length : full],
    [16, 4, wide === undefined ? at : full],
    [20, 2, comment.length],
  ]);
  return Buffer.concat([...files, list, ...tail, end, Buffer.from(comment)]);
}

/** Bytes in which each number stands at its place, of so many bytes. */
function record(length: number, numbers: readonly (readonly [number, number, number])[]): Uint8Array {
  const bytes = Buffer.alloc(length);
  for (const [at, size, value] of numbers)
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
  return bytes;
}

function wideExtra(values: readonly number[]): Uint8Array {
  return record(4 + values.length * 8, [
    [0, 2, 1],
    [2, 2, values.length * 8],
    ...values.map((value, place) => [4 + place * 8, 8, value] as const),
  ]);
}

function wideEnd(at: number, length: number, count: number): readonly Uint8Array[] {
  return [
    record(56, [
      [0, 4, 0x06064b50],
      [4, 8, 44],
      [24, 8, count],
      [32, 8, count],
      [40, 8, length],
      [48, 8, at],
    ]),
    record(20, [
      [0, 4, 0x07064b50],
      [8, 8, at + length],
      [16, 4, 1],
    ]),
  ];
}
