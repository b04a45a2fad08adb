import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { tableLimits } from '../../shared/model/table.ts';
import { settingsFileFaults } from '../../shared/settings.ts';
import { type ReadingDeps, readApart } from '../tables/reading-process.ts';

const largest = { bytes: 8 * 1024 * 1024, entries: tableLimits.cells, levels: 64 } as const;

const formats = ['audit-desk-settings', 'audit-desk-templates'] as const;

/** A kind of file that this app makes; `version` is the newest that this one can read. */
export const OwnFile = z.strictObject({ format: z.enum(formats), version: z.number() });
export type OwnFile = z.output<typeof OwnFile>;

const Content = z.strictObject({ content: z.record(z.string(), z.unknown()) });
const Answer = z.union([Content, z.strictObject({ fault: z.enum(settingsFileFaults) })]);
type Answer = z.output<typeof Answer>;

/** The content of a JSON file that this app has made, on this computer or another, as a process of its own has read it. */
export async function readOwnFile(path: string, own: OwnFile, deps: ReadingDeps): Promise<Answer> {
  const answered = await readApart({ path, own }, deps).answer;
  const answer = 'message' in answered ? Answer.safeParse(answered.message).data : undefined;
  return answer ?? { fault: 'unreadable' };
}

/** The same where it is: of that format, of no newer version, and of no more entries than main can take. */
export function ownFileIn(path: string, { format, version }: OwnFile): Answer {
  let content: unknown;
  try {
    const about = statSync(path);
    if (!about.isFile()) return { fault: 'unreadable' }; // a pipe or a device has no end
    if (about.size > largest.bytes) return { fault: 'too-large' };
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (fault) {
    return { fault: fault instanceof SyntaxError ? 'foreign' : 'unreadable' };
  }
  const header = z.looseObject({ format: z.enum(formats), version: z.number().int() }).safeParse(content);
  if (!header.success) return { fault: 'foreign' };
  if (header.data.format !== format) return { fault: 'other-kind' };
  if (header.data.version > version) return { fault: 'newer' };
  return isWithinLimits(header.data) ? { content: header.data } : { fault: 'too-large' };
}

/** Whether main can take it: level by level, since there may be millions of either. */
function isWithinLimits(content: object): boolean {
  let [level, entries]: [readonly object[], number] = [[content], 0];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === largest.levels) return false;
    const next: object[] = [];
    for (const each of level) {
      const values: readonly unknown[] = Object.values(each);
      entries += values.length;
      if (entries > largest.entries) return false;
      for (const value of values) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return true;
}
