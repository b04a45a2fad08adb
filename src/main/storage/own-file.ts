import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { settingsFileFaults } from '../../shared/operations/settings.ts';

const largest = 8 * 1024 * 1024; // bytes

export type OwnFileFault = (typeof settingsFileFaults)[number];

const formats = ['audit-desk-settings', 'audit-desk-templates'] as const;

interface OwnFile {
  readonly format: (typeof formats)[number];
  /** The newest that this version of the app can read. */
  readonly version: number;
}

/** The content of a JSON file that this app has made, on this computer or another: of that format, and of no newer version. */
export function readOwnFile(
  path: string,
  { format, version }: OwnFile,
): { readonly content: Readonly<Record<string, unknown>> } | { readonly fault: OwnFileFault } {
  let content: unknown;
  try {
    const about = statSync(path);
    if (!about.isFile()) return { fault: 'unreadable' }; // a pipe or a device has no end
    if (about.size > largest) return { fault: 'too-large' };
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (fault) {
    return { fault: fault instanceof SyntaxError ? 'foreign' : 'unreadable' };
  }
  const header = z.looseObject({ format: z.enum(formats), version: z.number().int() }).safeParse(content);
  if (!header.success) return { fault: 'foreign' };
  if (header.data.format !== format) return { fault: 'other-kind' };
  return header.data.version > version ? { fault: 'newer' } : { content: header.data };
}
