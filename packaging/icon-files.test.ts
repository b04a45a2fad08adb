import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { icnsOf, icoOf } from './icon-files.ts';

const picture = (side: number) => ({ side, png: Buffer.from(`png of ${String(side)}`) });
const resources = join(import.meta.dirname, 'resources');
const isPng = (bytes: Buffer, at: number) => bytes.subarray(at + 1, at + 4).toString() === 'PNG';

test('an icon of Windows names each picture, its side, its length and where it is', () => {
  const ico = icoOf([picture(16), picture(256)]);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 2]);
  expect([ico.readUInt8(6), ico.readUInt8(22)]).toEqual([16, 0]);
  const [length, offset] = [ico.readUInt32LE(22 + 8), ico.readUInt32LE(22 + 12)];
  expect(ico.subarray(offset, offset + length).toString()).toBe('png of 256');
  expect(ico).toHaveLength(offset + length);
});

test('an icon of macOS has a part for each name of a side, and none for a side without one', () => {
  const icns = icnsOf([picture(16), picture(24), picture(32)]);
  expect(icns.subarray(0, 4).toString()).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const names: string[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    names.push(icns.subarray(at, at + 4).toString());
  expect(names).toEqual(['icp4', 'icp5', 'ic11']);
});

test('the icons that are given out hold every size that their systems ask for', () => {
  const ico = readFileSync(join(resources, 'icon.ico'));
  const sides = Array.from(
    { length: ico.readUInt16LE(4) },
    (_, index) => ico.readUInt8(6 + 16 * index) || 256,
  );
  expect(sides).toEqual([16, 24, 32, 48, 64, 128, 256]);
  expect(sides.every((_, index) => isPng(ico, ico.readUInt32LE(6 + 16 * index + 12)))).toBe(true);
  const icns = readFileSync(join(resources, 'icon.icns'));
  for (const name of ['icp4', 'icp5', 'ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14'])
    expect(icns.includes(name), name).toBe(true);
  for (const side of [16, 32, 48, 64, 128, 256, 512]) {
    const png = readFileSync(join(resources, 'icons', `${String(side)}x${String(side)}.png`));
    expect([isPng(png, 0), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([true, side, side]);
  }
});
