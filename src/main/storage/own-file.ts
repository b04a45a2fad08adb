import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { settingsFileFaults } from '../../shared/operations/settings.ts';

const largest = 8 * 1024 * 1024; // bytes

export type OwnFileFault = (typeof settingsFileFaults)[number];

interface OwnFile {
  readonly format: string;
  /** The newest that this version of the app can read. */
  readonly version: number;
}

/** The content of a JSON file that this app has made, on this computer or another: of that format, and of no newer version. */
export function readOwnFile(
  path: string,
  { format, version }: OwnFile,
): { readonly content: object } | { readonly fault: OwnFileFault } {
  let content: unknown;
  try {
    const about = statSync(path);
    if (!about.isFile()) return { fault: 'unreadable' }; // a pipe or a device has no end
    if (about.size > largest) return { fault: 'too-large' };
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (fault) {
    return { fault: fault instanceof SyntaxError ? 'not-settings' : 'unreadable' };
  }
  const header = z.looseObject({ format: z.literal(format), version: z.number().int() }).safeParse(content);
  if (!header.success) return { fault: 'not-settings' };
  return header.data.version > version ? { fault: 'newer' } : { content: header.data };
}
