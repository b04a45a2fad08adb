// Two formats for icons in several sizes, with PNG inside.

/** A square picture: its side in pixels, and the PNG. */
export interface Picture {
  readonly side: number;
  readonly png: Buffer;
}

/** A Windows icon. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, no cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side % 256, at); // 0 says 256
    head.writeUInt8(side % 256, at + 1);
    head.writeUInt16LE(1, at + 4); // planes
    head.writeUInt16LE(32, at + 6); // bits a pixel
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** macOS's names of sizes. Some sizes have two, for high-density displays. */
const appleNames: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** A macOS icon. It leaves out sizes without a name. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const parts = pictures.flatMap(({ side, png }) =>
    (appleNames[side] ?? []).map((name) => Buffer.concat([headOf(name, png.length + 8), png])),
  );
  const body = Buffer.concat(parts);
  return Buffer.concat([headOf('icns', body.length + 8), body]);
}

function headOf(name: string, length: number): Buffer {
  const head = Buffer.alloc(8, name, 'latin1');
  head.writeUInt32BE(length, 4);
  return head;
}
