import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The transitions of a table in docs/plans.md, as `state | event | what it leads to`. */
export function documentedRows(heading: string): readonly string[] {
  const documented = readFileSync(join(import.meta.dirname, '../../../docs/plans.md'), 'utf8');
  const [, section = ''] = documented.split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).flatMap((line) => {
    const [state = '', events = '', leads = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return events
      .split(', ')
      .flatMap((event) => leads.split(', ').map((one) => `${state} | ${event} | ${one}`));
  });
}
